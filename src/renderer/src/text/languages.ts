/** Languages as people read them: in English, and as their own speakers write them. */
import { LANGUAGES } from '../../../shared/languages.ts';
import { languageName } from './format.ts';

/** What browsers do not know, or not all of them. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  as: 'অসমীয়া',
  ba: 'Башҡортса',
  be: 'беларуская',
  bo: 'བོད་སྐད',
  br: 'brezhoneg',
  cy: 'Cymraeg',
  eu: 'euskara',
  fo: 'føroyskt',
  gl: 'galego',
  haw: 'ʻŌlelo Hawaiʻi',
  ht: 'Kreyòl',
  hy: 'հայերեն',
  is: 'íslenska',
  jw: 'Basa Jawa',
  ka: 'ქართული',
  km: 'ខ្មែរ',
  la: 'Latina',
  lb: 'Lëtzebuergesch',
  ln: 'lingála',
  lo: 'ລາວ',
  mg: 'Malagasy',
  mi: 'te reo Māori',
  mk: 'македонски',
  mn: 'монгол',
  mt: 'Malti',
  my: 'မြန်မာ',
  ne: 'नेपाली',
  nn: 'nynorsk',
  oc: 'occitan',
  ps: 'پښتو',
  sa: 'संस्कृतम्',
  si: 'සිංහල',
  sn: 'chiShona',
  so: 'Soomaali',
  sq: 'shqip',
  su: 'Basa Sunda',
  tg: 'тоҷикӣ',
  tk: 'türkmen',
  tt: 'татар',
  yi: 'ייִדיש',
  yo: 'Yorùbá',
  yue: '粵語',
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
