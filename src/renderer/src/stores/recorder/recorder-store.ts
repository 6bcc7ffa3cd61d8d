import { z } from 'zod';
import { OpenRecording, QUIET_MINUTES, type RecordedTrack } from '../../../../shared/recordings.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { createPieceCutter, type Piece, type PieceCutter } from '../../recorder/cut-pieces.ts';
import { type InputState, type Inputs, openInputs } from '../../recorder/inputs.ts';
import { lockRecording } from '../../recorder/recording-lock.ts';
import { createSender, type Sender, type Sending } from '../../recorder/sender.ts';
import type { Block } from '../../recorder/sound-block.ts';
import { createSpool, type Take } from '../../recorder/spool.ts';
import { createBrowserStorage } from '../browser-storage.ts';
import { createStore } from '../create-store.ts';
import { currentWishes } from '../library/recording-options-store.ts';

const Choices = z.object({
  /** The id of a microphone, empty for the system's choice. */
  microphone: z.string().catch(''),
  /** Who speaks into it. */
  name: z.string().catch(''),
});
type Choices = z.infer<typeof Choices>;
const kept = createBrowserStorage('recorder', Choices, Choices.parse({}));

/** `ready`: it listens, and records nothing. */
type RecorderPhase = 'off' | 'ready' | 'starting' | 'recording' | 'paused' | 'finishing';

type RecorderState = InputState &
  Sending & {
    phase: RecorderPhase;
    choices: Choices;
    tracks: readonly RecordedTrack[];
    lengthMs: number;
    /** How much is missing so far, and how many moments are marked. */
    missingMs: number;
    marks: number;
    /** Why it could not begin, or has ended. */
    problem: string | null;
    /** The transcription that the last one became, until it is opened. */
    finishedId: string | null;
  };

/** Where a recording goes on that was interrupted. */
type Start = Pick<Piece, 'startMs' | 'gapMs'> & { release: () => void };

type Session = { cutter: PieceCutter; sender: Sender; release: () => void };

export const spool = createSpool();
const LONGEST_GAP_MS = QUIET_MINUTES * 60_000;

const OFF: Omit<RecorderState, 'choices' | 'problem' | 'finishedId'> = {
  phase: 'off',
  microphone: 'asking',
  devices: [],
  computer: 'off',
  silent: [],
  trouble: null,
  waitingMs: 0,
  tracks: [],
  recordingId: null,
  lengthMs: 0,
  missingMs: 0,
  marks: 0,
};

const INITIAL: RecorderState = {
  ...OFF,
  choices: kept.read(),
  problem: null,
  finishedId: null,
};

/** The recorder of this window: one recording at a time, which goes on whatever page is shown. */
export const useRecorder = createStore(INITIAL, (set, get) => {
  let inputs: Inputs | null = null;
  let session: Session | null = null;
  let guard: AbortController | null = null;

  const onSending = (sending: Sending) => set(sending);

  const keep = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      // The computer slept. Whoever wakes it later need not expect to be recorded.
      if (piece.gapMs > LONGEST_GAP_MS && piece.startMs > piece.gapMs) {
        set({ problem: 'The recording has ended because there was no sound for ten minutes.' });
        return void useRecorder.stop();
      }
      if (piece.gapMs > 0) set(({ missingMs }) => ({ missingMs: missingMs + piece.gapMs }));
      void session?.sender.add(piece);
    }
  };

  const onBlock = (block: Block, away: ReadonlySet<RecordedTrack>) => {
    const { phase, tracks } = get();
    if (!session || phase !== 'recording') return;
    const there = tracks.filter((track) => !away.has(track));
    // Nothing at all is a gap, which the clock shows.
    if (there.length === 0) return;
    const missing = tracks.find((track) => away.has(track)) ?? null;
    keep(session.cutter.add(block, missing));
    const lengthMs = session?.cutter.lengthMs() ?? 0;
    if (Math.floor(lengthMs / 1000) !== Math.floor(get().lengthMs / 1000)) set({ lengthMs });
  };

  const openNow = () =>
    openInputs({
      microphone: get().choices.microphone,
      onBlock,
      onState: ({ silent, ...part }) => {
        const same = silent === undefined || silent.join() === get().silent.join();
        if (!same) set({ ...part, silent });
        else if (Object.keys(part).length > 0) set(part);
      },
    });

  const closeInputs = () => {
    void inputs?.close();
    inputs = null;
  };

  const start = (take: Take, made: Session) => {
    session = made;
    guard = guardPage(() => get().phase === 'recording' && keep(made.cutter.pause()));
    const { tracks } = take.request;
    set({ phase: 'recording', tracks, recordingId: take.recordingId, problem: null });
  };

  /** By what is left to do with what was recorded. */
  const end = async (finish: () => Promise<void>) => {
    set({ phase: 'finishing', silent: [] });
    closeInputs();
    try {
      await finish();
    } catch (thrown) {
      set({ problem: errorText(thrown) });
    }
    session?.release();
    session = null;
    guard?.abort();
    set(OFF);
  };

  return {
    choose(part: Partial<Choices>) {
      set({ choices: kept.write({ ...get().choices, ...part }) });
      if (part.microphone !== undefined) inputs?.chooseMicrophone(part.microphone);
    },
    /** Opens the microphone, to show how loud it is. */
    listen() {
      if (inputs || session) return;
      set({ ...OFF, phase: 'ready' });
      inputs = openNow();
    },
    /** Ends that, unless it records. */
    leave() {
      if (get().phase !== 'ready') return;
      closeInputs();
      set({ ...OFF, problem: null });
    },
    askAgain: () => inputs?.askAgain(),
    setComputer(on: boolean) {
      if (on) void inputs?.openComputer();
      else inputs?.closeComputer();
    },

    async begin(projectId: string | null) {
      const tracks = inputs?.tracks() ?? [];
      if (get().phase !== 'ready' || tracks.length === 0) return;
      set({ phase: 'starting', problem: null });
      // By the press itself: before one, Firefox may keep a page from hearing.
      inputs?.listen(true);
      const key = crypto.randomUUID();
      try {
        const request = requestOf(tracks, get().choices.name, projectId);
        const { id } = await client.openRecording(request, { headers: { 'idempotency-key': key } });
        const take: Take = {
          key,
          request,
          heardAt: Date.now(),
          recordingId: id,
          firstPiece: 0,
          firstMs: 0,
          marks: [],
        };
        const release = (await lockRecording(key)) ?? (() => {});
        await spool.putTake(take).catch(() => {});
        const sender = await createSender({ take, spool, onChange: onSending });
        const cutter = createPieceCutter(tracks, { startMs: 0, gapMs: 0, live: request.live });
        start(take, { sender, release, cutter });
      } catch (thrown) {
        set({ phase: 'ready', problem: errorText(thrown) });
      }
    },

    goOn(take: Take, sender: Sender, { release, ...from }: Start) {
      inputs ??= openNow();
      const { tracks, live } = take.request;
      const cutter = createPieceCutter(tracks, { ...from, live });
      set({ lengthMs: from.startMs + from.gapMs, missingMs: from.gapMs });
      start(take, { sender, release, cutter });
    },

    pause() {
      if (!session || get().phase !== 'recording') return;
      inputs?.listen(false);
      keep(session.cutter.pause());
      set({ phase: 'paused', silent: [] });
      tell('pauseRecording');
    },
    resume() {
      if (get().phase !== 'paused') return;
      inputs?.listen(true);
      set({ phase: 'recording' });
      tell('resumeRecording');
    },
    mark() {
      if (!session) return;
      set(({ marks }) => ({ marks: marks + 1 }));
      void session.sender.mark(session.cutter.lengthMs());
    },

    async stop() {
      const { phase } = get();
      if (!session || (phase !== 'recording' && phase !== 'paused')) return;
      const { cutter, sender } = session;
      const rest = phase === 'recording' ? cutter.pause() : [];
      await end(async () => {
        for (const piece of rest) await sender.add(piece);
        if (sender.isEmpty()) {
          await sender.discard();
          return set({ problem: 'Nothing was recorded: no sound had come yet.' });
        }
        await sender.drain();
        const done = await sender.finish();
        set({ finishedId: done.transcription_id });
      });
    },
    async discard() {
      if (session) await end(session.sender.discard);
    },
  };

  /** The service need not hear of it: without sound it waits, and takes sound at any time. */
  function tell(what: 'pauseRecording' | 'resumeRecording'): void {
    const id = session?.sender.take().recordingId;
    if (id) client[what](id).catch(() => {});
  }
});

/** Whether something is being recorded, or was until a moment ago. */
export const isUnderWay = ({ phase }: Pick<RecorderState, 'phase'>) =>
  phase === 'recording' || phase === 'paused' || phase === 'finishing';

/** Whether there is nothing to record: every device is away. */
export const hearsNothing = ({ tracks, microphone, computer }: RecorderState): boolean =>
  tracks.every((track) =>
    track === 'microphone' ? !['live', 'asking'].includes(microphone) : computer !== 'on',
  );

function requestOf(tracks: RecordedTrack[], name: string, projectId: string | null): OpenRecording {
  const { track: _track, transcript: _transcript, ...wishes } = currentWishes(projectId);
  const isCall = tracks.length > 1;
  return OpenRecording.parse({ ...wishes, tracks, speaker: (isCall && name.trim()) || null });
}

/** Until aborted: asks before the page is left by mistake, and keeps its last second. The desktop app only hides. */
function guardPage(keepLast: () => void): AbortController {
  const guard = new AbortController();
  const { signal } = guard;
  window.addEventListener('pagehide', keepLast, { signal });
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  if (!window.steno) window.addEventListener('beforeunload', ask, { signal });
  return guard;
}
