/** What can be learnt of people from how they sound: the directions they differ in, and when two are one. Pure. */
import {
  type BetweenVoices,
  likelihoodRatio,
  project,
} from '../src/main/speakers/acoustic/between-voices.ts';
import { invertCholesky, principalDirections } from '../src/main/speakers/grouping/matrices.ts';
import { addOuter } from '../src/main/speakers/grouping/voice-space.ts';
import { addTo, dot, rowOf } from '../src/main/speakers/voice-prints.ts';

/** A piece of somebody's speech, recorded in one of several ways. */
export type HeardVoice = { name: string; condition: string; piece: number; numbers: Float32Array };

type Learnt = Omit<BetweenVoices, 'same'>;

const DIRECTIONS = 16;
/** How much less numbers vary together than was heard: so few people are not all people. */
const SHRINKAGE = 0.3;
const LEAST_BETWEEN = 1e-3;
const FOLDS = 7;
/** The part of pairs of two people that may be taken for one. */
const FALSE_PART = 0.01;

/** The two-covariance model's numbers, of pieces of at least two people. */
export function learnBetween(heard: readonly HeardVoice[]): Learnt {
  const dim = heard[0]?.numbers.length ?? 0;
  const mean = meanOf(heard, dim);
  const people = [...Map.groupBy(heard, ({ name }) => name).values()];
  const within = new Float64Array(dim * dim);
  for (const pieces of people) {
    const middle = meanOf(pieces, dim);
    for (const { numbers } of pieces) addOuter(within, minus(numbers, middle), 1);
  }
  const freedom = heard.length - people.length;
  const whiten = invertCholesky(
    within.map((value, at) => (value / freedom) * (at % (dim + 1) === 0 ? 1 : 1 - SHRINKAGE)),
    dim,
  );
  const rows = new Float32Array(people.length * dim);
  people.forEach((pieces, row) => {
    rows.set(whiten(minus(meanOf(pieces, dim), mean)), row * dim);
  });
  const ones = new Float32Array(people.length).fill(1);
  const axes = principalDirections(rows, ones, dim, DIRECTIONS);
  const columns = Array.from({ length: dim }, (_, at) =>
    whiten(Float32Array.from({ length: dim }, (_, row) => (row === at ? 1 : 0))),
  );
  // Of the variance of people's means, a part is only that each was heard in so few pieces.
  const chance = people.reduce((sum, pieces) => sum + 1 / pieces.length, 0) / people.length;
  const between = Array.from({ length: DIRECTIONS }, (_, axis) => {
    const along = Array.from(people, (_, row) =>
      dot(rowOf(rows, dim, row), rowOf(axes, dim, axis)),
    );
    const spread = along.reduce((sum, value) => sum + value ** 2, 0) / (people.length - 1);
    return Math.max(LEAST_BETWEEN, spread - chance);
  });
  const directions = Array.from({ length: DIRECTIONS }, (_, axis) =>
    columns.map((column) => round(dot(column, rowOf(axes, dim, axis)))),
  );
  const rounded = { mean: Array.from(mean, round), between: between.map(round) };
  return { voices: people.length, ...rounded, directions };
}

/** The likelihood ratio that, of people not learnt from, at most 1 % of pairs of two reach, recorded alike or not. */
export function thresholdFor(heard: readonly HeardVoice[]): number {
  const names = [...new Set(heard.map(({ name }) => name))];
  const others = { alike: [] as number[], apart: [] as number[] };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isOut = ({ name }: HeardVoice) => names.indexOf(name) % FOLDS === fold;
    const learnt = learnBetween(heard.filter((voice) => !isOut(voice)));
    for (const { kind, same, ratio } of pairsOf(learnt, heard.filter(isOut))) {
      if (!same) others[kind].push(ratio);
    }
  }
  const highest = (ratios: number[]) =>
    ratios.toSorted((a, b) => b - a)[Math.floor(ratios.length * FALSE_PART)] ?? 0;
  return round(Math.max(highest(others.alike), highest(others.apart)));
}

/** Of other people: how many pairs of one person's are recognised, and how many of two people's, recorded alike or not. */
export function likenessOf(learnt: BetweenVoices, heard: readonly HeardVoice[]) {
  const pairs = pairsOf(learnt, heard);
  const part = (kind: Pair['kind'], same: boolean) => {
    const of = pairs.filter((pair) => pair.kind === kind && pair.same === same);
    const reached = of.filter(({ ratio }) => ratio >= learnt.same).length;
    return `${reached} of ${of.length}`;
  };
  const figures = (kind: Pair['kind']) => ({
    known: part(kind, true),
    mistaken: part(kind, false),
    equalErrors: round(equalErrorRate(pairs.filter((pair) => pair.kind === kind))),
  });
  return { alike: figures('alike'), apart: figures('apart') };
}

type Pair = { kind: 'alike' | 'apart'; same: boolean; ratio: number };

/** All pairs but those of nearly the same speech recorded twice: pieces of two recordings seldom begin at one place. */
function pairsOf(learnt: Learnt, heard: readonly HeardVoice[]): Pair[] {
  const profiles = heard.map(({ numbers }) => project(learnt, numbers));
  return heard.flatMap((one, index) =>
    heard.slice(index + 1).flatMap((other, offset): Pair[] => {
      const same = one.name === other.name;
      const kind = one.condition === other.condition ? 'alike' : 'apart';
      if (same && kind === 'apart' && Math.abs(one.piece - other.piece) < 2) return [];
      const [a, b] = [profiles[index], profiles[index + 1 + offset]];
      if (!a || !b) return [];
      return [{ kind, same, ratio: likelihoodRatio(a, b, learnt.between) }];
    }),
  );
}

/** Where as large a part of one person's pairs is missed as of two people's is mistaken. */
function equalErrorRate(pairs: readonly Pair[]): number {
  const [one, two] = [true, false].map((same) => pairs.filter((pair) => pair.same === same));
  const total = { one: one?.length ?? 0, two: two?.length ?? 0 };
  let [missed, mistaken] = [0, total.two];
  for (const { same } of pairs.toSorted((a, b) => a.ratio - b.ratio)) {
    if (same) missed += 1;
    else mistaken -= 1;
    if (missed / total.one >= mistaken / total.two) break;
  }
  return (missed / total.one + mistaken / total.two) / 2;
}

function meanOf(heard: readonly HeardVoice[], dim: number): Float32Array {
  const mean = new Float32Array(dim);
  for (const { numbers } of heard) addTo(mean, numbers, 1 / heard.length);
  return mean;
}

function minus(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, at) => value - (b[at] ?? 0));
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
