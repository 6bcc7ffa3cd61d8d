/** The user's settings for all recordings: the only source of their type and defaults. */
import { z } from 'zod';
import { AutomaticExport } from './exports/automatic-export.ts';
import { isLanguage, NO_LANGUAGE } from './languages.ts';
import { LlmSettings, LlmSettingsInput } from './llm.ts';
import { DeviceChoice } from './models/devices.ts';
import { ProjectId } from './projects.ts';
import { SpellingList } from './spelling/spelling.ts';
import { Vocabulary } from './transcription/transcription-options.ts';

/** Browsers whose cookies yt-dlp can read. */
export const CookieBrowser = z.enum([
  'brave',
  'chrome',
  'chromium',
  'edge',
  'firefox',
  'opera',
  'safari',
  'vivaldi',
]);
export type CookieBrowser = z.infer<typeof CookieBrowser>;

const KeepDays = z.int().min(1).max(3650).nullable();

const shape = {
  language: z
    .string()
    .refine(isLanguage, NO_LANGUAGE)
    .nullable()
    .describe('Spoken in recordings whose request names none; `null` detects it.'),
  appearance: z.enum(['system', 'light', 'dark']).describe('How the window looks.'),
  pause_while_writing: z
    .boolean()
    .describe('The window pauses a recording while somebody writes in its text.'),
  open_at_login: z
    .boolean()
    .describe('The desktop app starts, without its window, when the person signs in.'),
  remember_voices: z
    .boolean()
    .nullable()
    .describe(
      'Whether naming a speaker also teaches Steno the voice; `null` until the person was asked, and then none is remembered.',
    ),
  speaker_recognition: z
    .boolean()
    .describe('Known voices get their names in what the window and the watch folder transcribe.'),
  keep_recordings_days: KeepDays.describe(
    'How long a recording is kept to be played; its text stays. `null` keeps it.',
  ),
  keep_transcriptions_days: KeepDays.describe(
    'After how many days a transcription is deleted with all that belongs to it; `null` keeps it.',
  ),
  cookies_from_browser: CookieBrowser.nullable().describe(
    'Whose cookies platforms see, for recordings that need a login; never for requests made with API keys.',
  ),
  model: z
    .string()
    .max(100)
    .nullable()
    .describe('Used where a request names none; `null` takes the one that was added first.'),
  language_models: z
    .record(z.string().refine(isLanguage, NO_LANGUAGE), z.string().max(100))
    .describe('The model to use instead when the language is given, by language code.'),
  device: DeviceChoice.describe(
    'What models are computed on: `auto` takes a graphics card that proved good and fast, `cpu` the processor, an id of `/v1/devices` that card.',
  ),
  model_mirror: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .describe(
      'Where models are downloaded from: the address that `/ggml-<name>.bin` is added to, or `/<name>.onnx` for a speaker model.',
    ),
  vocabulary: Vocabulary.describe('Names and terms to be spelled so in every recording.'),
  spelling: SpellingList.describe(
    'What is often misheard in any recording, and how it is written.',
  ),
  watch_folder: z
    .string()
    .max(4096)
    .nullable()
    .describe('The path of a folder: recordings put there, or already there, are transcribed.'),
  watch_project_id: ProjectId.describe('The project that these recordings go into.'),
  auto_export: AutomaticExport.nullable().describe(
    'The files that are written of a recording as soon as it is finished, unless its project has others; `null` writes none.',
  ),
};

const MODEL_MIRROR = 'https://huggingface.co/ggerganov/whisper.cpp/resolve/main';
const LLM = 'The language model that titles and sums up transcripts; `null` asks none.';

/** The settings as returned; secrets are left out. */
export const Settings = z
  .object({ ...shape, llm: LlmSettings.nullable().describe(LLM) })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/** The values until the user sets others. */
export const DEFAULT_SETTINGS: Settings = {
  language: null,
  appearance: 'system',
  pause_while_writing: true,
  open_at_login: false,
  remember_voices: null,
  speaker_recognition: true,
  keep_recordings_days: null,
  keep_transcriptions_days: null,
  cookies_from_browser: null,
  model: null,
  language_models: {},
  device: 'auto',
  model_mirror: MODEL_MIRROR,
  vocabulary: [],
  spelling: [],
  llm: null,
  watch_folder: null,
  watch_project_id: null,
  auto_export: null,
};

/** Each given field replaces its whole previous value. */
export const SettingsPatch = z
  .strictObject({ ...shape, llm: LlmSettingsInput.nullable().describe(LLM) })
  .partial()
  .meta({ id: 'SettingsPatch' });
export type SettingsPatch = z.infer<typeof SettingsPatch>;
