/** The 100 languages of Whisper's vocabulary, by its own codes, in its own order. */
export const LANGUAGES: readonly string[] = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da ' +
  'hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ' +
  'ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ' +
  'ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'
).split(' ');

/** In place of a code: detects the language, whatever the settings say. */
export const DETECT = 'auto';

const KNOWN = new Set(LANGUAGES);

/** Whether Whisper knows this code. Smaller models may know fewer. */
export function isLanguage(code: string): boolean {
  return KNOWN.has(code);
}

/** What schemas say of a code that is none. */
export const NO_LANGUAGE = 'must be the code of a language that Whisper knows, such as en';
