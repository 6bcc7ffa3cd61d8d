import { expect, test } from 'vitest';
import { scoreTurns, scoreWords, type Turn } from '../../helpers/corpus/diarization-score.ts';

const turn = (startMs: number, endMs: number, speaker: string): Turn => ({
  startMs,
  endMs,
  speaker,
});
const truth = [turn(0, 4000, 'anna'), turn(4000, 8000, 'bo')];
const exact = { collarMs: 0 };

test('names do not matter, only who is the same person', () => {
  const found = [turn(0, 4000, '2'), turn(4000, 8000, '1')];
  expect(scoreTurns(truth, found, exact)).toMatchObject({ der: 0, countError: 0 });
});

test('one label for two people confuses half of the time', () => {
  const found = [turn(0, 8000, '1')];
  expect(scoreTurns(truth, found, exact)).toMatchObject({
    confusion: 0.5,
    der: 0.5,
    countError: -1,
  });
});

test('what is missed and what is made up add to it', () => {
  const found = [turn(0, 4000, '1'), turn(4000, 6000, '2'), turn(8000, 10_000, '2')];
  const score = scoreTurns(truth, found, exact);
  expect(score).toMatchObject({ missed: 0.25, falseAlarm: 0.25, confusion: 0, der: 0.5 });
});

test('two who speak at once count twice', () => {
  const both = [turn(0, 4000, 'anna'), turn(2000, 4000, 'bo')];
  expect(scoreTurns(both, [turn(0, 4000, '1')], exact).missed).toBeCloseTo(1 / 3);
});

test('around changes nothing counts, nor in segments left out', () => {
  const late = [turn(0, 4200, '1'), turn(4200, 8000, '2')];
  expect(scoreTurns(truth, late).der).toBe(0);
  expect(scoreTurns(truth, late, exact).der).toBeCloseTo(0.025);
  const paused = { collarMs: 0, unscored: [{ startMs: 4000, endMs: 4200 }] };
  expect(scoreTurns(truth, late, paused).der).toBe(0);
});

test('the mapping is the best one, not the first one that fits', () => {
  const found = [turn(0, 3000, 'x'), turn(3000, 4000, 'y'), turn(4000, 8000, 'x')];
  expect(scoreTurns(truth, found, exact).confusion).toBeCloseTo(3 / 8);
});

test('words are wrong where their speaker is', () => {
  expect(scoreWords(['a', 'a', 'b', 'b'], ['1', '1', '2', '1'])).toBe(0.25);
  expect(scoreWords(['a', 'b'], ['1', '1'])).toBe(0.5);
});
