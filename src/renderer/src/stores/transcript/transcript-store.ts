import { ApiError } from '../../../../shared/client.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import type { CueEdit } from '../../../../shared/subtitles/cue-edits.ts';
import type { EditedTranscript } from '../../../../shared/transcription/editing.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { applyEdits, withAnswer } from '../../edits/transcript-changes.ts';
import { type Conflict, fitStep, type WaitingStep } from '../../edits/waiting-steps.ts';
import { createStore } from '../create-store.ts';
import { notify } from '../toasts.ts';

/** One that has its text. */
export type Finished = Transcription & { result: TranscriptionResult };

export const isFinished = (one: Transcription): one is Finished => one.result !== null;

type SegmentsEvent = Extract<ServerEvent, { type: 'transcription.segments' }>;

const CLOSED = {
  transcription: null as Transcription | null,
  /** The transcription as the service knows it. */
  saved: null as Transcription | null,
  /** The edits made here and not stored yet, in order; `transcription` includes them. */
  waiting: [] as readonly WaitingStep[],
  /** The expected result of undo or redo, shown until the service has responded. */
  previewed: null as TranscriptionResult | null,
  /** The subtitles edited by hand, as the service knows them; `null` until they are wanted. */
  cues: null as readonly CueEdit[] | null,
  /** Sentences that were changed both here and elsewhere. */
  conflicts: [] as readonly Conflict[],
  /** How loud the recording is, eight times a second; `null` until it is known. */
  peaks: null as Uint8Array | null,
  problem: null as 'deleted' | 'failed' | null,
  message: '',
};

/** `id` is the transcription whose page is open. */
const INITIAL = { id: null as string | null, ...CLOSED };

export const useTranscript = createStore(INITIAL, (set, get) => {
  /** The events of the open one so far, and what the latest said. */
  let heard = { count: 0, status: '' };

  const loadPeaks = async (id: string) => {
    const peaks = await client.getWaveform(id).catch(() => null);
    if (get().id === id) set({ peaks });
  };

  /** Shows what the service knows, with the pending edits on top of it. */
  const put = (saved: Transcription, waiting: readonly WaitingStep[]) => {
    const edits = waiting.flatMap((step) => step.edits);
    const { result } = saved;
    const shown =
      get().previewed ?? (result && edits.length > 0 ? applyEdits(result, edits) : result);
    set({ saved, waiting, transcription: { ...saved, result: shown } });
  };

  /** Takes over a text that may have been changed elsewhere. */
  const show = (transcription: Transcription) => {
    const { result } = transcription;
    const waiting: WaitingStep[] = [];
    const conflicts = [...get().conflicts];
    let fitted = result;
    for (const step of result ? get().waiting : []) {
      if (!fitted) break;
      const { step: fitting, conflicts: found } = fitStep(fitted, step);
      conflicts.push(...found);
      if (!fitting) continue;
      waiting.push(fitting);
      fitted = applyEdits(fitted, fitting.edits);
    }
    set({ conflicts, problem: null });
    put(transcription, waiting);
  };

  const load = async (id: string, wanted: { words: boolean }) => {
    const { count } = heard;
    const transcription = await client.getTranscription(id, { ...wanted, partial: true });
    const { id: open, transcription: shown } = get();
    if (open !== id) return;
    // An edit that was stored meanwhile is newer.
    if (shown && transcription.revision < shown.revision) return load(id, wanted);
    // So is an event that came before this answer.
    if (heard.count > count && heard.status !== transcription.status) return load(id, wanted);
    show(transcription);
    if (get().cues) void useTranscript.loadCues();
    const media = transcription.result?.media ?? transcription.partial?.media;
    if (media && !get().peaks) void loadPeaks(id);
  };

  /** Adds newly transcribed text to what is shown of a transcription in progress. */
  const receive = ({ from, segments, until, media }: SegmentsEvent) => {
    const { id, transcription } = get();
    if (!id || !transcription || transcription.result) return;
    const before = transcription.partial?.segments ?? [];
    // An event was missed: everything is loaded.
    if (from > before.length) return void useTranscript.open(id);
    const all = [...before.slice(0, from), ...segments];
    const partial = { text: '', segments: all, until, media };
    const now = { ...transcription, partial };
    set({ transcription: now, saved: now });
    if (media && !get().peaks) void loadPeaks(id);
  };

  return {
    open: async (id: string) => {
      if (get().id !== id) set({ id, ...CLOSED });
      try {
        // The text is there at once; its words, twice as much again, are only needed to play and review it.
        if (!get().transcription?.result) await load(id, { words: false });
        const { id: open, transcription } = get();
        if (open === id && transcription?.result) await load(id, { words: true });
      } catch (thrown) {
        if (get().id !== id) return;
        const gone = thrown instanceof ApiError && thrown.code === 'not_found';
        set({ problem: gone ? 'deleted' : 'failed', message: errorText(thrown) });
      }
    },

    reload: async (): Promise<void> => {
      const { id } = get();
      if (id) await useTranscript.open(id);
    },

    loadCues: (): Promise<void> =>
      notify(async () => {
        const { id, cues } = get();
        if (id === null) return;
        const { data } = await client.listCueEdits(id);
        if (get().id !== id) return;
        // An edit that was stored meanwhile is newer.
        if (get().cues !== cues) return useTranscript.loadCues();
        set({ cues: data });
      }),

    onEvent: (event: ServerEvent): void => {
      const { id, saved: transcription, waiting } = get();
      if (event.type === 'transcription_deleted' && event.id === id) {
        set({ transcription: null, saved: null, problem: 'deleted' });
      }
      if (event.type === 'transcription.segments' && event.id === id) receive(event);
      if (event.type !== 'transcription' || event.transcription.id !== id) return;
      heard = { count: heard.count + 1, status: event.transcription.status };
      if (!transcription) return;
      // Neither the words nor the chapters are in the event; the revision goes with the words.
      const { revision, result, partial } = transcription;
      const source = { ...transcription.source, ...event.transcription.source };
      put({ ...event.transcription, source, revision, result, partial }, waiting);
      const { status, revision: newest, text_until } = event.transcription;
      // The result of our own edit is in its response; an edit made elsewhere is loaded.
      const changed = newest > revision && waiting.length === 0;
      const awaited = !result || result.structured?.generator.pending === true;
      const isOver = status === 'completed' || text_until !== null;
      if (isOver && (awaited || changed)) void useTranscript.open(id);
    },

    /** Shows steps that the service does not know yet, after those already pending. */
    add: (...steps: readonly WaitingStep[]) => {
      const { saved, transcription, waiting, previewed } = get();
      if (!saved || !transcription?.result) return;
      const edits = steps.flatMap((step) => step.edits);
      const result = applyEdits(transcription.result, edits);
      set({ waiting: [...waiting, ...steps], transcription: { ...transcription, result } });
      if (previewed) set({ previewed: result });
    },

    /** The same for steps that an earlier page has left, as far as they fit the current text. */
    takeIn: (steps: readonly WaitingStep[]) => {
      const { saved, waiting } = get();
      if (!saved || steps.length === 0) return;
      set({ waiting: [...waiting, ...steps] });
      show(saved);
    },

    /** Undoes a step that the service does not know yet. */
    drop: (request: string) => {
      const { saved, waiting } = get();
      if (saved)
        put(
          saved,
          waiting.filter((step) => step.request !== request),
        );
    },

    /** Takes over the service's result of a step; the result of undo and redo is shown by `preview`. */
    answered: (id: string, answer: EditedTranscript, request: string | null) => {
      const { id: open, saved, waiting } = get();
      if (open !== id || !saved?.result) return;
      const left = waiting.filter((step) => step.request !== request);
      // What was loaded meanwhile has this step, and what came after it elsewhere.
      if (saved.revision >= answer.revision) return put(saved, left);
      const result = withAnswer(saved.result, answer);
      const step = waiting.find((one) => one.request === request);
      const now = { ...saved, revision: answer.revision, result };
      set({ waiting: left, ...(answer.cues && { cues: answer.cues }) });
      // What undoing and going back bring was not known here: the rest is fitted to it.
      if (!step) set({ saved: now });
      else if (step.edits.some(({ op }) => op === 'heard')) show(now);
      else put(now, left);
    },

    /** Shows the expected result of undo or redo; `null` shows the actual one. */
    preview: (previewed: TranscriptionResult | null) => {
      const { saved, waiting } = get();
      set({ previewed });
      if (saved && previewed) put(saved, waiting);
      else if (saved) show(saved);
    },

    setConflicts: (conflicts: readonly Conflict[]) => set({ conflicts }),

    /** Has the service change the whole transcription, and shows the result where it is open still. */
    remake: (make: (id: string) => Promise<Transcription>, id = get().id) =>
      notify(async () => {
        if (id === null) return;
        const transcription = await make(id);
        if (get().id === id) show(transcription);
      }),
  };
});
