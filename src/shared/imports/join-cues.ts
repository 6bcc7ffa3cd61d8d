import { joinTexts } from '../subtitles/spacing.ts';
import type { GivenCue } from './given-cue.ts';
import { type GivenPiece, type GivenSegment, MAX_CUE_CHARACTERS } from './given-transcript.ts';

type Group = { speaker: string | null; cues: GivenCue[]; characters: number };

/** A longer pause ends a speaker's sentence. */
const PAUSE_MS = 1500;
/** What is longer is hard to correct in one piece. */
const LONG_MS = 30_000;
const SENTENCE_END = /[.!?。！？…؟।]["'”’»)\]]*$/u;

/**
 * Joins the cues of a sentence, since a subtitle ends where its lines are full. Unnamed cues are the last speaker's, and
 * one that begins before the one before it has ended is said at the same time.
 */
export function joinCues(cues: readonly GivenCue[]): GivenSegment[] {
  const groups: Group[] = [];
  for (const cue of cues) {
    const open = groups.at(-1);
    const speaker = cue.speaker ?? open?.speaker ?? null;
    const { length } = cue.text;
    if (open && open.speaker === speaker && goesOn(open, cue)) {
      open.cues.push(cue);
      open.characters += length + 1;
    } else groups.push({ speaker, cues: [cue], characters: length });
  }
  return groups.map(({ speaker, cues }) => {
    const pieces = cues.map(
      ({ startMs, endMs, text }): GivenPiece => ({ startMs, endMs, text, words: null }),
    );
    const text = joinTexts(pieces.map((piece) => piece.text));
    const [startMs, endMs] = [pieces[0]?.startMs ?? 0, pieces.at(-1)?.endMs ?? 0];
    return { startMs, endMs, speaker, language: null, text, pieces };
  });
}

function goesOn({ cues: said, characters }: Group, cue: GivenCue): boolean {
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last || SENTENCE_END.test(last.text)) return false;
  if (characters + cue.text.length >= MAX_CUE_CHARACTERS) return false;
  const pauseMs = cue.startMs - last.endMs;
  return pauseMs >= 0 && pauseMs < PAUSE_MS && cue.endMs - first.startMs <= LONG_MS;
}
