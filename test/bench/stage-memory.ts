/** The memory of a service and its children while one transcription goes through its stages. Linux only. */
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { z } from 'zod';
import { familyBytes, processorSeconds } from '../helpers/harness/process-memory.ts';

const SAMPLE_EVERY_MS = 100;
const Row = z.object({ status: z.string(), stage: z.string().nullable() });

/** The most of each at any moment of the stage. */
export type StageMemory = {
  stage: string;
  wallMs: number;
  /** Of the service and its children. */
  processorSeconds: number;
  allBytes: number;
  serviceBytes: number;
  childrenBytes: number;
};

/** The stage is read from the database, so that asking costs the service nothing. */
export function watchStages(pid: number, dataDir: string, id: string) {
  const db = new BetterSqlite(join(dataDir, 'steno.db'), { readonly: true });
  const query = db.prepare('SELECT status, stage FROM transcriptions WHERE id = ?');
  const stages = new Map<string, StageMemory & { since: number; secondsBefore: number }>();
  let entered: string | null = null;
  const timer = setInterval(() => {
    const { status, stage } = Row.parse(query.get(id));
    const { own, children } = familyBytes(pid);
    const now = performance.now();
    const name = entered ?? stage ?? status;
    const seen = stages.get(name) ?? {
      stage: name,
      wallMs: 0,
      processorSeconds: 0,
      allBytes: 0,
      serviceBytes: 0,
      childrenBytes: 0,
      since: now,
      secondsBefore: processorSeconds(pid),
    };
    seen.wallMs = now - seen.since;
    seen.processorSeconds = processorSeconds(pid) - seen.secondsBefore;
    seen.allBytes = Math.max(seen.allBytes, own + children);
    seen.serviceBytes = Math.max(seen.serviceBytes, own);
    seen.childrenBytes = Math.max(seen.childrenBytes, children);
    stages.set(name, seen);
  }, SAMPLE_EVERY_MS);
  return {
    /** What follows is a stage of the caller's own. */
    enter(name: string): void {
      entered = name;
    },
    stop(): StageMemory[] {
      clearInterval(timer);
      db.close();
      return [...stages.values()];
    },
  };
}
