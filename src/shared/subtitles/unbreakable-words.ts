import type { Segment } from '../transcription/transcript.ts';
import { staysTogether } from './punctuation.ts';
import { type ScriptProfile, splitCharacters, textWidth } from './script-profile.ts';
import { cleanLine, isSpaceless, separator } from './spacing.ts';
import { timedWords } from './timed-words.ts';

/** The smallest unit that line breaks keep together: a word with its punctuation. */
export type Atom = {
  text: string;
  width: number;
  spaceBefore: boolean;
  startMs: number;
  endMs: number;
};

/** The atoms of one segment, cleaned for display, with times that never precede `notBeforeMs`. */
export function segmentAtoms(
  segment: Segment,
  profile: ScriptProfile,
  lineWidth: number,
  notBeforeMs: number,
): Atom[] {
  const atoms: Atom[] = [];
  let floorMs = notBeforeMs;
  for (const word of timedWords(segment)) {
    const text = cleanLine(word.text);
    if (text === '') continue;
    const startMs = Math.max(word.startMs, floorMs);
    const endMs = Math.max(word.endMs, startMs);
    floorMs = startMs;
    const atom = {
      text,
      width: textWidth(text, profile),
      spaceBefore: word.spaceBefore,
      startMs,
      endMs,
    };
    const previous = atoms.at(-1);
    if (previous && mustJoin(previous, atom)) {
      const joined = joinAtoms(previous, atom, profile);
      if (joined.width <= lineWidth) {
        atoms[atoms.length - 1] = joined;
        continue;
      }
    }
    atoms.push(atom);
  }
  return atoms;
}

function mustJoin(left: Atom, right: Atom): boolean {
  if (staysTogether(left.text, right.text, right.spaceBefore)) return true;
  return !right.spaceBefore && !isSpaceless(left.text) && !isSpaceless(right.text);
}

function joinAtoms(left: Atom, right: Atom, profile: ScriptProfile): Atom {
  const text = `${left.text}${right.spaceBefore ? ' ' : ''}${right.text}`;
  return { ...left, text, width: textWidth(text, profile), endMs: right.endMs };
}

/** A segment's first atom with the space that separates it from the preceding text. */
export function continueText(before: readonly Atom[], atom: Atom): Atom {
  return { ...atom, spaceBefore: separator(before.at(-1)?.text ?? '', atom.text) === ' ' };
}

/** Splits an atom into pieces no wider than `limit`, dividing its time by length. */
export function fitAtom(atom: Atom, limit: number, profile: ScriptProfile): Atom[] {
  if (atom.width <= limit) return [atom];
  const pieces = cutText(atom.text, limit, profile);
  const duration = atom.endMs - atom.startMs;
  const at = (index: number) => Math.round(atom.startMs + (duration * index) / pieces.length);
  return pieces.map((text, index) => ({
    text,
    width: textWidth(text, profile),
    spaceBefore: index === 0 && atom.spaceBefore,
    startMs: at(index),
    endMs: at(index + 1),
  }));
}

function cutText(text: string, limit: number, profile: ScriptProfile): string[] {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const character of splitCharacters(text)) {
    const characterWidth = textWidth(character, profile);
    if (piece !== '' && width + characterWidth > limit) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += character;
    width += characterWidth;
  }
  return [...pieces, piece].map((part) => part.trim()).filter((part) => part !== '');
}
