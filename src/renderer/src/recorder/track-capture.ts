/** Reads tracks buffer by buffer, in a worker: nothing is lost where the processor is busy. Chromium alone has it. */

import type { Capture } from './context-capture.ts';
import type { Block } from './sound-block.ts';
import type { TrackChange } from './track-worker.ts';
import TrackWorker from './track-worker.ts?worker';

/** So many buffers wait, of ten milliseconds each as a rule, while the processor is busy. */
const MOST_WAITING = 3000;

/** The DOM's types leave it out. */
declare class MediaStreamTrackProcessor {
  constructor(options: { track: MediaStreamTrack; maxBufferSize: number });
  readonly readable: ReadableStream<AudioData>;
}

export const canReadTracks = () => 'MediaStreamTrackProcessor' in globalThis;

export function openTrackCapture(onBlock: (block: Block) => void): Capture {
  const worker = new TrackWorker();
  worker.onmessage = ({ data }: MessageEvent<Block>) => onBlock(data);
  return {
    connect(name, stream) {
      const track = stream?.getAudioTracks().find(({ readyState }) => readyState === 'live');
      const processor =
        track && new MediaStreamTrackProcessor({ track, maxBufferSize: MOST_WAITING });
      const readable = processor?.readable ?? null;
      const change: TrackChange = { track: name, readable, pageZeroMs: performance.timeOrigin };
      worker.postMessage(change, readable ? [readable] : []);
    },
    resume: async () => {},
    close: async () => worker.terminate(),
  };
}
