/** Microphone and computer together: blocks of their sound as long as there is any, and how loud each is. */
import { RecordedTrack } from '../../../shared/recordings.ts';
import { type ComputerRefusal, openComputerSound } from './computer-sound.ts';
import type { Capture } from './context-capture.ts';
import { openContextCapture } from './context-capture.ts';
import { setLevels } from './levels.ts';
import { type Device, followMicrophone, type MicrophoneState } from './microphone.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { type Block, peakOf } from './sound-block.ts';
import { canReadTracks, openTrackCapture } from './track-capture.ts';

export type InputState = {
  microphone: MicrophoneState | 'unsupported';
  devices: readonly Device[];
  /** `ended`: it was there, and is no more. */
  computer: 'off' | 'on' | 'ended' | ComputerRefusal;
  silent: readonly RecordedTrack[];
};

type InputParts = {
  /** The id of the microphone, empty for the system's choice. */
  microphone: string;
  onBlock: (block: Block, away: ReadonlySet<RecordedTrack>) => void;
  onState: (part: Partial<InputState>) => void;
};

/** With no block for so long, the capture has stopped without a word. */
const STALLED_MS = 3000;

const TRACKS = RecordedTrack.options;

export type Inputs = ReturnType<typeof openInputs>;

export function openInputs({ microphone: chosen, onBlock, onState }: InputParts) {
  const streams = new Map<RecordedTrack, MediaStream>();
  const silence = createSilenceWatch();
  let capture: Capture | null = null;
  let lastBlock = performance.now();
  let listening = true;
  let closed = false;

  const silent = (): RecordedTrack[] =>
    TRACKS.filter((track) => streams.has(track) && silence.isSilent(track));

  const hear = (block: Block) => {
    lastBlock = performance.now();
    if (!listening) return;
    const levels = { microphone: 0, computer: 0 };
    const away = new Set<RecordedTrack>();
    for (const track of TRACKS) {
      if (!streams.has(track)) {
        away.add(track);
        continue;
      }
      levels[track] = peakOf(block.sound[track]);
      silence.add(track, levels[track]);
    }
    setLevels(levels);
    onState({ silent: silent() });
    onBlock(block, away);
  };

  const connect = (track: RecordedTrack, stream: MediaStream | null) => {
    if (stream) streams.set(track, stream);
    else streams.delete(track);
    silence.reset(track);
    onState({ silent: silent() });
    try {
      capture?.connect(track, stream);
      void capture?.resume();
    } catch {
      // Older Firefoxes take a stream only at the rate of its device.
      onState({ microphone: 'unsupported' });
    }
  };

  const start = async () => {
    const before = capture;
    capture = null;
    await before?.close();
    const fresh = canReadTracks() ? openTrackCapture(hear) : await openContextCapture(hear);
    if (closed) return fresh.close();
    capture = fresh;
    lastBlock = performance.now();
    for (const [track, stream] of streams) connect(track, stream);
    return;
  };
  const begin = () => void start().catch(() => onState({ microphone: 'unsupported' }));
  begin();
  const watch = setInterval(() => {
    if (streams.size > 0 && performance.now() - lastBlock > STALLED_MS) begin();
  }, STALLED_MS);

  const microphone = followMicrophone(chosen, {
    onState: (state) => onState({ microphone: state }),
    onDevices: (devices) => onState({ devices }),
    onStream: (stream) => connect('microphone', stream),
  });

  const stopComputer = (state: InputState['computer']) => {
    for (const track of streams.get('computer')?.getTracks() ?? []) track.stop();
    connect('computer', null);
    onState({ computer: state });
  };

  return {
    chooseMicrophone: microphone.choose,
    askAgain: microphone.open,
    tracks: (): RecordedTrack[] => TRACKS.filter((track) => streams.has(track)),
    async openComputer(): Promise<void> {
      const answer = await openComputerSound(() => stopComputer('ended'));
      if (!(answer instanceof MediaStream)) return onState({ computer: answer });
      connect('computer', answer);
      onState({ computer: 'on' });
    },
    closeComputer: () => stopComputer('off'),
    /** While it is paused, nothing is heard. */
    listen(on: boolean): void {
      listening = on;
      void capture?.resume();
      for (const stream of streams.values())
        for (const track of stream.getAudioTracks()) track.enabled = on;
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(watch);
      microphone.close();
      stopComputer('off');
      await capture?.close();
    },
  };
}
