import type { Engine } from '../engine/engine.ts';
import type { PlannedWindow } from '../repositories/transcript.repository.ts';
import { forEachLane } from './lanes.ts';

/** Enough windows to outvote a foreign greeting or a jingle, few enough to cost next to nothing. */
const VOTERS = 5;
/** Below this mean probability the winner is a guess. */
const SURE = 0.5;

export type LanguageVote = { language: string; sure: boolean };

/** Asks several windows spread over the recording, and adds up what they say. */
export async function voteLanguage(
  engine: Engine,
  windows: readonly PlannedWindow[],
  read: (window: PlannedWindow) => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<LanguageVote> {
  const voters = spread(windows, VOTERS);
  const votes: Record<string, number>[] = [];
  await forEachLane(voters, engine.info.lanes, async (window) => {
    votes.push(await engine.detect(await read(window), { signal }));
  });
  return countVotes(votes);
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
  if (!winner) return { language: 'en', sure: false };
  return { language: winner[0], sure: winner[1] / votes.length >= SURE };
}

/** Up to `count` windows at even distances. */
function spread(windows: readonly PlannedWindow[], count: number): PlannedWindow[] {
  if (windows.length <= count) return [...windows];
  const step = windows.length / count;
  return Array.from({ length: count }, (_, i) => windows[Math.floor((i + 0.5) * step)]).filter(
    (window) => window !== undefined,
  );
}
