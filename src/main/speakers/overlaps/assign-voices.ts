/** Finds out which voice of each window is which speaker. Pure. */
import { commonMs, type TimeSpan } from '../../../shared/time.ts';
import { windowFits } from '../turns/find-turns.ts';
import type { Turn, VoiceEmbeddings, VoiceTurn } from '../voice-embeddings.ts';
import { believed } from './voice-turns.ts';

/** A shorter pause in a speaker's turn is no pause: the seams between windows leave some. */
const SEAM_MS = 100;

/** How well a voice of a window fits each speaker, and from how much speech that is known. */
type Evidence = { voice: number; speechMs: number; fits: Float64Array };

/**
 * The turns of all speakers, in order of their start; where several speak at once, their turns overlap. Two voices of
 * one window are never one speaker, unless there are fewer speakers than voices.
 * @param labels the speaker of each embedding, 0…count−1
 */
export function assignVoices(
  voiceTurns: readonly VoiceTurn[],
  embeddings: VoiceEmbeddings,
  labels: Int32Array,
  count: number,
): Turn[] {
  if (count === 0) return [];
  const fits = windowFits(embeddings, labels, count);
  const turns: Turn[] = [];
  let first = 0;
  for (const own of Map.groupBy(voiceTurns, ({ window }) => window).values()) {
    const fromMs = Math.min(...own.map(({ startMs }) => startMs));
    while ((embeddings.windows[first]?.endMs ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    const evidence = rateVoices(own, embeddings.windows, { fits, first, count });
    const speakers = bestAssignment(evidence, count);
    for (const turn of own.flatMap((one) => believed(one) ?? [])) {
      const speaker = speakers.get(turn.voice);
      const voice = evidence.find((one) => one.voice === turn.voice);
      if (speaker === undefined || !voice) continue;
      const { startMs, endMs } = turn;
      turns.push({ startMs, endMs, speaker, confidence: marginOf(voice, speaker) });
    }
  }
  return joinOwn(turns).toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

function rateVoices(
  turns: readonly VoiceTurn[],
  windows: readonly TimeSpan[],
  { fits, first, count }: { fits: Float32Array; first: number; count: number },
): Evidence[] {
  const alone = aloneIn(turns);
  const untilMs = Math.max(...turns.map(({ endMs }) => endMs));
  return [...new Set(turns.map(({ voice }) => voice))].map((voice) => {
    const own = alone.filter((turn) => turn.voice === voice);
    const evidence = { voice, speechMs: 0, fits: new Float64Array(count) };
    for (let row = first; row < windows.length; row += 1) {
      const window = windows[row];
      if (!window || window.startMs >= untilMs) break;
      const togetherMs = own.reduce((sum, turn) => sum + Math.max(0, commonMs(turn, window)), 0);
      // An embedding of several voices says little about any of them.
      const speechMs = togetherMs * (togetherMs / (window.endMs - window.startMs)) ** 2;
      evidence.speechMs += speechMs;
      for (let speaker = 0; speaker < count; speaker += 1) {
        const fit = fits[row * count + speaker] ?? 0;
        evidence.fits[speaker] = (evidence.fits[speaker] ?? 0) + speechMs * fit;
      }
    }
    return evidence;
  });
}

/** The parts of the turns in which no other speaker has one; chronological. */
function aloneIn(turns: readonly VoiceTurn[]): VoiceTurn[] {
  const moments = turns
    .flatMap((turn) => [
      { atMs: turn.startMs, turn, begins: true },
      { atMs: turn.endMs, turn, begins: false },
    ])
    .toSorted((a, b) => a.atMs - b.atMs);
  const speaking = new Set<VoiceTurn>();
  const alone: VoiceTurn[] = [];
  moments.forEach(({ atMs, turn, begins }, index) => {
    if (begins) speaking.add(turn);
    else speaking.delete(turn);
    const nextMs = moments[index + 1]?.atMs ?? atMs;
    const [only] = speaking;
    if (only === undefined || speaking.size > 1 || nextMs <= atMs) return;
    alone.push({ ...only, startMs: atMs, endMs: nextMs });
  });
  return alone;
}

/**
 * The speakers of a window's voices, all different, that fit best together. A voice that never speaks alone is the
 * speaker that is left, if there is only one.
 */
function bestAssignment(evidence: readonly Evidence[], count: number): Map<number, number> {
  const known = evidence.filter(({ speechMs }) => speechMs > 0);
  const placed = placeFrom(known, count, new Set()).speakers;
  const assigned = new Map(
    known.flatMap(({ voice }, index) => {
      const speaker = placed[index];
      return speaker === undefined ? [] : [[voice, speaker] as const];
    }),
  );
  const used = new Set(assigned.values());
  const left = Array.from({ length: count }, (_, speaker) => speaker).filter((s) => !used.has(s));
  const unknown = evidence.filter(({ speechMs }) => speechMs === 0);
  const [only, ...others] = left;
  if (unknown[0] && unknown.length === 1 && only !== undefined && others.length === 0) {
    assigned.set(unknown[0].voice, only);
  }
  return assigned;
}

/** Tries every speaker for each voice in turn: at most three voices and twenty speakers. */
function placeFrom(
  voices: readonly Evidence[],
  count: number,
  used: ReadonlySet<number>,
): { speakers: number[]; fit: number } {
  const [voice, ...rest] = voices;
  if (!voice) return { speakers: [], fit: 0 };
  // With more voices than speakers, two of them are one.
  const free = used.size < count ? used : new Set<number>();
  let best = { speakers: [] as number[], fit: Number.NEGATIVE_INFINITY };
  for (let speaker = 0; speaker < count; speaker += 1) {
    if (free.has(speaker)) continue;
    const after = placeFrom(rest, count, new Set([...free, speaker]));
    const fit = after.fit + (voice.fits[speaker] ?? 0);
    if (fit > best.fit) best = { speakers: [speaker, ...after.speakers], fit };
  }
  return best;
}

/** By how much the speaker fits the voice better than the next best one, 0–1, as in `findTurns`. */
function marginOf({ speechMs, fits }: Evidence, speaker: number): number {
  if (speechMs === 0) return 0;
  if (fits.length === 1) return 1;
  const rival = Math.max(...fits.filter((_, other) => other !== speaker));
  return Math.min(1, Math.max(0, (2 * ((fits[speaker] ?? 0) - rival)) / speechMs));
}

/** Joins what one speaker says across the seams. */
function joinOwn(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  const last = new Map<number, Turn>();
  for (const turn of turns.toSorted((a, b) => a.startMs - b.startMs)) {
    const open = last.get(turn.speaker);
    if (open !== undefined && turn.startMs - open.endMs <= SEAM_MS) {
      const [a, b] = [open.endMs - open.startMs, turn.endMs - turn.startMs];
      open.confidence = (open.confidence * a + turn.confidence * b) / Math.max(1, a + b);
      open.endMs = Math.max(open.endMs, turn.endMs);
      continue;
    }
    const opened = { ...turn };
    joined.push(opened);
    last.set(turn.speaker, opened);
  }
  return joined;
}
