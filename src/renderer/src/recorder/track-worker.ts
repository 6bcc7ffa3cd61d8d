/** Runs in a worker: reads tracks buffer by buffer, each with its time. A page that is busy or hidden holds nothing up. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { createAligner } from './align-tracks.ts';
import { createResampler } from './resample.ts';

/** What is recorded on a track from now on; null for nothing. */
export type TrackChange = {
  track: RecordedTrack;
  readable: ReadableStream<AudioData> | null;
  /** Where the page's clock begins. */
  pageZeroMs: number;
};

const STRANGE_MS = 3000;
/** Buffers are read together: to be woken for each costs more than all that is done with it. */
const TOGETHER_MS = 90;
/** Whoever waited so long for a buffer has read all there were. */
const WAITED_MS = 2;

const aligner = createAligner((block) => {
  const { microphone, computer } = block.sound;
  postMessage(block, { transfer: [microphone.buffer, computer.buffer] });
});
const readers = new Map<RecordedTrack, ReadableStreamDefaultReader<AudioData>>();

const stop = (track: RecordedTrack): void => {
  void readers.get(track)?.cancel();
  readers.delete(track);
  aligner.remove(track);
};

async function read(
  track: RecordedTrack,
  reader: ReadableStreamDefaultReader<AudioData>,
  pageAheadMs: number,
) {
  const toMono = createMixer();
  let rate = 0;
  let resample: ReturnType<typeof createResampler> | null = null;
  let offsetMs: number | null = null;
  let lastMs = 0;
  for (;;) {
    const askedAt = performance.now();
    const { value, done } = await reader.read();
    if (done || readers.get(track) !== reader) return;
    if (!resample || value.sampleRate !== rate) {
      rate = value.sampleRate;
      resample = createResampler(rate);
    }
    const now = performance.now();
    const startMs = value.timestamp / 1000;
    if (startMs < lastMs) offsetMs = null;
    lastMs = startMs;
    offsetMs ??= offsetOf(startMs, now, pageAheadMs);
    const samples = resample(toMono(value));
    value.close();
    aligner.add(track, { samples, atMs: startMs + offsetMs, clockAheadMs: Date.now() - now });
    if (now - askedAt >= WAITED_MS)
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
  }
}

/**
 * Buffers have the worker's time; those that were there before it was handed their stream have the page's, which would
 * lie in the future here; and those of some devices count from elsewhere.
 */
function offsetOf(startMs: number, now: number, pageAheadMs: number): number {
  const offsetMs = startMs > now ? -pageAheadMs : 0;
  return Math.abs(now - startMs - offsetMs) < STRANGE_MS ? offsetMs : now - startMs;
}

addEventListener('message', ({ data }: MessageEvent<TrackChange>) => {
  const { track, readable, pageZeroMs } = data;
  stop(track);
  if (!readable) return;
  const reader = readable.getReader();
  readers.set(track, reader);
  read(track, reader, performance.timeOrigin - pageZeroMs).catch(() => {
    if (readers.get(track) === reader) stop(track);
  });
});

/** Mixes the channels of a buffer. What it returns is valid until it is called again. */
function createMixer(): (data: AudioData) => Float32Array {
  let mono = new Float32Array();
  let channel = new Float32Array();
  return (data) => {
    const { numberOfFrames, numberOfChannels } = data;
    if (mono.length !== numberOfFrames) {
      mono = new Float32Array(numberOfFrames);
      channel = new Float32Array(numberOfFrames);
    }
    data.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
    if (numberOfChannels === 1) return mono;
    for (let planeIndex = 1; planeIndex < numberOfChannels; planeIndex++) {
      data.copyTo(channel, { planeIndex, format: 'f32-planar' });
      for (let at = 0; at < numberOfFrames; at++) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
    }
    for (let at = 0; at < numberOfFrames; at++) mono[at] = (mono[at] ?? 0) / numberOfChannels;
    return mono;
  };
}
