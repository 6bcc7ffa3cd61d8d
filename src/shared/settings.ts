/** What a person has chosen once for all recordings: the one source of the type and of the defaults. */
import { z } from 'zod';
import { isLanguage } from './languages.ts';

const shape = {
  language: z
    .string()
    .refine(isLanguage, 'Not a language code of Whisper, such as "en".')
    .nullable()
    .describe('Spoken in recordings whose request names none; `null` detects it.'),
  open_at_login: z
    .boolean()
    .describe('The desktop app starts, without its window, when the person signs in.'),
};

export const Settings = z.object(shape).meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = { language: null, open_at_login: false };

/** Each field that is given replaces the whole of what was set before. */
export const SettingsPatch = z.strictObject(shape).partial().meta({ id: 'SettingsPatch' });
export type SettingsPatch = z.infer<typeof SettingsPatch>;
