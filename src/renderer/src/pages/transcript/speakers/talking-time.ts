/** Who speaks when and how much, counted from the text as it is now. */

import { toMs } from '../../../../../shared/time.ts';
import type { Speaker } from '../../../../../shared/transcription/speakers.ts';
import { isDoubt } from '../../../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { bySpeaker } from '../reading/text-blocks.ts';

/** What one speaker says until another speaks. */
export type Turn = {
  speaker: number;
  firstSegment: number;
  startMs: number;
  endMs: number;
  text: string;
  /** The mean of its segments, 0–1; 0 where something about it is odd. */
  clarity: number;
};

export type Talk = {
  speaker: Pick<Speaker, 'id' | 'label' | 'name'>;
  talkMs: number;
  /** Of all the talk, 0–1. */
  share: number;
  turns: readonly Turn[];
};

/** All speakers who say something, with their turns, by number. */
export function toTalks(
  speakers: readonly Pick<Speaker, 'id' | 'label' | 'name'>[],
  segments: readonly TranscriptSegment[],
): Talk[] {
  const said = Map.groupBy(
    segments.filter(({ text }) => text !== ''),
    ({ speaker_id: id }) => id,
  );
  const turns = Map.groupBy(toTurns(segments), ({ speaker }) => speaker);
  const known = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const timeOf = (id: number) =>
    (said.get(id) ?? []).reduce((sum, { start, end }) => sum + (end - start) * 1000, 0);
  const ids = [...said.keys()].toSorted((a, b) => a - b);
  const total = ids.reduce((sum, id) => sum + timeOf(id), 0);
  return ids.map((id) => ({
    speaker: known.get(id) ?? { id, label: said.get(id)?.[0]?.speaker ?? '', name: null },
    talkMs: timeOf(id),
    share: timeOf(id) / Math.max(1, total),
    turns: turns.get(id) ?? [],
  }));
}

function toTurns(segments: readonly TranscriptSegment[]): Turn[] {
  return bySpeaker(segments).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    const odd = run.some(({ flags = [] }) => flags.some(isDoubt));
    const sure = run.reduce((sum, { confidence }) => sum + confidence, 0) / run.length;
    return [
      {
        speaker: first.speaker_id,
        firstSegment: first.id,
        startMs: toMs(first.start),
        endMs: toMs(last.end),
        text: run.map(({ text }) => text).join(' '),
        clarity: odd ? 0 : sure,
      },
    ];
  });
}

/** A voice is known after some seconds; more of a turn says nothing new. */
const ENOUGH_MS = 8000;
const SAMPLES = 3;

/** The turns by which a voice is told most easily, long and clear ones, in order of time. */
export function samplesOf(turns: readonly Turn[]): Turn[] {
  const worth = ({ startMs, endMs, clarity }: Turn) =>
    Math.min(ENOUGH_MS, endMs - startMs) * (0.1 + clarity);
  return turns
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, SAMPLES)
    .toSorted((a, b) => a.startMs - b.startMs)
    .map((turn) => ({ ...turn, endMs: Math.min(turn.endMs, turn.startMs + ENOUGH_MS) }));
}
