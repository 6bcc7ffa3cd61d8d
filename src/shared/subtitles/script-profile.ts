/** Line length and reading speed per writing system (broadcasters' guidelines). */

export type ScriptProfile = {
  charsPerLine: number;
  /** Reading speed in characters per second: comfortable, and too fast. */
  softCps: number;
  hardCps: number;
  /** Whether a full-width character counts 1 and any other one half. */
  fullWidth: boolean;
};

const DEFAULT: ScriptProfile = { charsPerLine: 42, softCps: 17, hardCps: 21, fullWidth: false };
const SOUTH_EAST_ASIAN: ScriptProfile = { ...DEFAULT, charsPerLine: 35 };
const CHINESE: ScriptProfile = { charsPerLine: 16, softCps: 9, hardCps: 11, fullWidth: true };
const JAPANESE: ScriptProfile = { charsPerLine: 13, softCps: 4, hardCps: 7, fullWidth: true };
const KOREAN: ScriptProfile = { charsPerLine: 16, softCps: 12, hardCps: 14, fullWidth: true };

const PROFILES: ReadonlyMap<string, ScriptProfile> = new Map([
  ['zh', CHINESE],
  ['yue', CHINESE],
  ['ja', JAPANESE],
  ['ko', KOREAN],
  ['th', SOUTH_EAST_ASIAN],
  ['lo', SOUTH_EAST_ASIAN],
  ['km', SOUTH_EAST_ASIAN],
  ['my', SOUTH_EAST_ASIAN],
]);

/** The rules for a language code such as `en` or `zh`. */
export function scriptProfile(language: string): ScriptProfile {
  return PROFILES.get(language) ?? DEFAULT;
}

const SIMPLE = /^[\u0020-\u007e\u00a1-\u02ff\u0400-\u0481\u048a-\u052f]*$/u;
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}\u3000-\u303f\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Grapheme clusters, as readers see characters: an emoji family or a letter with its marks is one. */
export function splitCharacters(text: string): string[] {
  return Array.from(graphemes.segment(text), (part) => part.segment);
}

/** The width of a text in the profile's characters. */
export function textWidth(text: string, profile: ScriptProfile): number {
  if (!profile.fullWidth) return SIMPLE.test(text) ? text.length : splitCharacters(text).length;
  return splitCharacters(text).reduce((sum, char) => sum + (WIDE.test(char) ? 1 : 0.5), 0);
}
