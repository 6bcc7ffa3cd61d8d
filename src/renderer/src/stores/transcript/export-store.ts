import { z } from 'zod';
import { ExportFormat, TRANSLATED_FORMATS } from '../../../../shared/exports/export-options.ts';
import { client } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import { createBrowserStorage } from '../browser-storage.ts';
import { createStore } from '../create-store.ts';
import { notify, toasts } from '../toasts.ts';
import { useEdits } from './edit-store.ts';
import { useTranslations } from './translation-store.ts';

export const SUBTITLE_FORMATS: readonly ExportFormat[] = ['srt', 'vtt', 'ass'];
const usualPaper = /-(?:US|CA|MX|PH)$/.test(navigator.language) ? 'letter' : 'a4';
const Choice = z.object({
  format: ExportFormat.default('txt'),
  speakers: z.enum(['auto', 'always', 'never']).default('auto'),
  timestamps: z.enum(['auto', 'always', 'never']).default('auto'),
  recording: z.enum(['auto', 'never']).default('auto'),
  paper: z.enum(['a4', 'letter']).default(usualPaper),
  line_numbers: z.enum(['none', 'page', 'continuous']).default('none'),
  wording: z.enum(['verbatim', 'clean']).default('verbatim'),
  highlights: z.enum(['include', 'leave_out']).default('include'),
  max_chars_per_line: z.int().min(10).max(100).optional(),
  max_lines: z.int().min(1).max(3).default(2),
});
export type Choice = z.infer<typeof Choice>;
/** A choice, or a file of the highlights alone. */
type FileChoice = Omit<Choice, 'highlights'> & { highlights: Choice['highlights'] | 'only' };
/** What is chosen until something else is. */
export const PLAIN_TEXT = Choice.parse({});

const kept = createBrowserStorage('export', Choice, PLAIN_TEXT);

const INITIAL = {
  choice: kept.read(),
};

/** How transcripts are exported. The last choice is kept in this browser. */
export const useExport = createStore(INITIAL, (set, get) => {
  const fetchFile = async (id: string, choice: FileChoice) => {
    await useEdits.save();
    // What is chosen in the dialog alone may be in another language.
    const language = choice === get().choice ? languageOf(id, choice) : {};
    return client.exportTranscription(id, { ...choice, ...language });
  };
  return {
    choose: (part: Partial<Choice>) => {
      set({ choice: kept.write(Choice.parse({ ...get().choice, ...part })) });
    },
    /** The dialog opens: with the last choice, or from the subtitles with one of their formats. */
    begin: (subtitles: boolean) => {
      const { format } = kept.read();
      const fits = !subtitles || SUBTITLE_FORMATS.includes(format);
      set({ choice: { ...get().choice, format: fits ? format : 'srt' } });
    },
    /** Saves the file, as it is chosen or in another way. */
    save: (id: string, choice: FileChoice = get().choice) =>
      notify(async () => {
        // A browser may have to be started for it.
        const isSlow = choice.format === 'pdf';
        const waiting = isSlow ? toasts.add({ title: 'Making the PDF…', timeout: 0 }) : null;
        try {
          const { file, filename } = await fetchFile(id, choice);
          saveFile(file, filename);
        } finally {
          if (waiting !== null) toasts.close(waiting);
        }
      }),
    /** The text of the file with the chosen options; the current edit is included. */
    text: async (id: string, choice: Choice = get().choice) =>
      (await fetchFile(id, choice)).file.text(),
  };
});

/** The translation chosen for this transcript, if the format can be in another language. */
function languageOf(transcription: string, { format }: Pick<Choice, 'format'>) {
  const { id, exported } = useTranslations.getState();
  if (id !== transcription || exported === null) return {};
  if (!TRANSLATED_FORMATS.some((one) => one === format)) return {};
  const bilingual = exported.bilingual && format !== 'txt';
  return { language: exported.language, ...(bilingual && { bilingual: 'true' as const }) };
}
