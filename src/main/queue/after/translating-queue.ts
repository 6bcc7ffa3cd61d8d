import { buildEditedCues } from '../../../shared/subtitles/edited-cues.ts';
import { joinTexts } from '../../../shared/subtitles/spacing.ts';
import { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import { textLanguage } from '../../../shared/subtitles/translations.ts';
import { AppError } from '../../core/errors.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { readCueEdits } from '../../repositories/transcripts/cue.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import {
  createTranslationRepository,
  type StoredCue,
  type Translating,
  type TranslationKey,
} from '../../repositories/transcripts/translation.repository.ts';
import { createHousekeepingWorker } from './housekeeping-worker.ts';

/**
 * Translates the cues that have no translation yet, and stores them batch by batch. Throws llm_missing,
 * llm_unreachable, llm_refused, llm_failed, translation_unusable, and the signal's reason.
 */
export type TranslateCues = (input: {
  cues: readonly { durationMs: number; text: string; translation: string | null }[];
  /** Language codes. */
  from: string;
  to: string;
  signal: AbortSignal;
  store: (written: readonly { index: number; text: string; tooLong: boolean }[]) => Promise<void>;
}) => Promise<void>;

export type TranslatingQueue = ReturnType<typeof createTranslating>;

/** The cues of the current subtitles, with nothing translated. */
type Source = Omit<StoredCue, 'text' | 'tooLong'>;

/** Translates the subtitles of completed transcriptions, one after the other. */
export function createTranslating(
  core: Core,
  {
    translate,
    announce,
  }: { translate: TranslateCues; announce: (key: TranslationKey) => Promise<void> },
) {
  const { db, peerMessages, closing, clock, logger, onStop } = core;
  const translations = createTranslationRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);
  let current: { key: TranslationKey; stop: AbortController } | null = null;

  const readSource = async (id: string): Promise<Source[]> => {
    const segments = await transcripts.segments(id);
    const cues = buildEditedCues(segments, SubtitleOptions.parse({}), await readCueEdits(db, id));
    return cues.map(({ startMs, endMs, lines, words }, index) => ({
      index,
      startMs,
      endMs,
      saidMs: words.startMs,
      original: lines.join('\n'),
    }));
  };

  /** Everything that changes the translation stops with `signal`. */
  const make = async (work: Translating, job: Job, stop: AbortController): Promise<void> => {
    const made = { edits: await translations.edits(work) };
    const source = await readSource(work.id);
    const kept = keepUnchanged(source, await translations.draft(work));
    const isCurrent = await translations.begin(work, [...kept.values()]);
    if (!isCurrent) return;
    let done = kept.size;
    await translate({
      cues: source.map((cue) => ({
        durationMs: cue.endMs - cue.startMs,
        text: joinTexts(cue.original.split('\n')),
        translation: kept.get(cue.index)?.text ?? null,
      })),
      from: textLanguage(job),
      to: work.language,
      signal: AbortSignal.any([closing, stop.signal]),
      store: async (written) => {
        done += written.length;
        const cues = written.flatMap(({ index, text, tooLong }) => {
          const cue = source[index];
          return cue ? [{ ...cue, text, tooLong }] : [];
        });
        const stored = await translations.store(work, cues, done / source.length);
        if (!stored) stop.abort();
        await announce(work);
      },
    });
    await translations.finish(work, { at: clock.now(), ...made });
    const { id: transcriptionId, language } = work;
    logger.info({ transcriptionId, language, cues: source.length }, 'translated');
  };

  const run = async (work: Translating & { exhausted: boolean }): Promise<void> => {
    const stop = new AbortController();
    current = { key: work, stop };
    try {
      await announce(work);
      if (work.exhausted) throw new AppError('crashed_repeatedly');
      const job = await transcriptions.find(work.id, EVERYTHING);
      if (job?.status !== 'completed') throw new AppError('wrong_state');
      await make(work, job, stop);
    } catch (error) {
      if (closing.aborted) await translations.release(work);
      else if (!stop.signal.aborted) await fail(work, error);
    } finally {
      current = null;
      if (!closing.aborted) await announce(work);
    }
  };

  const fail = async (work: Translating, thrown: unknown): Promise<void> => {
    const { code, message, retryable } = toAppError(thrown);
    const { id, language } = work;
    logger.warn({ transcriptionId: id, language, code, err: thrown }, 'a translation failed');
    await translations.fail(work, { code, message, retryable, stage: null });
  };

  const worker = createHousekeepingWorker(core, {
    claim: (trx) => createTranslationRepository(trx).claim(),
    run,
    onError: (error, work) =>
      logger.error({ transcriptionId: work?.id, err: error }, 'translating stumbled'),
  });
  const abortHere = ({ id, language }: TranslationKey): void => {
    if (current?.key.id === id && current.key.language === language) current.stop.abort();
  };
  peerMessages.listen((message) => {
    if (message.type === 'stop_translation') abortHere(message);
    const isAsked = message.type === 'event' && message.event.type === 'translation';
    if (isAsked || message.type === 'missed') worker.nudge();
  });
  // Aborts the work in progress, which resumes at the next start.
  onStop(worker.stop);
  return {
    start: worker.start,
    nudge: worker.nudge,
    /** Aborts the work on a translation that was stopped or removed. */
    abort: ({ id, language }: TranslationKey): void => {
      abortHere({ id, language });
      peerMessages.tell({ type: 'stop_translation', id, language });
    },
  };
}

/** The existing translations of cues with the same times and text. */
function keepUnchanged(
  source: readonly Source[],
  draft: readonly StoredCue[],
): Map<number, StoredCue> {
  const keyOf = ({ startMs, endMs, original }: Source) => `${startMs} ${endMs} ${original}`;
  const known = new Map(draft.map((cue) => [keyOf(cue), cue]));
  return new Map(
    source.flatMap((cue) => {
      const { text, tooLong } = known.get(keyOf(cue)) ?? {};
      if (text === undefined || tooLong === undefined) return [];
      return [[cue.index, { ...cue, text, tooLong }] as const];
    }),
  );
}
