/** Times and languages as people read them. */

/** `67%` for two thirds, as the person's own language writes it. */
export const formatShare = new Intl.NumberFormat(undefined, { style: 'percent' }).format;

/** `66%` for two thirds done: only what is complete says 100. */
export const formatProgress = new Intl.NumberFormat(undefined, {
  style: 'percent',
  roundingMode: 'floor',
}).format;

/** `12,345`. */
export const formatCount = new Intl.NumberFormat().format;

/** `3.1 s` for 3,100 ms. */
export function formatSeconds(ms: number, digits = 1): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${(ms / 1000).toLocaleString(undefined, options)} s`;
}

/** `About 2 min left`; steps are coarse so that the text does not flicker. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} s left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes} min left`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''} left`;
}

/** `Today, 14:05`, `Yesterday, 9:30`, else the date; in the user's own notation. */
export function formatWhen(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const time = date.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
  const days = dayNumber(now) - dayNumber(date);
  if (days === 0) return `Today, ${time}`;
  if (days === 1) return `Yesterday, ${time}`;
  return date.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** What browsers do not know, or know by a newer code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ba: 'Bashkir',
  bo: 'Tibetan',
  fo: 'Faroese',
  haw: 'Hawaiian',
  ht: 'Haitian Creole',
  jw: 'Javanese',
  la: 'Latin',
  oc: 'Occitan',
  sa: 'Sanskrit',
  tl: 'Tagalog',
  yi: 'Yiddish',
};

/** `English` for `en`; the code itself when it has no name. */
export function languageName(code: string): string {
  return OTHER_NAMES[code] ?? LANGUAGE_NAMES.of(code) ?? code;
}

function dayNumber(date: Date): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
}
