/** Kills the processes of a service at random moments of one transcription after the other, and starts it again. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { recordingEngine, writeProgram } from '../engines/engine-programs.ts';
import { transcribedWindows } from '../engines/recording-engine.ts';
import { finished, makeTempFolder } from '../harness/app.ts';
import { startService } from '../harness/service-process.ts';
import { openWindows, storedRow } from '../harness/stored-rows.ts';
import { type ServedFile, serveFile, startOrigin } from '../servers/http-origin.ts';

/** Everything at once is a power cut. */
const VICTIMS = ['everything', 'service', 'child'] as const;
type Victim = (typeof VICTIMS)[number];
const LANES = 2;
/** One kill more without any headway, or at the same window, is what the service itself gives up after. */
const KILLS_WITHOUT_HEADWAY = 2;
/** A window in each lane, and one of each whose end is still on its way to the database. */
const MAYBE_STRUCK = 2 * LANES;

type Kill = { victim: Victim; stage: string | null; windowsDone: number };
export type SweptJob = {
  transcription: Transcription;
  kills: Kill[];
  windows: number;
  /** How often a window was given to an engine. */
  transcribed: number;
  /** How many windows all kills together may have cost: one for each lane and kill. */
  mayRepeat: number;
};

type Sweep = {
  /** Undisturbed. */
  whole: Transcription;
  jobs: SweptJob[];
};

/**
 * Transcribes `wav` undisturbed, then again and again until there were `moments` kills. The same seed chooses the same
 * victims and pauses; how far the work has come by then is up to the machine.
 */
export async function sweepKills(options: {
  wav: Uint8Array;
  moments: number;
  /** So that the first kills, anywhere between beginning and end, do not all meet the same stage. */
  momentsAJob: number;
  seed: number;
  /** The longest pause between a kill and the next. */
  maxPauseMs: number;
  onKill?: (kill: Kill) => void;
}): Promise<Sweep> {
  const random = seededRandom(options.seed);
  const file: ServedFile = { bytes: options.wav, etag: '"one"', paceMs: 20 };
  const origin = await startOrigin((request, response) => serveFile(request, response, file));
  const dataDir = join(await makeTempFolder(), 'data');
  const log = join(dataDir, '..', 'heard.log');
  const engine = await writeProgram(join(dataDir, '..', 'engine.sh'), recordingEngine(log));
  const env = { STENO_ENGINE: engine, STENO_LANES: String(LANES), STENO_THREADS: '1' };
  let service = await startService(dataDir, env);
  const create = async () =>
    (await service.client.createTranscription({ url: `${origin.url}/talk.wav` })).id;

  const strike = async (id: string): Promise<Kill> => {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'everything';
    const children = childrenOf(service.pid);
    const { stage } = await service.client.getTranscription(id);
    if (victim === 'child') {
      const chosen = children[Math.floor(random() * children.length)];
      if (chosen !== undefined) kill(chosen);
    } else {
      if (victim === 'everything') children.forEach(kill);
      await service.kill();
      service = await startService(dataDir, env);
    }
    return { victim, stage, windowsDone: storedRow(dataDir, id)?.windowsDone ?? 0 };
  };

  const isOver = async (id: string) => {
    const { status } = await service.client.getTranscription(id);
    return status === 'completed' || status === 'failed';
  };

  const disturb = async (id: string, moments: number, wholeMs: number): Promise<Kill[]> => {
    const kills: Kill[] = [];
    await sleep(random() * wholeMs);
    let without = 0;
    let done = 0;
    const struck = new Map<number, number>();
    while (kills.length < moments) {
      const hasHeadway = () => (storedRow(dataDir, id)?.windowsDone ?? 0) > done;
      const mustWait = () =>
        (without === KILLS_WITHOUT_HEADWAY && !hasHeadway()) ||
        openWindows(dataDir, id).some((it) => (struck.get(it) ?? 0) >= KILLS_WITHOUT_HEADWAY);
      while (mustWait() && !(await isOver(id))) await sleep(50);
      await sleep(random() * options.maxPauseMs);
      if (await isOver(id)) break;
      if (hasHeadway()) without = 0;
      const one = await strike(id);
      without++;
      // Counted after it: what was stored in the moment before a strike is no headway since.
      done = one.windowsDone;
      for (const it of openWindows(dataDir, id).slice(0, MAYBE_STRUCK)) {
        struck.set(it, (struck.get(it) ?? 0) + 1);
      }
      kills.push(one);
      options.onKill?.(one);
    }
    return kills;
  };

  try {
    const startedAt = performance.now();
    const whole = await finished(service.client, await create());
    const wholeMs = performance.now() - startedAt;
    const jobs: SweptJob[] = [];
    for (let left = options.moments; left > 0; left -= jobs.at(-1)?.kills.length ?? 0) {
      const before = transcribedWindows(log).length;
      const id = await create();
      const kills = await disturb(id, Math.min(left, options.momentsAJob), wholeMs);
      const transcription = await finished(service.client, id);
      const windows = storedRow(dataDir, id)?.windows ?? 0;
      const transcribed = transcribedWindows(log).length - before;
      jobs.push({ transcription, kills, windows, transcribed, mayRepeat: kills.length * LANES });
    }
    return { whole, jobs };
  } finally {
    await service.stop();
    await origin.close();
    rmSync(dirname(dataDir), { recursive: true, force: true });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
}

/** The processes a process has started, such as the engine and ffmpeg, as Linux lists them. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // The name before it, in brackets, may hold anything.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
