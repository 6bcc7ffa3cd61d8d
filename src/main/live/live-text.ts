import { isDeepStrictEqual } from 'node:util';
import type { LiveSegment, LiveText, RecordedTrack } from '../../shared/recordings.ts';
import { joinTexts } from '../../shared/subtitles/spacing.ts';
import { shift, type TimeSpan, toSeconds, within } from '../../shared/time.ts';
import type { Word } from '../../shared/transcription/transcript.ts';
import type { Core } from '../core.ts';
import { MOST_MS, type NextWindow, nextWindow } from './firm-windows.ts';
import { loudestTrack, mixed, type Tracks, tracksOf } from './live-sound.ts';
import { createLiveTranscriber, type LiveOptions, type LivePorts } from './live-transcriber.ts';
import { type Agreement, agree, NOTHING_YET } from './provisional-words.ts';

/** The speech detector takes so long to settle. */
const WARM_UP_MS = 2000;
/** So much new sound is worth another look. */
const STEP_MS = 800;
/** Of a window without a pause the last words may be cut off, and are transcribed again with what follows. */
const UNSURE_MS = 3000;
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

/** Words with times within the window. */
type Sentence = { words: readonly Word[]; language: string };
type Transcribed = TimeSpan & { sentences: readonly Sentence[]; tracks: Tracks };

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
    let told = { from: 0, provisional };
    // Of one that goes on after a start, what was said before is read when it is finished.
    let fromMs = source.durationMs();
    let untilMs = fromMs;
    let lookedMs = fromMs;
    let agreement: Agreement<Word> = NOTHING_YET;
    let last: Transcribed | null = null;
    let running: Promise<void> | null = null;

    const text = (from = 0): LiveText => ({
      segments: segments.slice(from),
      provisional,
      until: toSeconds(untilMs),
      behind: toSeconds(Math.max(0, source.durationMs() - untilMs)),
    });

    const announce = (): void => {
      if (told.from === segments.length && isDeepStrictEqual(told.provisional, provisional)) return;
      tell({ from: told.from, ...text(told.from) });
      told = { from: segments.length, provisional };
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
      return { ...span, tracks, sentences: sentences.map(({ words }) => ({ words, language })) };
    };

    const toSegments = (
      { words, language }: Sentence,
      window: Transcribed,
      id: number,
    ): LiveSegment[] => {
      const [first, end] = [words[0], words.at(-1)];
      if (!first || !end) return [];
      const span = { startMs: first.startMs, endMs: end.endMs };
      const track = source.tracks[loudestTrack(window.tracks, span)] ?? 'microphone';
      const text = joinTexts(words.map((word) => word.text));
      const { startMs, endMs } = shift(span, window.startMs);
      return [{ id, track, start: toSeconds(startMs), end: toSeconds(endMs), text, language }];
    };

    /** From here on what comes before `endMs` never changes. */
    const settle = (
      window: Transcribed | null,
      sentences: readonly Sentence[],
      endMs: number,
    ): void => {
      for (const sentence of window ? sentences : []) {
        if (window) segments.push(...toSegments(sentence, window, segments.length));
      }
      const spoken = sentences[0]?.language;
      if (spoken !== undefined) transcriber.settled(spoken);
      [fromMs, untilMs, provisional, agreement, last] = [endMs, endMs, [], NOTHING_YET, null];
    };

    const take = async (next: NextWindow, regions: readonly TimeSpan[]): Promise<void> => {
      if (next.kind === 'silence') return settle(null, [], next.untilMs);
      const spokenUntil = regions.findLast(({ startMs }) => startMs < next.span.endMs)?.endMs ?? 0;
      const isWhole = next.kind === 'firm' && last && spokenUntil <= last.endMs - WHOLE_MS;
      const window = isWhole && last ? last : await transcribe(next.span, regions);
      if (next.kind === 'firm') return settle(window, window.sentences, next.span.endMs);
      if (next.kind === 'full') {
        const { sentences, endMs } = withoutUnsure(window);
        return settle(window, sentences, endMs);
      }
      last = window;
      untilMs = window.endMs;
      agreement = agree(
        agreement,
        window.sentences.flatMap(({ words }) => words).map((word) => shift(word, window.startMs)),
      );
      const words = agreement.words.map((word) => shift(word, -window.startMs));
      const language = window.sentences[0]?.language ?? '';
      provisional = toSegments({ words, language }, window, segments.length);
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

/** What is said in a window but for its last words, and up to where that is. */
function withoutUnsure(window: Transcribed): { sentences: Sentence[]; endMs: number } {
  const sureMs = window.endMs - window.startMs - UNSURE_MS;
  const sentences = window.sentences
    .map(({ words, language }) => ({
      words: words.filter(({ endMs }) => endMs <= sureMs),
      language,
    }))
    .filter(({ words }) => words.length > 0);
  const endMs = sentences.at(-1)?.words.at(-1)?.endMs;
  return { sentences, endMs: window.startMs + (endMs ?? sureMs) };
}
