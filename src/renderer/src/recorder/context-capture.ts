/** Captures by an audio context: every browser has it, and its thread runs late where the processor is busy. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import workletUrl from './capture-worklet.ts?worker&url';
import type { Block } from './sound-block.ts';

/** What the microphone and the computer play, as blocks of samples at one rate and on one clock. */
export type Capture = {
  /** Records this stream on a track, or silence. */
  connect: (track: RecordedTrack, stream: MediaStream | null) => void;
  /** Has it run again where the system has stopped it. */
  resume: () => Promise<void>;
  close: () => Promise<void>;
};

/** Where each track comes into the audio thread. */
const INPUTS: Readonly<Record<RecordedTrack, number>> = { microphone: 0, computer: 1 };

/**
 * An audio context of a fixed rate takes streams of any rate, also where it changes in between. It runs with the clock
 * of the loudspeaker, and plays nothing there: without one (`sinkId` none) it runs in an ordinary thread, and half of
 * the sound has holes where the processor is busy.
 */
export async function openContextCapture(onBlock: (block: Block) => void): Promise<Capture> {
  const context = new AudioContext({ sampleRate: RECORDED_RATE });
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, 'capture', {
    numberOfInputs: 2,
    channelCount: 1,
    channelCountMode: 'explicit',
    channelInterpretation: 'speakers',
  });
  node.port.onmessage = ({ data }: MessageEvent<Block>) => onBlock(data);
  // It is silent; connected to nothing, it would not be asked for anything.
  node.connect(context.destination);
  const sources = new Map<RecordedTrack, MediaStreamAudioSourceNode>();
  return {
    connect(track, stream) {
      sources.get(track)?.disconnect();
      sources.delete(track);
      if (!stream) return;
      const source = context.createMediaStreamSource(stream);
      source.connect(node, 0, INPUTS[track]);
      sources.set(track, source);
    },
    resume: () => context.resume(),
    async close() {
      node.port.onmessage = null;
      if (context.state !== 'closed') await context.close();
    },
  };
}
