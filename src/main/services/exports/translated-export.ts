import {
  type ExportFormat,
  type ExportOptions,
  TRANSLATED_FORMATS,
  type TranslatedFormat,
} from '../../../shared/exports/export-options.ts';
import { writeExport } from '../../../shared/exports/write-export.ts';
import { cuesWithin, spanOf } from '../../../shared/subtitles/cues-within.ts';
import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { layOutTranslation } from '../../../shared/subtitles/translated-cues.ts';
import { type TranslatedCue, textLanguage } from '../../../shared/subtitles/translations.ts';
import type { Paragraph } from '../../../shared/transcription/structured.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createFinishedTranslations } from '../transcriptions/translation.service.ts';
import { SUBTITLE_WRITERS } from './subtitle.service.ts';

type Wanted = {
  format: ExportFormat;
  language: string | undefined;
  bilingual: boolean | undefined;
};

/** Exports of translations, which are made of their cues. @throws invalid_request, translation_missing */
export function createTranslatedExport(core: Pick<Core, 'db'>) {
  const finished = createFinishedTranslations(core);
  return async (
    transcription: Transcription,
    { format, language, bilingual = false }: Wanted,
    options: ExportOptions,
  ): Promise<string> => {
    if (language === undefined) throw refusal('bilingual', 'Say which language to add.');
    if (!isTranslated(format)) {
      throw refusal('language', 'Translations are written as SRT, VTT, ASS or TXT.');
    }
    if (bilingual && format === 'txt') throw refusal('bilingual', 'Only subtitles have both.');
    const cues = await finished.cues({ id: transcription.id, language });
    if (format === 'txt')
      return writeExport(inLanguage(transcription, cues, language), 'txt', options);
    const languages = { original: textLanguage(transcription), translation: language };
    const laid = layOutTranslation(cues, languages, { ...options, bilingual });
    const span = spanOf(options);
    return SUBTITLE_WRITERS[format](span ? cuesWithin(laid, span) : laid);
  };
}

function refusal(param: string, message: string): AppError {
  return new AppError('invalid_request', { param, message });
}

function isTranslated(format: ExportFormat): format is TranslatedFormat {
  return TRANSLATED_FORMATS.some((one) => one === format);
}

/** The transcription with the words of its translation, in the same paragraphs. */
function inLanguage(
  transcription: Transcription,
  cues: readonly TranslatedCue[],
  language: string,
): Transcription {
  const { result } = transcription;
  if (result === null) return transcription;
  const segments = cues.map(({ start, end, speaker, text }, id) => ({
    id,
    start,
    end,
    speaker,
    text,
    language,
    words: [],
    speaker_id: 0,
    confidence: 1,
    edited: false,
  }));
  const { structured } = result;
  const paragraphs = structured && translateParagraphs(structured.paragraphs, cues);
  return {
    ...transcription,
    result: {
      ...result,
      segments,
      structured: structured && paragraphs ? { ...structured, paragraphs } : null,
    },
  };
}

/** A cue belongs to the paragraph in which it comes. */
function translateParagraphs(
  paragraphs: readonly Paragraph[],
  cues: readonly TranslatedCue[],
): Paragraph[] {
  return paragraphs.map((paragraph, at) => {
    const from = at === 0 ? 0 : paragraph.start;
    const until = paragraphs[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = cues.filter(({ start }) => start >= from && start < until);
    return { ...paragraph, text: joinTexts(own.map(({ text }) => text)) };
  });
}
