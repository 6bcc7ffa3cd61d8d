import type { Engine } from '../../engine/engine.ts';
import type { PlannedWindow } from '../../repositories/transcripts/transcript.repository.ts';
import { forEachLane } from '../windows/for-each-lane.ts';

/** Enough windows to outvote a greeting in another language or a jingle, few enough to cost almost nothing. */
export const VOTERS = 5;
/** Below this mean probability the winner is a guess. */
const SURE = 0.5;

/** A window with at least this probability for another language is in that language. */
const CLEARLY = 0.8;
/** Shorter windows, a cheer or a name, are too short to decide. */
export const LEAST_FOREIGN_MS = 5000;

export type LanguageVote = {
  language: string;
  sure: boolean;
  /** Whether some window is clearly in another language than the winner. */
  mixed: boolean;
};
type Read = (window: PlannedWindow) => Promise<Uint8Array>;

/** Detects the language of several windows across the recording and sums their probabilities. */
export async function voteLanguage(
  engine: Pick<Engine, 'info' | 'detect'>,
  windows: readonly PlannedWindow[],
  read: Read,
  signal: AbortSignal,
): Promise<LanguageVote> {
  const voters = spread(windows, VOTERS);
  const votes: Record<string, number>[] = [];
  await forEachLane(
    voters,
    () => engine.info.lanes,
    async (window) => {
      votes.push(await engine.detect(await read(window), { signal }));
    },
  );
  return countVotes(votes);
}

/** The languages of the windows that clearly differ from the recording's, by window index. */
export async function foreignWindows(
  engine: Engine,
  windows: readonly PlannedWindow[],
  read: Read,
  language: string,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const foreign = new Map<number, string>();
  const long = windows.filter(({ startMs, endMs }) => endMs - startMs >= LEAST_FOREIGN_MS);
  await forEachLane(
    long,
    () => engine.info.lanes,
    async (window) => {
      const own = clearLanguage(await engine.detect(await read(window), { signal }));
      if (own !== null && own !== language) foreign.set(window.index, own);
    },
  );
  return foreign;
}

/** The language that a window is clearly in; null if that is open. */
export function clearLanguage(vote: Record<string, number>): string | null {
  return Object.entries(vote).find(([, p]) => p >= CLEARLY)?.[0] ?? null;
}

/** The language with the highest mean probability; ties go to the first by code. */
export function countVotes(votes: readonly Record<string, number>[]): LanguageVote {
  const sums = new Map<string, number>();
  for (const vote of votes) {
    for (const [language, p] of Object.entries(vote)) {
      sums.set(language, (sums.get(language) ?? 0) + p);
    }
  }
  const [winner] = [...sums].sort(([a, pa], [b, pb]) => pb - pa || (a < b ? -1 : 1));
  if (!winner) return { language: 'en', sure: false, mixed: false };
  const [language, sum] = winner;
  const mixed = votes.map(clearLanguage).some((own) => own !== null && own !== language);
  return { language, sure: sum / votes.length >= SURE, mixed };
}

/** The windows in languages that a model knows, and the others; `known` is null for a model that knows all. */
export function byKnownLanguage(
  windows: readonly PlannedWindow[],
  known: readonly string[] | null,
  languageOf: (window: PlannedWindow) => string,
): { known: PlannedWindow[]; others: PlannedWindow[] } {
  const isKnown = (window: PlannedWindow) => known?.includes(languageOf(window)) ?? true;
  return {
    known: windows.filter(isKnown),
    others: windows.filter((window) => !isKnown(window)),
  };
}

function spread(windows: readonly PlannedWindow[], count: number): PlannedWindow[] {
  if (windows.length <= count) return [...windows];
  const step = windows.length / count;
  return Array.from({ length: count }, (_, i) => windows[Math.floor((i + 0.5) * step)]).filter(
    (window) => window !== undefined,
  );
}
