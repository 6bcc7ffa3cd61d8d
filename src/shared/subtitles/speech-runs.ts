import type { Segment } from '../transcription/transcript.ts';
import { type ScriptProfile, scriptProfile, splitCharacters, textWidth } from './script-profile.ts';
import { cleanLine } from './spacing.ts';
import type { SubtitleOptions } from './subtitle-options.ts';
import { type Atom, continueText, fitAtom, segmentAtoms } from './unbreakable-words.ts';

/** Text that cues must not cross the ends of: one speaker, one writing system, no long pause. */
export type Run = {
  atoms: Atom[];
  profile: ScriptProfile;
  lineWidth: number;
  speaker: string | null;
  label: string | null;
  /** The label's width on the first line, 0 without one. */
  labelWidth: number;
};

/** A silence this long always ends a cue. */
const LONG_PAUSE_MS = 1000;

type SpeakerSpan = { speaker: string; profile: ScriptProfile; atoms: Atom[] };

/** Splits a transcript into runs, with the text of each ready for layout. */
export function buildRuns(segments: readonly Segment[], options: SubtitleOptions): Run[] {
  const spans = splitBySpeaker(segments, options);
  const named =
    options.speakers === 'always' ||
    (options.speakers === 'auto' && new Set(spans.map((s) => s.speaker)).size > 1);
  return spans.map(({ speaker, profile, atoms }, index) => {
    const lineWidth = options.max_chars_per_line ?? profile.charsPerLine;
    const turn = spans[index - 1]?.speaker !== speaker;
    const label = named && turn ? speakerLabel(speaker, lineWidth / 2, profile) : null;
    const labelWidth = label === null ? 0 : textWidth(`${label}: `, profile);
    return {
      atoms: atoms.flatMap((atom, at) =>
        fitAtom(atom, lineWidth - (at === 0 ? labelWidth : 0), profile),
      ),
      profile,
      lineWidth,
      speaker: named ? speaker : null,
      label,
      labelWidth,
    };
  });
}

function splitBySpeaker(segments: readonly Segment[], options: SubtitleOptions): SpeakerSpan[] {
  const spans: SpeakerSpan[] = [];
  let floorMs = 0;
  for (const segment of segments) {
    const profile = scriptProfile(segment.language);
    const lineWidth = options.max_chars_per_line ?? profile.charsPerLine;
    const speaker = namesIn(segment);
    const atoms = segmentAtoms(segment, profile, lineWidth, floorMs);
    for (const [index, atom] of atoms.entries()) {
      const open = spans.at(-1);
      if (open?.speaker === speaker && open.profile === profile && follows(open.atoms, atom)) {
        open.atoms.push(index === 0 ? continueText(open.atoms, atom) : atom);
      } else {
        spans.push({ speaker, profile, atoms: [atom] });
      }
      floorMs = atom.startMs;
    }
  }
  return spans;
}

/** `Anna`, or `Anna & Ben` where they talk at once. */
function namesIn({ speaker, speakers = [speaker] }: Segment): string {
  return speakers.map((name) => cleanLine(name) || '?').join(' & ');
}

function follows(atoms: readonly Atom[], next: Atom): boolean {
  const last = atoms.at(-1);
  return last !== undefined && next.startMs - last.endMs < LONG_PAUSE_MS;
}

/** The name, shortened to fit in `room` together with `: `. */
function speakerLabel(speaker: string, room: number, profile: ScriptProfile): string {
  if (textWidth(`${speaker}: `, profile) <= room) return speaker;
  const characters = splitCharacters(speaker);
  while (characters.length > 1 && textWidth(`${characters.join('')}…: `, profile) > room) {
    characters.pop();
  }
  return `${characters.join('').trim()}…`;
}
