/** What becomes of a name that was chosen: a speaker gets it, or a part of the text goes to whoever has it. */
import type { TranscriptEdit } from '../../../../../shared/transcription/editing.ts';
import { MAX_SPEAKERS, type Speaker } from '../../../../../shared/transcription/speakers.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { client } from '../../../api/client.ts';
import { nextSpeaker, segmentFrom } from '../../../edits/waiting-steps.ts';
import { createStore } from '../../../stores/create-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { toasts } from '../../../stores/toasts.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { blocks } from '../editing/editing-commands.ts';
import type { NameChoice } from './name-choices.ts';
import type { Asked, Scope } from './open-name-field.ts';
import { wordsToSpeaker } from './words-to-speaker.ts';

type Named = Pick<Speaker, 'id' | 'label' | 'name'>;

/** What to ask about names: whether two speakers are one person, and whether to remember a voice that has a name now. */
export type SpeakerQuestion =
  | { about: 'merge'; from: Named; into: Named }
  | { about: 'remember'; speaker: number; name: string };

const INITIAL = {
  waiting: [] as readonly SpeakerQuestion[],
};

export const useSpeakerQuestions = createStore(INITIAL, (set, get) => ({
  /** A speaker is to have another's name. */
  askMerge: (from: Named, into: Named) => set({ waiting: [{ about: 'merge', from, into }] }),

  named: (speaker: number, name: string | null) => {
    const result = useTranscript.getState().transcription?.result;
    if (!result || name === null) return;
    const now = result.speakers.find(({ id }) => id === speaker);
    // It was not stored; a message has told the user.
    if (now?.name !== name) return;
    const { settings } = useSettings.getState();
    if (result.diarization.model === null || settings?.remember_voices !== null) return;
    set({ waiting: [...get().waiting, { about: 'remember', speaker, name }] });
  },

  done: () => set({ waiting: get().waiting.slice(1) }),

  /** Remembers this voice and those named later, or none of them; either way the question is not asked again. */
  remember: async (speaker: number, name: string, wanted: boolean) => {
    await useSettings.update({ remember_voices: wanted });
    if (!wanted) return;
    await useTranscript.remake((id) => client.renameSpeaker(id, speaker, { name, remember: true }));
  },

  forget: () => set({ waiting: [] }),
}));

/** Names a speaker everywhere; null takes the name away. */
export async function nameEverywhere(speaker: number, name: string | null): Promise<void> {
  await useEdits.renameSpeaker(speaker, name);
  useSpeakerQuestions.named(speaker, name);
}

/** Everything that a speaker says gets a name; whether two are one person is asked first. */
export function nameAll(speaker: number, choice: NameChoice): void {
  const speakers = useTranscript.getState().transcription?.result?.speakers ?? [];
  const now = speakers.find(({ id }) => id === speaker);
  const other = speakers.find(({ id }) => choice.kind === 'speaker' && id === choice.id);
  if (now && other) useSpeakerQuestions.askMerge(now, other);
  else if (choice.kind === 'name') void nameEverywhere(speaker, choice.name);
}

export function merge(from: number, into: number): void {
  const last = segmentsShown().length - 1;
  useEdits.make([{ op: 'speaker', first: 0, last, of: from, speaker_id: into }]);
}

/** Gives a part of the text to somebody, also somebody new with a name, in one step. */
export function give(asked: Asked, scope: Scope, choice: NameChoice): void {
  const { transcription, saved } = useTranscript.getState();
  const speakers = transcription?.result?.speakers ?? [];
  const isStored = (id: number) => saved?.result?.speakers.some((speaker) => speaker.id === id);
  const whom =
    choice.kind === 'speaker'
      ? { speaker_id: choice.id, name: speakers.find(({ id }) => id === choice.id)?.name ?? null }
      : { speaker_id: nextSpeaker(speakers), name: choice.kind === 'name' ? choice.name : null };
  const edits = editsFor(asked, scope, whom.speaker_id);
  if (edits === null) {
    toasts.add({ title: 'The text has changed meanwhile. Choose the passage again.' });
    return;
  }
  // The service learns the name of whoever it does not know yet.
  const named = isStored(whom.speaker_id) ? {} : { name: whom.name };
  useEdits.make(edits.map((edit) => (edit.op === 'speaker' ? { ...edit, ...named } : edit)));
}

export function isRoomForMore(speakers: readonly { id: number }[]): boolean {
  return nextSpeaker(speakers) <= MAX_SPEAKERS;
}

/** Parts of segments that a scope means; none where that is most of the text. */
export function placesOf(asked: Asked, scope: Scope): Place[] {
  const segment = asked.start === null ? undefined : segmentFrom(segmentsShown(), asked.start);
  if (!segment || scope === 'everything' || scope === 'onwards') return [];
  if (scope === 'words' && asked.selected) {
    const { first, last } = asked.selected;
    return segmentsShown()
      .slice(first.id, last.id + 1)
      .map(({ id, text }) => {
        const offset = id === first.id ? first.offset : 0;
        return { id, offset, length: (id === last.id ? last.offset : text.length) - offset };
      });
  }
  const all = scope === 'paragraph' ? paragraphOf(segment) : [segment];
  return all.map(({ id, text }) => ({ id, offset: 0, length: text.length }));
}

type Place = { id: number; offset: number; length: number };

/** Null where what was asked about is no longer there. */
function editsFor(asked: Asked, scope: Scope, speaker_id: number): TranscriptEdit[] | null {
  const segments = segmentsShown();
  const segment = asked.start === null ? undefined : segmentFrom(segments, asked.start);
  if (!segment) return null;
  const { id } = segment;
  if (scope === 'words' && asked.selected) {
    return asked.selected.first.id === id
      ? wordsToSpeaker(asked.selected, speaker_id, segments)
      : null;
  }
  const one = { op: 'speaker', first: id, last: id, speaker_id } as const;
  if (scope === 'paragraph') {
    const paragraph = paragraphOf(segment);
    return [{ ...one, first: paragraph[0]?.id ?? id, last: paragraph.at(-1)?.id ?? id }];
  }
  // All that the same person says until the end.
  if (scope === 'onwards') return [{ ...one, last: segments.length - 1, of: asked.speaker }];
  return [one];
}

function paragraphOf(segment: TranscriptSegment): TranscriptSegment[] {
  const block = blocks().findLast(({ firstSegment }) => firstSegment <= segment.id);
  return block?.pieces.map((piece) => piece.segment) ?? [segment];
}
