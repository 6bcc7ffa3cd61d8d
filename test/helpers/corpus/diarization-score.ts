/** How well labels fit the truth: diarization error rate, wrong words, wrong counts. */

/** Someone speaks, `startMs` inclusive, `endMs` exclusive; turns of several people may overlap. */
export type Turn = { startMs: number; endMs: number; speaker: string };
export type Span = { startMs: number; endMs: number };

export type Score = {
  /** Missed, false and confused time, as parts of the time that someone speaks. */
  der: number;
  missed: number;
  falseAlarm: number;
  confusion: number;
  /** Found minus true number of speakers. */
  countError: number;
};

const FRAME_MS = 10;

/**
 * DER = (missed + false alarm + confusion) / scored speech, in frames of 10 ms, with the found speakers mapped to the
 * true ones so that most time fits (NIST RT). Within `collarMs` of each true start and end nothing counts, nor in
 * `unscored` stretches.
 */
export function scoreTurns(
  truth: readonly Turn[],
  found: readonly Turn[],
  { collarMs = 250, unscored = [] }: { collarMs?: number; unscored?: readonly Span[] } = {},
): Score {
  const endMs = Math.max(0, ...[...truth, ...found].map((turn) => turn.endMs));
  const scored = new Uint8Array(Math.ceil(endMs / FRAME_MS)).fill(1);
  const edges = collarMs === 0 ? [] : truth.flatMap((turn) => [turn.startMs, turn.endMs]);
  for (const edge of edges) fill(scored, { startMs: edge - collarMs, endMs: edge + collarMs });
  for (const span of unscored) fill(scored, span);
  const [spoken, labeled] = [activity(truth, scored.length), activity(found, scored.length)];
  const mapping = mapSpeakers(overlaps(spoken, labeled, scored));
  let [speech, missed, falseAlarm, confusion] = [0, 0, 0, 0];
  for (let frame = 0; frame < scored.length; frame += 1) {
    if (scored[frame] === 0) continue;
    const said = [...spoken].filter(([, frames]) => frames[frame] === 1).map(([name]) => name);
    const detected = [...labeled].filter(([, frames]) => frames[frame] === 1).map(([name]) => name);
    const right = detected.filter((name) => said.includes(mapping.get(name) ?? '')).length;
    speech += said.length;
    missed += Math.max(0, said.length - detected.length);
    falseAlarm += Math.max(0, detected.length - said.length);
    confusion += Math.min(said.length, detected.length) - right;
  }
  const part = (frames: number) => frames / Math.max(1, speech);
  return {
    der: part(missed + falseAlarm + confusion),
    missed: part(missed),
    falseAlarm: part(falseAlarm),
    confusion: part(confusion),
    countError: labeled.size - spoken.size,
  };
}

/** The part of words that have the wrong speaker, after the best mapping of speakers (WDER without word errors). */
export function scoreWords(truth: readonly string[], found: readonly string[]): number {
  const table = new Map<string, Map<string, number>>();
  found.forEach((name, index) => {
    const row = table.get(name) ?? new Map<string, number>();
    const said = truth[index] ?? '';
    row.set(said, (row.get(said) ?? 0) + 1);
    table.set(name, row);
  });
  const mapping = mapSpeakers(table);
  const wrong = found.filter((name, index) => mapping.get(name) !== truth[index]).length;
  return wrong / Math.max(1, found.length);
}

/** One to one, so that the shared sum is the greatest: exact, over all subsets of the true speakers. */
function mapSpeakers(table: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, string> {
  const truth = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))];
  let best = new Map([[0, { sum: 0, pairs: [] as [string, string][] }]]);
  for (const [name, row] of table) {
    const next = new Map(best);
    for (const [used, { sum, pairs }] of best) {
      truth.forEach((said, index) => {
        const bit = 1 << index;
        const total = sum + (row.get(said) ?? 0);
        if ((used & bit) !== 0 || total <= (next.get(used | bit)?.sum ?? -1)) return;
        next.set(used | bit, { sum: total, pairs: [...pairs, [name, said]] });
      });
    }
    best = next;
  }
  const winner = [...best.values()].reduce((a, b) => (b.sum > a.sum ? b : a));
  return new Map(winner.pairs);
}

function overlaps(
  spoken: ReadonlyMap<string, Uint8Array>,
  labeled: ReadonlyMap<string, Uint8Array>,
  scored: Uint8Array,
): Map<string, Map<string, number>> {
  const shared = (a: Uint8Array, b: Uint8Array) =>
    scored.reduce((sum, counts, frame) => sum + counts * (a[frame] ?? 0) * (b[frame] ?? 0), 0);
  return new Map(
    [...labeled].map(([name, frames]) => [
      name,
      new Map([...spoken].map(([said, others]) => [said, shared(frames, others)])),
    ]),
  );
}

function activity(turns: readonly Turn[], frames: number): Map<string, Uint8Array> {
  const active = new Map<string, Uint8Array>();
  for (const turn of turns) {
    const row = active.get(turn.speaker) ?? new Uint8Array(frames);
    fill(row, turn, 1);
    active.set(turn.speaker, row);
  }
  return active;
}

function fill(frames: Uint8Array, span: Span, value = 0): void {
  frames.fill(
    value,
    Math.max(0, Math.round(span.startMs / FRAME_MS)),
    Math.max(0, Math.round(span.endMs / FRAME_MS)),
  );
}
