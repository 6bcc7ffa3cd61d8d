/** What a name that is typed may mean: somebody who is known, or somebody new. */
import { casefold } from '../../../../../shared/casefold.ts';
import { MAX_SPEAKER_NAME, SpeakerName } from '../../../../../shared/transcription/speakers.ts';

export type Somebody = { id: number; name: string };

export type NameChoice =
  | ({ kind: 'speaker' } & Somebody)
  /** A name nobody has in this recording; `known` is that of a remembered voice. */
  | { kind: 'name'; name: string; known: boolean }
  /** Somebody new without a name. */
  | { kind: 'unnamed' };

export type NameQuestion = {
  /** Whether it names all that somebody says; else some of it is given to whoever has the name. */
  naming: boolean;
  who: Somebody;
  /** The others of this recording, the likeliest first. */
  others: readonly Somebody[];
  voices: readonly string[];
  /** What is typed; null where nothing was. */
  text: string | null;
};

/** The choices; Enter takes the first once something was typed. */
export function nameChoices({ naming, who, others, voices, text }: NameQuestion): NameChoice[] {
  const people = naming ? others : [...others, who];
  const speakers = people.map((one) => ({ kind: 'speaker', ...one }) as const);
  const names = voices
    .filter((name) => ![who, ...others].some((one) => isSame(one.name, name)))
    .map((name) => ({ kind: 'name', name, known: true }) as const);
  if (text === null || text.trim() === '') {
    const unnamed = naming ? [] : [{ kind: 'unnamed' } as const];
    return [...speakers.filter(({ id }) => id !== who.id), ...names, ...unnamed];
  }
  const all: readonly NameChoice[] = [...speakers, ...names];
  const same = all.filter((choice) => isSame(nameOf(choice), text));
  const begun = all.filter((choice) => !same.includes(choice) && begins(nameOf(choice), text));
  // Somebody of this recording comes before somebody new where words are given; a name is what was typed.
  const first = naming ? [] : begun.filter(({ kind }) => kind === 'speaker');
  const rest = begun.filter((choice) => !first.includes(choice));
  const name = readName(text);
  const isThere = name === null || same.some((choice) => nameOf(choice) === name);
  const fresh = isThere ? [] : [{ kind: 'name', name, known: false } as const];
  return [...same, ...first, ...fresh, ...rest];
}

/** The name as it is stored; null where it is none. */
function readName(text: string): string | null {
  return SpeakerName.safeParse(text).data ?? null;
}

/** Why a text is no name; null where it is one, or nothing. */
export function nameProblem(text: string): string | null {
  if (text.trim() === '' || readName(text) !== null) return null;
  const { length } = text.trim();
  if (length <= MAX_SPEAKER_NAME) return 'A name needs a character that can be seen.';
  return `A name has at most ${MAX_SPEAKER_NAME} characters; this one has ${length}.`;
}

function nameOf(choice: NameChoice): string {
  return choice.kind === 'unnamed' ? '' : choice.name;
}

function isSame(name: string, other: string): boolean {
  return fold(name) === fold(other);
}

function begins(name: string, text: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(text)}`);
}

function fold(name: string): string {
  return casefold(name.trim().replaceAll(/\s+/gu, ' '));
}
