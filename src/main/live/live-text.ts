import { isDeepStrictEqual } from 'node:util';
import type { LiveSegment, LiveText, RecordedTrack } from '../../shared/recordings.ts';
import { joinTexts } from '../../shared/subtitles/spacing.ts';
import { shift, type TimeSpan, toSeconds, within } from '../../shared/time.ts';
import type { Word } from '../../shared/transcription/transcript.ts';
import { toAppError } from '../core/system-errors.ts';
import type { Core } from '../core.ts';
import { type Agreement, agree, beyond } from './firm-words.ts';
import { loudestTrack, mixed, type Tracks, tracksOf } from './live-sound.ts';
import { createLiveTranscriber, type LiveOptions, type LivePorts } from './live-transcriber.ts';
import { MOST_MS, type NextWindow, nextWindow } from './next-window.ts';

/** The speech detector takes so long to settle. */
const WARM_UP_MS = 2000;
/** So much new sound is worth another look. */
const STEP_MS = 400;
/** Of a window without a pause the last words may be cut off, and are transcribed again with what follows. */
const UNSURE_MS = 3000;
/** A word that was said so long ago is firm, though no two looks agreed on it: more sound will not tell what it was. */
const OLD_MS = 6000;
/** A word so near to the end may be cut off: two looks agree on it all the same. */
const CUT_MS = 400;
/** Speech that ended so long before a window did was transcribed whole. */
const WHOLE_MS = 200;
/** How long it waits when something went wrong. */
const AGAIN_MS = 10_000;

/** A recording that is being made; `read` gives samples of its interleaved tracks. */
export type LiveSource = LiveOptions & {
  id: string;
  tracks: readonly RecordedTrack[];
  durationMs: () => number;
  read: (span: TimeSpan) => Promise<Uint8Array>;
};
/** What is new, with the id of the first of its firm segments. */
export type LiveNews = LiveText & { from: number };
export type CreateLiveText = ReturnType<typeof createLiveTexts>;
export type LiveTextRun = ReturnType<CreateLiveText>;

/** `sentence` is that of its window. */
type TimedWord = Word & { sentence: number; language: string };
type Transcribed = TimeSpan & { words: readonly TimedWord[]; tracks: Tracks };

/** Makes the text of recordings while they are made. It only ever reads what lies on the disk: no sound waits for it. */
export function createLiveTexts(
  { clock, logger }: Pick<Core, 'clock' | 'logger'>,
  ports: LivePorts,
) {
  return (source: LiveSource, tell: (news: LiveNews) => void) => {
    const transcriber = createLiveTranscriber(ports, source);
    const stopping = new AbortController();
    const { signal } = stopping;
    const segments: LiveSegment[] = [];
    let provisional: LiveSegment[] = [];
    let problem: LiveText['problem'] = null;
    let told: Pick<LiveNews, 'from' | 'provisional' | 'problem'> = {
      from: 0,
      provisional,
      problem,
    };
    // Of one that goes on after a start, what was said before is read when it is finished.
    let fromMs = source.durationMs();
    let untilMs = fromMs;
    let lookedMs = fromMs;
    let agreement: Agreement<TimedWord> = { firm: [], open: [] };
    let last: Transcribed | null = null;
    let running: Promise<void> | null = null;

    const text = (from = 0): LiveText => ({
      segments: segments.slice(from),
      provisional,
      until: toSeconds(untilMs),
      behind: toSeconds(Math.max(0, source.durationMs() - untilMs)),
      problem,
    });

    const announce = (): void => {
      const now = { from: segments.length, provisional, problem };
      if (isDeepStrictEqual(told, now)) return;
      tell({ from: told.from, ...text(told.from) });
      told = now;
    };

    const read = async (span: TimeSpan): Promise<Tracks> =>
      tracksOf(await source.read(span), source.tracks.length);

    const transcribe = async (
      span: TimeSpan,
      regions: readonly TimeSpan[],
    ): Promise<Transcribed> => {
      const tracks = await read(span);
      const speech = within(span, regions);
      const { segments: sentences, language } = await transcriber.transcribe(
        mixed(tracks),
        speech,
        signal,
      );
      const words = sentences.flatMap((said, sentence) =>
        said.words.map((word) => ({ ...shift(word, span.startMs), sentence, language })),
      );
      return { ...span, tracks, words };
    };

    const toSegment = (
      words: readonly TimedWord[],
      window: Transcribed,
    ): Omit<LiveSegment, 'id'>[] => {
      const [first, last] = [words[0], words.at(-1)];
      if (!first || !last) return [];
      const [{ startMs, language }, { endMs }] = [first, last];
      const loudest = loudestTrack(window.tracks, shift({ startMs, endMs }, -window.startMs));
      const track = source.tracks[loudest] ?? 'microphone';
      const text = joinTexts(words.map((word) => word.text));
      return [{ track, start: toSeconds(startMs), end: toSeconds(endMs), text, language }];
    };

    /** From here on these words never change. */
    const confirm = (words: readonly TimedWord[], window: Transcribed): void => {
      for (const sentence of Map.groupBy(words, (word) => word.sentence).values()) {
        for (const one of toSegment(sentence, window))
          segments.push({ id: segments.length, ...one });
      }
    };

    /** Nothing before `endMs` is transcribed again. */
    const settle = (endMs: number): void => {
      const firm = agreement.firm.filter((word) => isAfter(word, endMs));
      [fromMs, untilMs, provisional, last] = [endMs, endMs, [], null];
      agreement = { firm, open: [] };
    };

    const settleWords = (window: Transcribed, endMs: number): void => {
      const before = (words: readonly TimedWord[]) => words.filter((word) => !isAfter(word, endMs));
      confirm(beyond(before(agreement.firm), before(window.words)), window);
      const spoken = window.words[0]?.language;
      if (spoken !== undefined) transcriber.settled(spoken);
      settle(endMs);
    };

    const take = async (next: NextWindow, regions: readonly TimeSpan[]): Promise<void> => {
      if (next.kind === 'silence') return settle(next.untilMs);
      const spokenUntil = regions.findLast(({ startMs }) => startMs < next.span.endMs)?.endMs ?? 0;
      const isWhole = next.kind === 'firm' && last && spokenUntil <= last.endMs - WHOLE_MS;
      const window = isWhole && last ? last : await transcribe(next.span, regions);
      if (next.kind === 'firm') return settleWords(window, next.span.endMs);
      const before = agreement.firm.length;
      agreement = agree(agreement, window.words, {
        oldMs: window.endMs - OLD_MS,
        cutMs: window.endMs - CUT_MS,
      });
      confirm(agreement.firm.slice(before), window);
      if (next.kind === 'full') return settleWords(window, sureUntil(window));
      [last, untilMs] = [window, window.endMs];
      provisional = toSegment(agreement.open, window).map((one) => ({
        ...{ id: segments.length, ...one },
      }));
    };

    const step = async (): Promise<NextWindow['kind']> => {
      const toMs = Math.min(source.durationMs(), fromMs + MOST_MS);
      const warmMs = Math.max(0, fromMs - WARM_UP_MS);
      const sound = mixed(await read({ startMs: warmMs, endMs: toMs }));
      const regions = (await transcriber.speech(sound, signal))
        .map((region) => shift(region, warmMs))
        .filter(({ endMs }) => endMs > fromMs);
      const next = nextWindow(regions, { fromMs, toMs });
      await take(next, regions);
      return next.kind;
    };

    const run = async (): Promise<void> => {
      for (let isMore = true; isMore && !signal.aborted; ) {
        const begunAt = clock.mono();
        lookedMs = source.durationMs();
        const kind = await step();
        problem = null;
        announce();
        // Half as long as it took is left to others, who wait for the same processors.
        if (kind === 'growing') await clock.sleep((clock.mono() - begunAt) / 2, signal);
        const sinceMs = kind === 'growing' ? lookedMs : fromMs;
        isMore = source.durationMs() - sinceMs >= STEP_MS;
      }
    };

    const runOn = async (): Promise<void> => {
      try {
        await run();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ recordingId: source.id, err: error }, 'the live text waits');
        const { code, message } = toAppError(error);
        problem = { code, message };
        announce();
        await clock.sleep(AGAIN_MS, signal).catch(() => {});
      }
    };

    return {
      text,

      /** There is more sound. */
      grew(): void {
        if (running || signal.aborted || source.durationMs() - lookedMs < STEP_MS) return;
        running = runOn().finally(() => {
          running = null;
        });
      },

      /** No sound comes any more: the last words are as firm as they will be here. */
      async close(): Promise<void> {
        stopping.abort();
        await running;
        segments.push(...provisional);
        provisional = [];
        announce();
      },
    };
  };
}

const isAfter = ({ startMs, endMs }: TimeSpan, ms: number) => (startMs + endMs) / 2 > ms;

/**
 * Up to where the last words of a window are not reached; half of it at least, as little else may be said in it, and no
 * sound is to be transcribed again and again.
 */
function sureUntil({ words, startMs, endMs }: Transcribed): number {
  const unsureMs = endMs - UNSURE_MS;
  const sure = words.findLast((word) => word.endMs <= unsureMs)?.endMs ?? unsureMs;
  return Math.max(sure, (startMs + endMs) / 2);
}
