/**
 * Who speaks when within ten seconds, by a turn model such as pyannote's segmentation 3.0 (Bredin 2023, "powerset"
 * loss): up to three voices, two of them at once. Which voice is which person is for `assignVoices` to find out.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { type TimeSpan, toMs } from '../../../shared/time.ts';
import { openSamples } from '../samples.ts';
import { joinSpans } from '../turns/find-turns.ts';
import type { VoiceTurn } from '../voice-embeddings.ts';

/** The part of sherpa-onnx-node that is used; the package has no type declarations. */
type Sherpa = {
  OfflineSpeakerDiarization: new (config: {
    segmentation: { pyannote: { model: string }; numThreads: number };
    embedding: { model: string; numThreads: number };
    clustering: { numClusters: number };
    minDurationOn: number;
    minDurationOff: number;
  }) => {
    /** At 16 kHz. In samples of one window it neither embeds nor clusters: these are the network's own turns. */
    process(samples: Float32Array): { start: number; end: number; speaker: number }[];
  };
};

const WINDOW_MS = 10_000;
/** Each window is believed in its middle half; at its edges the network knows too little of what comes. */
const STEP_MS = 5000;
const LEAD_MS = (WINDOW_MS - STEP_MS) / 2;
const SAMPLES_A_MS = 16;

export type TurnModel = {
  /** An ONNX file in the form of pyannote's segmentation 3.0, with sherpa-onnx's metadata. */
  turnModel: string;
  /** A speaker model: sherpa-onnx wants one, and does not use it here. */
  model: string;
};

/**
 * The turns of each window with speech in its middle, in order of the windows.
 * @param path 16 kHz mono s16le
 * @throws when sherpa-onnx-node is not installed; a file that is not a turn model ends the whole process.
 */
export async function detectVoiceTurns(
  path: string,
  speech: readonly TimeSpan[],
  { turnModel, model }: TurnModel,
  onProgress: (fraction: number) => void,
): Promise<VoiceTurn[]> {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const network = new sherpa.OfflineSpeakerDiarization({
    segmentation: {
      pyannote: { model: turnModel },
      numThreads: Math.min(2, availableParallelism()),
    },
    embedding: { model, numThreads: 1 },
    clustering: { numClusters: 1 },
    minDurationOn: 0,
    minDurationOff: 0,
  });
  using samples = openSamples(path);
  const windows = windowsWith(speech);
  const turns: VoiceTurn[] = [];
  for (const [done, window] of windows.entries()) {
    const startMs = window * STEP_MS - LEAD_MS;
    const audio = new Float32Array(WINDOW_MS * SAMPLES_A_MS);
    const fromMs = Math.max(0, startMs);
    audio.set(
      samples.read({ startMs: fromMs, endMs: startMs + WINDOW_MS }),
      (fromMs - startMs) * SAMPLES_A_MS,
    );
    for (const { start, end, speaker } of network.process(audio)) {
      const turn = {
        startMs: Math.max(0, startMs + toMs(start)),
        endMs: startMs + Math.min(WINDOW_MS, toMs(end)),
      };
      if (turn.startMs < turn.endMs) turns.push({ ...turn, window, voice: speaker });
    }
    onProgress((done + 1) / windows.length);
    // The library frees a window's memory only between turns of the event loop.
    await setImmediate();
  }
  return turns;
}

/** The span that only this window tells about. */
export function middleOf(window: number): TimeSpan {
  return { startMs: window * STEP_MS, endMs: (window + 1) * STEP_MS };
}

/** The windows whose middle has speech. */
function windowsWith(speech: readonly TimeSpan[]): number[] {
  const windows = new Set<number>();
  for (const { startMs, endMs } of speech) {
    const last = Math.ceil(endMs / STEP_MS);
    for (let window = Math.floor(startMs / STEP_MS); window < last; window += 1)
      windows.add(window);
  }
  return [...windows];
}

/** The part of a turn that its window is believed about; null if there is none. */
export function believed(turn: VoiceTurn): VoiceTurn | null {
  const middle = middleOf(turn.window);
  const startMs = Math.max(turn.startMs, middle.startMs);
  const endMs = Math.min(turn.endMs, middle.endMs);
  return startMs < endMs ? { ...turn, startMs, endMs } : null;
}

/** A turn model that finds less of the speech than this does not know such recordings. */
const LEAST_COVERAGE = 0.5;

/** Whether the turn model found voices where the speech is. */
export function isCredible(turns: readonly VoiceTurn[], speech: readonly TimeSpan[]): boolean {
  const found = joinSpans(turns.flatMap((turn) => believed(turn) ?? []));
  const lasts = (spans: readonly TimeSpan[]) =>
    spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const missed = lasts(joinSpans([...found, ...speech])) - lasts(found);
  return missed <= (1 - LEAST_COVERAGE) * lasts(speech);
}
