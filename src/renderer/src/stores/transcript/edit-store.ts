import {
  kindOf,
  MAX_EDITS_AT_ONCE,
  type NextSteps,
  type TranscriptEdit,
} from '../../../../shared/transcription/editing.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { type Draft, keep, putBack, takeOver } from '../../edits/edits-in-browser.ts';
import { createSaving, type SavingState } from '../../edits/save-edits.ts';
import { forgetCorrections, noteCorrection } from '../../edits/spelling-offer.ts';
import { type Conflict, segmentFrom, toStep, type WaitingStep } from '../../edits/waiting-steps.ts';
import type { Place } from '../../text/segment.ts';
import type { NamedStep } from '../../text/step-name.ts';
import { createStore } from '../create-store.ts';
import { useTranscript } from './transcript-store.ts';

/** This many steps of this page are undone at once, before the service has responded. */
const PREVIEWS = 50;

/** The sentence being edited, identified by its start, and what is selected in it at first. */
type Editing = { id: number; start: number; from: number; to: number };

const LEFT = {
  history: { undo: null, redo: null } as NextSteps,
  gone: null as SavingState['gone'],
  problem: null as SavingState['problem'],
  /** Steps undone before the service knew of them. */
  taken: [] as readonly WaitingStep[],
  editing: null as Editing | null,
  /** The last place of search or review. */
  chosen: null as Place | null,
};

const INITIAL = { ...LEFT, saving: false, labeling: false };

/** Editing with a history; edits are stored automatically, and kept in the browser until then. */
export const useEdits = createStore(INITIAL, (set, get) => {
  const transcript = useTranscript.getState;
  let draft: Draft | null = null;
  /** The result of undoing and redoing, as far as this page knows; null where only the service knows. */
  let past: (TranscriptionResult | null)[] = [];
  let future: (TranscriptionResult | null)[] = [];
  const forgetPreviews = () => {
    past = [];
    future = [];
  };

  const remember = () => {
    const { id, waiting, conflicts } = transcript();
    if (id === null || keep(id, { steps: [...waiting], draft, conflicts: [...conflicts] })) return;
    set({ problem: 'This browser has no room to keep it.' });
  };
  const { send, sendNow, goBack, remake, loadHistory, isFlying, isLeft } = createSaving({
    set,
    history: () => get().history,
    remember,
    changedElsewhere: forgetPreviews,
  });

  /** Turns what was written so far into an edit, or a conflict if the sentence was changed elsewhere. */
  const settleDraft = () => {
    const written = draft;
    draft = null;
    if (written) putText(written.start, written.base, written.text);
  };

  const putText = (start: number, base: string, text: string) => {
    const { transcription, conflicts } = transcript();
    const result = transcription?.result;
    if (!result || text === base) return remember();
    const segment = segmentFrom(result.segments, start);
    if (segment?.text === text) return remember();
    if (segment?.text === base) return useEdits.make([{ op: 'text', id: segment.id, text }]);
    useTranscript.setConflicts([
      ...conflicts,
      { start, mine: text, theirs: segment?.text ?? null },
    ]);
    remember();
  };

  // The text may change while the user writes.
  useTranscript.subscribe(({ transcription }, before) => {
    const { editing } = get();
    const segments = transcription?.result?.segments;
    if (!editing || !segments || segments === before.transcription?.result?.segments) return;
    if (segments[editing.id]?.start === editing.start) return;
    const found = segmentFrom(segments, editing.start);
    if (found) set({ editing: { ...editing, id: found.id } });
    else useEdits.edit(null);
  });
  return {
    /** Edits a segment, with a part of its text selected; `null` ends editing. What was written stays. */
    edit: (id: number | null, selected?: { offset: number; length: number }) => {
      settleDraft();
      const segment = id === null ? undefined : segmentsShown()[id];
      if (!segment) return set({ editing: null });
      const from = Math.min(selected?.offset ?? 0, segment.text.length);
      const to = Math.min(from + (selected?.length ?? 0), segment.text.length);
      set({ editing: { id: segment.id, start: segment.start, from, to }, chosen: null });
    },

    choose: (chosen: Place | null) => set({ chosen }),

    /** Ends editing; what was written since it began is dropped. */
    cancel: () => {
      draft = null;
      remember();
      set({ editing: null });
    },

    /** Keeps the text being written, on every key. */
    write: (written: Draft) => {
      draft = written;
      remember();
    },

    /** What was written in a sentence so far, wherever on the page it is now. */
    written: (start: number) => (draft?.start === start ? draft : null),

    /** Applies edits at once, and has the service store them as one step. */
    make: (edits: readonly TranscriptEdit[]) => {
      settleDraft();
      const { transcription } = transcript();
      if (!transcription?.result || edits.length === 0) return;
      const [only, ...more] = edits;
      if (only?.op === 'text' && more.length === 0) {
        noteCorrection(transcription.result.segments[only.id]?.text ?? '', only.text);
      }
      past = [...past, transcription.result].slice(-PREVIEWS);
      future = [];
      useTranscript.add(toStep(transcription.result, edits));
      set({ taken: [], history: { ...get().history, redo: null } });
      remember();
      void send();
    },

    /** Gives segments other texts, as one step; so many that the service takes no more at once, as several. */
    rewrite: (texts: readonly { id: number; text: string }[]): void => {
      const edits = texts.map((one) => ({ op: 'text' as const, ...one }));
      for (let at = 0; at < edits.length; at += MAX_EDITS_AT_ONCE)
        useEdits.make(edits.slice(at, at + MAX_EDITS_AT_ONCE));
    },

    undo: (): void => {
      useEdits.edit(null);
      const { waiting, transcription } = transcript();
      const last = waiting.at(-1);
      const before = past.pop() ?? null;
      if (!last || isFlying(last)) {
        future.push(before && (transcription?.result ?? null));
        if (before) useTranscript.preview(before);
        return void goBack('undo');
      }
      const gone = { ...describeWaiting(last), way: 'undo' as const };
      if (transcript().previewed) useTranscript.preview(before);
      useTranscript.drop(last.request);
      set({ taken: [...get().taken, last], gone });
      remember();
    },

    redo: (): void => {
      useEdits.edit(null);
      const { taken } = get();
      const last = taken.at(-1);
      const shown = transcript().transcription?.result ?? null;
      if (!last) {
        const after = future.pop() ?? null;
        past.push(after && shown);
        if (after) useTranscript.preview(after);
        return void goBack('redo');
      }
      past.push(shown);
      set({ taken: taken.slice(0, -1), gone: { ...describeWaiting(last), way: 'redo' } });
      useTranscript.add(last);
      remember();
      void send();
    },

    renameSpeaker: async (speaker: number, name: string | null) => {
      const speakers = transcript().transcription?.result?.speakers ?? [];
      const before = speakers.find(({ id }) => id === speaker)?.name ?? null;
      if (name !== before) await remake((id) => client.renameSpeaker(id, speaker, { name }));
    },

    labelSpeakers: async (expected: number | null): Promise<void> => {
      useEdits.edit(null);
      set({ labeling: true });
      await remake((id) => client.labelSpeakers(id, { speakers_expected: expected }));
      set({ labeling: false });
    },

    settle: (conflict: Conflict, whose: 'mine' | 'theirs'): void => {
      const { conflicts } = transcript();
      useTranscript.setConflicts(conflicts.filter((one) => one !== conflict));
      const segment = segmentFrom(segmentsShown(), conflict.start);
      if (whose === 'mine' && segment) useEdits.rewrite([{ id: segment.id, text: conflict.mine }]);
      remember();
    },

    /** Sentences changed both here and elsewhere are left as they are for now. */
    putOff: () => {
      const { conflicts } = transcript();
      useTranscript.setConflicts(conflicts.map((conflict) => ({ ...conflict, later: true })));
      remember();
    },

    save: ({ keepalive }: { keepalive: boolean } = { keepalive: false }) => {
      settleDraft();
      return keepalive ? sendNow() : send();
    },

    /** Opens a transcript for editing: its history, and what an earlier page left unsaved. */
    enter: async (id: string) => {
      forgetCorrections();
      const left = await takeOver(id);
      // The page was left at once.
      if (transcript().id !== id || !transcript().saved?.result) return putBack(id, left);
      // A page that is come back to still has what it kept itself.
      const { conflicts, waiting } = transcript();
      const found = left.flatMap((unsaved) => unsaved.conflicts);
      const steps = left.flatMap((unsaved) => unsaved.steps);
      const isKnown = ({ start, mine }: Conflict) =>
        conflicts.some((one) => one.start === start && one.mine === mine);
      useTranscript.setConflicts([...conflicts, ...found.filter((one) => !isKnown(one))]);
      useTranscript.takeIn(
        steps.filter(({ request }) => !waiting.some((step) => step.request === request)),
      );
      for (const { draft: written } of left) {
        if (written) putText(written.start, written.base, written.text);
      }
      remember();
      void send();
      await loadHistory(id).catch(() => {});
    },

    /** Closes the transcript; pending edits are still stored. */
    leave: () => {
      settleDraft();
      forgetPreviews();
      isLeft();
      set(LEFT);
    },
  };
});

/** What a step does that the service does not know yet. */
export function describeWaiting({ edits, anchors }: WaitingStep): NamedStep {
  const [edit] = edits;
  const written = edit?.op === 'cues' ? (edit.cues?.[0]?.start ?? edit.from) : null;
  const result = useTranscript.getState().transcription?.result;
  const nameOf = (wanted: number | undefined) => {
    const found = result?.speakers.find(({ id }) => id === wanted);
    return found ? (found.name ?? found.label) : null;
  };
  const of = edit?.op === 'speaker' ? edit.of : undefined;
  const isMerge = !result?.segments.some(({ speaker_id }) => speaker_id === of);
  const newName = edit?.op === 'speaker' ? (edit.name ?? null) : null;
  const about = {
    start: written ?? anchors[0]?.starts[0] ?? null,
    count: edits.length,
    name: edit?.op === 'speaker' ? (nameOf(edit.speaker_id) ?? newName) : null,
    of: isMerge ? nameOf(of) : null,
  };
  return { kind: kindOf(edits), about };
}

/** What the open transcript says, with all edits. */
export function segmentsShown(): readonly TranscriptSegment[] {
  return useTranscript.getState().transcription?.result?.segments ?? [];
}
