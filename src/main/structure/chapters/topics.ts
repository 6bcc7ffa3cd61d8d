/**
 * Topic segmentation: cuts a text into spans whose words each appear drawn from one source, solved exactly by dynamic
 * programming (Dirichlet-multinomial likelihood as in Eisenstein & Barzilay, EMNLP 2008).
 */
type TopicInput = {
  /** Word types of each unit (sentence, segment or block), in order. */
  units: readonly (readonly number[])[];
  typeCount: number;
  /** The bonus for a topic that starts at a unit, in units of log-likelihood. */
  bonus: readonly number[];
  /** The cost of each additional topic. */
  penalty: number;
  /** The size of each unit in any measure, and the allowed sizes of a topic. A single topic may have any size. */
  extents: readonly number[];
  minExtent: number;
  maxExtent: number;
  /** The numbers of topics to consider, and the one preferred on a tie. */
  minCount: number;
  maxCount: number;
  preferredCount: number;
};

/** Consecutive segments about one topic, and the sentences that start in them (`sentenceEnd` is exclusive). */
export type ChapterSpan = {
  firstSegment: number;
  lastSegment: number;
  firstSentence: number;
  sentenceEnd: number;
};

/** Prior weight of every type in every topic: low, so that a topic uses few types. */
const PRIOR = 0.1;

/** The start of each topic: indexes of units, the first always 0. Empty for empty input. */
export function segmentTopics(input: TopicInput): number[] {
  const count = input.units.length;
  if (count === 0) return [];
  const spans = scoreSpans(input);
  const layers = [firstLayer(input, spans)];
  const most = Math.min(input.maxCount, count);
  while (layers.length < most) layers.push(nextLayer(input, spans, layers.at(-1)));
  return trace(layers, chooseCount(input, layers), count);
}

/** For every start, the scores and range of the topics that may start there. */
type Spans = { scores: Float32Array[]; offsets: Int32Array };
type Layer = { best: Float64Array; origin: Int32Array };

/**
 * The likelihood of a span, word by word as in a Pólya urn: a word seen `c` times among `n` scores ln((φ + c) / (φV +
 * n)), so extending a span by a unit costs only the unit's words.
 */
function scoreSpans({ units, typeCount, extents, minExtent, maxExtent }: TopicInput): Spans {
  const longest = units.reduce((sum, unit) => sum + unit.length, 0) + 1;
  const logCount = logTable(PRIOR, longest);
  const logTotal = logTable(PRIOR * typeCount, longest);
  const counts = new Int32Array(typeCount);
  const offsets = new Int32Array(units.length);
  const scores = units.map((_, from) => {
    const reachable: number[] = [];
    let extent = 0;
    let total = 0;
    let score = 0;
    let to = from;
    for (; to < units.length; to++) {
      const grown = extent + (extents[to] ?? 0);
      if (to > from && grown > maxExtent) break;
      extent = grown;
      for (const type of units[to] ?? []) {
        const seen = counts[type] ?? 0;
        score += (logCount[seen] ?? 0) - (logTotal[total] ?? 0);
        counts[type] = seen + 1;
        total++;
      }
      if (extent < minExtent) offsets[from] = to + 1 - from;
      else reachable.push(score);
    }
    for (let at = from; at < to; at++) for (const type of units[at] ?? []) counts[type] = 0;
    return Float32Array.from(reachable);
  });
  return { scores, offsets };
}

/** Log-likelihood of the units `from…to−1` as one topic. */
type SpanScore = (from: number, to: number) => number;

export function createSpanScore(
  units: readonly (readonly number[])[],
  typeCount: number,
): SpanScore {
  const counts = new Int32Array(typeCount);
  return (from, to) => {
    let total = 0;
    let score = 0;
    for (let at = from; at < to; at++) {
      for (const type of units[at] ?? []) {
        const seen = counts[type] ?? 0;
        score += Math.log((PRIOR + seen) / (PRIOR * typeCount + total));
        counts[type] = seen + 1;
        total++;
      }
    }
    for (let at = from; at < to; at++) for (const type of units[at] ?? []) counts[type] = 0;
    return score;
  };
}

function logTable(shift: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, value) => Math.log(shift + value));
}

/** One topic from the start to each unit; the whole text as one topic is always allowed. */
function firstLayer(input: TopicInput, spans: Spans): Layer {
  const count = input.units.length;
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const offset = spans.offsets[0] ?? 0;
  const scores = spans.scores[0] ?? new Float32Array();
  for (const [index, score] of scores.entries()) best[offset + index + 1] = score;
  if (best[count] === Number.NEGATIVE_INFINITY && input.minCount <= 1) {
    best[count] = createSpanScore(input.units, input.typeCount)(0, count);
  }
  return { best, origin: new Int32Array(count + 1) };
}

function nextLayer(input: TopicInput, spans: Spans, before: Layer | undefined): Layer {
  const count = input.units.length;
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const origin = new Int32Array(count + 1);
  for (let from = 1; from < count; from++) {
    const base = (before?.best[from] ?? 0) + (input.bonus[from] ?? 0) - input.penalty;
    const scores = spans.scores[from];
    if (base === Number.NEGATIVE_INFINITY || !scores) continue;
    const first = from + (spans.offsets[from] ?? 0) + 1;
    for (let index = 0; index < scores.length; index++) {
      const total = base + (scores[index] ?? 0);
      if (total > (best[first + index] ?? 0)) {
        best[first + index] = total;
        origin[first + index] = from;
      }
    }
  }
  return { best, origin };
}

/** The best allowed number of topics; one if no number fits the sizes. */
function chooseCount({ units, minCount, preferredCount }: TopicInput, layers: Layer[]): number {
  let chosen = 1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, { best }] of layers.entries()) {
    const count = index + 1;
    const score = best[units.length] ?? 0;
    if (count < minCount || score === Number.NEGATIVE_INFINITY || score < highest) continue;
    const nearer = Math.abs(count - preferredCount) < Math.abs(chosen - preferredCount);
    if (score > highest || nearer) chosen = count;
    highest = score;
  }
  return chosen;
}

function trace(layers: readonly Layer[], topics: number, count: number): number[] {
  const starts: number[] = [];
  let end = count;
  for (let layer = topics - 1; layer > 0; layer--) {
    end = layers[layer]?.origin[end] ?? 0;
    starts.push(end);
  }
  return [0, ...starts.reverse()];
}
