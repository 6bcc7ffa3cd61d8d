/** Names of speakers where a format has no place for them: `Ana: Hello.` */
import type { GivenCue } from './given-cue.ts';
import type { Limits } from './given-transcript.ts';

/** Up to four words, each of which begins like a name: `Dr. Ana Ruiz: `. A full-width colon needs no space. */
const NAME =
  /^((?:[\p{Lu}\p{Lo}\d][^\s:\uff1a<>]*)(?: [\p{Lu}\p{Lo}\d][^\s:\uff1a<>]*){0,3})(?:: +|\uff1a\s*)(?=\S)/u;
const MAX_NAME = 40;

/**
 * Some formats name speakers at most in their text. A file does so if its first cue does; else only what stands there more than
 * once is a name. No capital tells a name in Chinese from "he said", which comes back as well.
 */
export function withNames(cues: readonly GivenCue[], limits: Limits): GivenCue[] {
  const nameIn = ({ text }: GivenCue) => {
    const name = NAME.exec(text)?.[1];
    return name !== undefined && name.length <= MAX_NAME && !/^\d+$/.test(name) ? name : null;
  };
  const names = cues.map(nameIn);
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isNamed = names[0] !== null;
  const comesBack = (name: string, text: string) =>
    (counts.get(name) ?? 0) > 1 && text[name.length] === ':';
  return cues.map((cue, at) => {
    const name = names[at] ?? null;
    if (cue.speaker !== null || name === null) return cue;
    if (!isNamed && !comesBack(name, cue.text)) return cue;
    return {
      ...cue,
      speaker: limits.name(name),
      text: cue.text.slice(NAME.exec(cue.text)?.[0].length),
    };
  });
}
