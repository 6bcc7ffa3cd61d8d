/** Words of nearly every language Whisper knows, from the names `Intl` has for countries, languages and money. */
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { pick } from './texts-random.ts';

/** Whisper's languages that `Intl` has names for. */
export const LANGUAGES = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt ' +
  'mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af ' +
  'ka be tg sd gu am yi lo uz fo ps tk nn mt sa lb my bo tl mg as tt ln ha jw su yue'
).split(' ');

const REGIONS =
  'AD AR AU AT BE BR CA CN CO CU CZ DE DK EG ES FI FR GB GR IN IT JP KE MX NO PE PL RU SE TR US';
const CURRENCIES =
  'USD EUR GBP JPY CNY INR RUB BRL CHF SEK NOK DKK PLN TRY MXN AUD CAD NZD KRW THB ILS CZK';
const TONGUES =
  'en de fr es it pt nl pl ru uk tr ar fa hi bn ta te th vi id ja ko zh sw am he el fi hu cs';
const NO_SPACES = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my']);
const STOPS: Readonly<Record<string, string>> = {
  zh: '。',
  ja: '。',
  yue: '。',
  hi: '।',
  mr: '।',
  ne: '।',
  bn: '।',
  am: '።',
  hy: '։',
  ur: '۔',
  my: '။',
  km: '។',
};

/** Sentences on three topics (countries, money, languages), in that order, in the language's own words. */
export function speakLanguage(language: string, punctuated: boolean): string[] {
  const random = seededRandom(language.length * 7919 + (language.codePointAt(0) ?? 0));
  const space = language === 'bo' ? '་' : NO_SPACES.has(language) ? '' : ' ';
  const stop = punctuated ? (STOPS[language] ?? '.') : '';
  return topicWords(language).flatMap((words) =>
    Array.from({ length: 40 }, () => {
      const sentence = Array.from({ length: 7 }, () => pick(random, words)).join(space);
      return sentence + stop;
    }),
  );
}

function topicWords(language: string): string[][] {
  const names = (type: 'region' | 'currency' | 'language', codes: string) => {
    const display = new Intl.DisplayNames([language], { type, fallback: 'none' });
    const found = codes.split(' ').flatMap((code) => display.of(code) ?? []);
    return found.flatMap((name) => name.split(/[\s()（）,]+/u)).filter((word) => word.length > 1);
  };
  return [names('region', REGIONS), names('currency', CURRENCIES), names('language', TONGUES)];
}
