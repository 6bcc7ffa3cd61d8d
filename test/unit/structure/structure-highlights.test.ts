import { describe, expect, test } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { joinTexts } from '../../../src/shared/subtitles/spacing.ts';
import { durationOf, type Line, speak } from '../../helpers/corpus/texts-spoken.ts';

/** Six minutes of questions and answers, each too short to be quoted alone. */
const SUBJECTS = ['kettles', 'otters', 'barley', 'curtains', 'lagoons', 'quarries', 'ferries'];
const talk = (change: Partial<Line> = {}): Line[] =>
  Array.from({ length: 5 }, (_, round) =>
    SUBJECTS.flatMap((subject) => [
      { text: `Why do ${subject} cost money?`, pauseMs: 4000 },
      { text: `Copper ${subject} need ${round + 2} strong helpers.`, ...change },
    ]),
  ).flat();

function highlightsOf(lines: Line[]) {
  const segments = speak(lines);
  const said = joinTexts(segments.map(({ text }) => text));
  const { key_highlights } = structureTranscript({ segments, durationMs: durationOf(segments) });
  for (const { quote } of key_highlights) expect(said).toContain(quote);
  return key_highlights;
}

describe('a highlight of two sentences', () => {
  test('joins a short question and its answer, word for word', () => {
    const highlights = highlightsOf(talk());
    expect(highlights.length).toBeGreaterThanOrEqual(3);
    for (const { quote, segment_ids: ids, start, end } of highlights) {
      expect(quote).toMatch(/^Why do .*\? Copper .*\.$/);
      expect(ids).toHaveLength(2);
      expect(end - start).toBeGreaterThan(3);
    }
  });

  test.each<[string, Partial<Line>]>([
    ['two people', { speaker: 'Speaker 2' }],
    ['two breaths', { pauseMs: 3000 }],
  ])('is never of %s', (_, change) => {
    for (const { segment_ids: ids } of highlightsOf(talk(change))) expect(ids).toHaveLength(1);
  });
});
