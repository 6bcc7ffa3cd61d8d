/** Reads tracks buffer by buffer, each with its time: nothing is lost where the processor is busy. Chromium alone has it. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { createAligner } from './align-tracks.ts';
import type { Block } from './block.ts';
import type { Capture } from './context-capture.ts';
import { createResampler } from './resample.ts';

/** So many buffers wait, of ten milliseconds each as a rule, while the page is busy. */
const MOST_WAITING = 3000;

const STRANGE_MS = 3000;

/** The DOM's types leave it out. */
declare class MediaStreamTrackProcessor {
  constructor(options: { track: MediaStreamTrack; maxBufferSize: number });
  readonly readable: ReadableStream<AudioData>;
}

export const canReadTracks = () => 'MediaStreamTrackProcessor' in globalThis;

export function openTrackCapture(onBlock: (block: Block) => void): Capture {
  const aligner = createAligner(onBlock);
  const readers = new Map<RecordedTrack, ReadableStreamDefaultReader<AudioData>>();

  const stop = (name: RecordedTrack) => {
    void readers.get(name)?.cancel();
    readers.delete(name);
    aligner.remove(name);
  };

  const read = async (name: RecordedTrack, track: MediaStreamTrack) => {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: MOST_WAITING });
    const reader = readable.getReader();
    readers.set(name, reader);
    const toMono = createMixer();
    let rate = 0;
    let resample: ReturnType<typeof createResampler> | null = null;
    let offsetMs: number | null = null;
    for (;;) {
      const { value, done } = await reader.read();
      if (done || readers.get(name) !== reader) return;
      if (!resample || value.sampleRate !== rate) {
        rate = value.sampleRate;
        resample = createResampler(rate);
      }
      const now = performance.now();
      const startMs = value.timestamp / 1000;
      // Buffers have the page's own time, unless a device counts from elsewhere.
      offsetMs ??= Math.abs(now - startMs) < STRANGE_MS ? 0 : now - startMs;
      const samples = resample(toMono(value));
      value.close();
      aligner.add(name, { samples, atMs: startMs + offsetMs, clockAheadMs: Date.now() - now });
    }
  };

  return {
    connect(name, stream) {
      stop(name);
      const [track] = stream?.getAudioTracks() ?? [];
      if (track) void read(name, track).catch(() => stop(name));
    },
    resume: async () => {},
    async close() {
      for (const name of [...readers.keys()]) stop(name);
    },
  };
}

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
