/** A day that is interrupted because the service is killed, and continues after its next start. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Failpoint } from '../../../src/main/core/failpoint.ts';
import { findService } from '../../../src/main/core/service-file.ts';
import { recordingEngine, writeProgram } from '../engines/engine-programs.ts';
import { transcribedWindows } from '../engines/recording-engine.ts';
import { connect, makeTempFolder } from '../harness/app.ts';
import { startService } from '../harness/service-process.ts';
import { until } from '../harness/until.ts';
import {
  type ExternalServers,
  liveThrough,
  startExternalServers,
  type Told,
  toldNothing,
} from './day.ts';
import { assertInvariants, type Words, wordsOf } from './invariants.ts';
import { programsOf } from './programs-of.ts';
import { type Strike, strikeEnvironment } from './strike.ts';

export type Day = {
  /** Whether the service was killed. */
  struck: boolean;
  /** How often each failpoint was reached until then. */
  reached: Map<Failpoint, number>;
  /** What the same recording says as an upload, a link and a metered upload. */
  words: Words[];
};

/**
 * Lives through a day during which the service is killed once, or with `again` twice; `null` lets it live. Everything
 * that has to hold afterwards was looked at when this resolves.
 */
export async function liveThroughDay(
  strike: Strike | null,
  again: Strike | null = null,
): Promise<Day> {
  const folder = await makeTempFolder();
  const dataDir = join(folder, 'data');
  const reachedLog = join(folder, 'reached.log');
  const transcribedLog = join(folder, 'heard.log');
  const engine = await writeProgram(join(folder, 'engine.sh'), recordingEngine(transcribedLog));
  const env = { STENO_ENGINE: engine, STENO_LANES: '1', STENO_THREADS: '1' };
  await using servers = await startExternalServers();
  const told = toldNothing();

  const struck = !(await livesThrough(dataDir, servers, told, {
    ...env,
    ...strikeEnvironment(strike, reachedLog),
  }));
  await until(() => programsOf(folder).length === 0);
  if (struck) {
    expect(strike, 'the service died by itself').not.toBeNull();
    if (again !== null) {
      const strikes = strikeEnvironment(again, reachedLog);
      expect(await livesThrough(dataDir, servers, told, { ...env, ...strikes })).toBe(false);
      await until(() => programsOf(folder).length === 0);
    }
    expect(await livesThrough(dataDir, servers, told, env), 'it died again').toBe(true);
    await until(() => programsOf(folder).length === 0);
  }
  assertInvariants({
    dataDir,
    told,
    texts: servers.texts,
    received: servers.receiver.received,
    transcribed: transcribedWindows(transcribedLog).length,
    starts: 1 + Number(struck) + Number(again !== null),
  });
  const words = ['heard', 'linked', 'metered'].map((name) =>
    wordsOf(dataDir, told.created.get(name) ?? ''),
  );
  const reached = countLines(reachedLog);
  await rm(folder, { recursive: true, force: true });
  return { struck, reached, words };
}

/** Whether the service lived to the end of the day, and stopped in order. */
async function livesThrough(
  dataDir: string,
  servers: ExternalServers,
  told: Told,
  env: Record<string, string>,
): Promise<boolean> {
  const service = await startService(dataDir, env).catch((error: unknown) => {
    if (String(error).includes('did not start: ')) return null;
    throw error;
  });
  if (service === null) return false;
  try {
    const { token } = (await findService(dataDir)) ?? { token: '' };
    await liveThrough({ url: service.url, token }, servers, told);
    await delivered(dataDir);
  } catch (error) {
    const code = await service.stop();
    if (code === null) return false;
    throw error;
  }
  return (await service.stop()) === 0;
}

/** Until every event was sent, or waits for its next attempt after one that broke off. */
async function delivered(dataDir: string): Promise<void> {
  const client = await connect(dataDir);
  await until(async () => {
    const { data } = await client.listDeliveries();
    return data.every(({ status, attempts }) => status !== 'pending' || attempts.length > 0);
  });
}

function countLines(log: string): Map<Failpoint, number> {
  const counts = new Map<Failpoint, number>();
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines as Failpoint[]) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
