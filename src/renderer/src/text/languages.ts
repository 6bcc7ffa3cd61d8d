/** Languages as people read them: in English, and as their own speakers write them. */
import { LANGUAGES } from '../../../shared/languages.ts';
import { languageName } from './format.ts';

/** What browsers do not know, or know by a newer code. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ...{ ba: 'Башҡортса', bo: 'བོད་སྐད', fo: 'Føroyskt', haw: 'ʻŌlelo Hawaiʻi', ht: 'Kreyòl' },
  ...{ jw: 'Basa Jawa', la: 'Latina', sa: 'संस्कृतम्', yi: 'ייִדיש' },
};

/** `German – Deutsch` for `de`. */
function fullName(code: string): string {
  const [name, own] = [languageName(code), ownName(code)];
  return own === null || own.toLowerCase() === name.toLowerCase() ? name : `${name} – ${own}`;
}

/** Null where the browser does not know it. */
function ownName(code: string): string | null {
  const known = OWN_NAMES[code];
  if (known !== undefined) return known;
  if (Intl.DisplayNames.supportedLocalesOf(code).length === 0) return null;
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? null;
}

/** All of Whisper's languages by name, to choose one from. */
export function languageChoices(): (readonly [code: string, name: string])[] {
  const named = LANGUAGES.map((code) => [code, fullName(code)] as const);
  return named.toSorted((a, b) => a[1].localeCompare(b[1], 'en'));
}
