import { useMemo } from 'react';
import type { Cue } from '../../../../../../shared/subtitles/options.ts';
import { SubtitleOptions } from '../../../../../../shared/subtitles/options.ts';
import { layOutTranslation } from '../../../../../../shared/subtitles/translated-cues.ts';
import { useExport } from '../../../../stores/transcript/export-store.ts';
import { useTranslations } from '../../../../stores/transcript/translation-store.ts';

/** The subtitles in the language that is looked at, as they would be exported; `null` for the original. */
export function useTranslatedCues(id: string, original: string): readonly Cue[] | null {
  const language = useTranslations((state) => (state.id === id ? state.shown : null));
  const cues = useTranslations((state) => state.cues);
  const { max_chars_per_line, max_lines, speakers } = useExport((state) => state.choice);
  return useMemo(() => {
    if (language === null) return null;
    const options = SubtitleOptions.parse({ max_chars_per_line, max_lines, speakers });
    const languages = { original, translation: language };
    return layOutTranslation(cues ?? [], languages, { ...options, bilingual: false });
  }, [language, cues, original, max_chars_per_line, max_lines, speakers]);
}
