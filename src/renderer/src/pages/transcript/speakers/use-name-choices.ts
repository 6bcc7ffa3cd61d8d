import { useMemo } from 'react';
import { useVoices } from '../../../stores/settings-store.ts';
import { segmentsShown } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { isRoomForMore } from './assign-speaker.ts';
import { type NameChoice, nameChoices, type Somebody } from './name-choices.ts';
import type { Asked } from './open-name-field.ts';

type NameChoices = {
  who: Somebody;
  choices: readonly NameChoice[];
  isFull: boolean;
};

/** What a typed name may mean in the open recording; null where nothing was typed. */
export function useNameChoices(asked: Asked, naming: boolean, text: string | null): NameChoices {
  const speakers = useTranscript((state) => state.transcription?.result?.speakers ?? NOBODY);
  const memory = useTranscript((state) => (state.transcription?.test ? 'test' : 'live'));
  const known = useVoices((state) => state.value);
  return useMemo(() => {
    const people = speakers.map(({ id, name, label }) => ({ id, name: name ?? label }));
    const who = people.find(({ id }) => id === asked.speaker) ?? { id: asked.speaker, name: '' };
    const near = asked.start === null ? [] : speakersAround(asked.start, who.id);
    const order = ({ id }: Somebody) => (near.includes(id) ? near.indexOf(id) : near.length + id);
    const others = people.filter((one) => one !== who).toSorted((a, b) => order(a) - order(b));
    const voices = (known ?? []).filter((voice) => voice.memory === memory);
    const names = voices.map(({ name }) => name);
    const choices = nameChoices({ naming, who, others, voices: names, text });
    const isFull = !naming && !isRoomForMore(speakers);
    if (!isFull) return { who, choices, isFull };
    return { who, choices: choices.filter(({ kind }) => kind === 'speaker'), isFull };
  }, [speakers, memory, known, asked, naming, text]);
}

const NOBODY: readonly { id: number; name: string | null; label: string }[] = [];

/** Who else spoke last before a moment, and who does next: likely the one who is meant. */
function speakersAround(start: number, who: number): number[] {
  const said = segmentsShown().filter(({ text, speaker_id }) => text !== '' && speaker_id !== who);
  const before = said.findLast((segment) => segment.start < start);
  const after = said.find((segment) => segment.start > start);
  return [...new Set([before, after].flatMap((segment) => segment?.speaker_id ?? []))];
}
