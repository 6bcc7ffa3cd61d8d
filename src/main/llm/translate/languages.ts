import { localeOf } from '../../../shared/subtitles/timed-words.ts';
import { LlmError } from '../ask-language-model.ts';
import { scriptOf } from '../check-against-source.ts';

/** The languages of a translation: Whisper's codes, and English names for the model. */
export type LanguagePair = { from: string; to: string; fromName: string; toName: string };

/** A text with fewer letters may well be a name, which stays unchanged. */
const ENOUGH_LETTERS = 24;
/** Written in more than one script. */
const SEVERAL_SCRIPTS = new Set('sr uz az kk mn tk tt ha sd pa jw su ku ms tg'.split(' '));
/** The scripts that `scriptOf` distinguishes, by their codes. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latn: 'Latin',
  Cyrl: 'Cyrillic',
  Arab: 'Arabic',
  Hebr: 'Hebrew',
  Grek: 'Greek',
  Hans: 'East Asian',
  Hant: 'East Asian',
  Jpan: 'East Asian',
  Kore: 'Hangul',
  Thai: 'Thai',
  Deva: 'Devanagari',
};

export function languagePair(from: string, to: string): LanguagePair {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const nameOf = (code: string) => names.of(localeOf(code)) ?? code;
  return { from, to, fromName: nameOf(from), toName: nameOf(to) };
}

/** @throws LlmError where a translation is the original again, or in another script than its language's */
export function checkScript(original: string, translation: string, pair: LanguagePair): void {
  const letters = translation.match(/\p{L}/gu)?.length ?? 0;
  if (letters < ENOUGH_LETTERS) return;
  const isWrong = original === translation || !hasScriptOf(translation, pair.to);
  if (isWrong) throw new LlmError('wrong_language', `It was not in ${pair.toName}.`);
}

function hasScriptOf(text: string, language: string): boolean {
  if (SEVERAL_SCRIPTS.has(language)) return true;
  const code = new Intl.Locale(localeOf(language)).maximize().script ?? '';
  const script = SCRIPTS[code];
  return script === undefined || scriptOf(text) === script;
}
