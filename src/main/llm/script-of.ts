/** Scripts that Whisper's languages are written in; Chinese and Japanese share theirs. */
const SCRIPTS: readonly [name: string, letters: RegExp][] = [
  ['Latin', /\p{sc=Latin}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}/gu],
  ['Arabic', /\p{sc=Arabic}/gu],
  ['Hebrew', /\p{sc=Hebrew}/gu],
  ['Greek', /\p{sc=Greek}/gu],
  ['East Asian', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Hangul', /\p{sc=Hangul}/gu],
  ['Thai', /\p{sc=Thai}/gu],
  ['Devanagari', /\p{sc=Devanagari}/gu],
];

/** The script that more than half of the letters are in; `other` where it is none of these, null without letters. */
export function scriptOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const main = SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters / 2);
  return main?.[0] ?? 'other';
}
