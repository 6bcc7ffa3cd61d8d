import { useEffect } from 'react';
import {
  type ExportFormat,
  TRANSLATED_FORMATS,
} from '../../../../../shared/exports/export-options.ts';
import { textLanguage } from '../../../../../shared/subtitles/translations.ts';
import { SelectRow } from '../../../components/select.tsx';
import { knownRecording } from '../../../stores/library/change-recordings.ts';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { languageName } from '../../../text/format.ts';

/** Whether there are finished translations to choose from; loads them while the dialog is open. */
export function useFinishedTranslations(id: string, open: boolean): boolean {
  useEffect(() => {
    if (open) void useTranslations.load(id);
  }, [id, open]);
  return useTranslations(
    (state) => state.id === id && state.translations.some(({ finished }) => finished !== null),
  );
}

/** In which language a file is written, or in both; nothing where it is written in the original only. */
export function ExportLanguage({ id, format }: { id: string; format: ExportFormat }) {
  // From the library, another transcript may have been opened before.
  const recording = knownRecording(id);
  const original = recording ? textLanguage(recording) : 'en';
  const translations = useTranslations((state) => state.translations);
  const exported = useTranslations((state) => state.exported);
  const finished = translations.filter((one) => one.finished !== null);
  if (finished.length === 0 || !TRANSLATED_FORMATS.some((one) => one === format)) return null;
  const both = format !== 'txt';
  const bilingual = both && exported?.bilingual === true;
  const name = languageName(original);
  return (
    <SelectRow
      label="Language"
      value={exported === null ? '' : `${exported.language}${bilingual ? BOTH : ''}`}
      onChange={(value) => {
        const language = value.replace(BOTH, '');
        useTranslations.choose(value === '' ? null : { language, bilingual: value !== language });
      }}
      options={[
        ['', `${name} (original)`],
        ...finished.map(({ language }) => [language, languageName(language)] as const),
        ...(both ? finished : []).map(
          ({ language }) => [language + BOTH, `${name} and ${languageName(language)}`] as const,
        ),
      ]}
      className="w-56"
    />
  );
}

const BOTH = '+';
