/** Checks what Steno needs besides its data: the engine, the programs that read and fetch recordings, and models. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { toAppError } from '../core/system-errors.ts';
import { askForDevices } from '../engine/devices/list-devices.ts';
import { aboutWaitingCard } from '../engine/devices/vulkan-library.ts';
import { checkModel } from '../engine/process/check-model.ts';
import { engineCommand } from '../engine/process/engine-process.ts';
import { askFfmpegVersion, findFfmpeg } from '../media/ffmpeg/find-ffmpeg.ts';
import { createLocalYtDlp } from '../media/yt-dlp/yt-dlp-store.ts';
import { createLocalModels, demoModelFile } from '../models/local-models.ts';
import { sqliteVersion } from '../repositories/folder/inspect-database.ts';
import { type Finding, good, note, problem } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
/** Platforms change often; a yt-dlp older than this mostly fails. */
const OLD_YT_DLP_DAYS = 90;
/**
 * Before this version, two connections that checkpoint at the same time could damage a database
 * (sqlite.org/wal.html#walresetbug).
 */
const SQLITE_NEEDED = [3, 51, 3];
/** The first whose filter `amix` can leave levels as they are. Builds between versions have no number, and are new. */
const FFMPEG_FOR_TRACKS = [4, 4];

export function versionFindings({ version, windowDir }: Config): Finding[] {
  const number = sqliteVersion();
  const says = `Steno ${version}, Node ${process.versions.node}, SQLite ${number}.`;
  const findings = [
    isOlder(number, SQLITE_NEEDED) ? problem('Versions', says) : good('Versions', says),
  ];
  if (!existsSync(join(windowDir, 'index.html'))) {
    findings.push(note('Window', 'It is not built; "npm start" builds it.'));
  }
  return findings;
}

export async function engineFindings(config: Config): Promise<Finding[]> {
  try {
    await checkModel({ command: engineCommand(config), modelPath: demoModelFile(config) });
    return [good('Engine', 'It runs and reads the demo model.')];
  } catch (error) {
    return [problem('Engine', toAppError(error).message)];
  }
}

export async function cardFindings(config: Config): Promise<Finding[]> {
  const { devices, waiting } = await askForDevices(engineCommand(config));
  return [
    ...devices.map(({ name, driver }) => good('Graphics card', `${name}, driver ${driver}.`)),
    ...waiting.map(({ name }) => note('Graphics card', aboutWaitingCard(name, config.engineFile))),
  ];
}

export async function ffmpegFindings(): Promise<Finding[]> {
  try {
    const file = await findFfmpeg({ env: process.env });
    const { signal } = new AbortController();
    const version = await askFfmpegVersion(file, { clock: systemClock, signal });
    const says = `Version ${version}, ${file}.`;
    if (!isOlder(version, FFMPEG_FOR_TRACKS)) return [good('ffmpeg', says)];
    return [note('ffmpeg', `${says} Recordings with several tracks need 4.4 or later.`)];
  } catch (error) {
    return [problem('ffmpeg', toAppError(error).message)];
  }
}

export async function ytDlpFindings(config: Config, now: number): Promise<Finding[]> {
  const store = createLocalYtDlp(config, { ownPort: () => null, clock: systemClock });
  const { version, origin } = await store.status(new AbortController().signal);
  if (version === null) {
    const says = 'Not installed. It is downloaded when a link to a page or platform needs it.';
    return [note('yt-dlp', says)];
  }
  const days = Math.floor((now - Date.parse(version.slice(0, 10).replaceAll('.', '-'))) / DAY_MS);
  const says = `Version ${version}, ${origin === 'managed' ? 'kept by Steno' : 'of the system'}.`;
  if (days < OLD_YT_DLP_DAYS) return [good('yt-dlp', says)];
  return [
    note('yt-dlp', `${says} It is ${days} days old: "steno yt-dlp update" gets a newer one.`),
  ];
}

/** Reads every byte of every model. */
export async function modelFindings(config: Config): Promise<Finding[]> {
  const models = createLocalModels(config);
  const findings: Finding[] = [];
  for (const { name, path, trust } of await models.list()) {
    try {
      await models.verify(path);
      findings.push(good('Model', `${name} is as it was added.`));
    } catch (error) {
      const says = `${name}: ${toAppError(error).message}`;
      findings.push(trust === 'unknown' ? note('Model', says) : problem('Model', says));
    }
  }
  if (findings.length > 0) return findings;
  return [problem('Model', 'There is none. "steno models download base" gets one.')];
}

function isOlder(version: string, needed: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const at = needed.findIndex((number, index) => parts[index] !== number);
  return at >= 0 && (parts[at] ?? 0) < (needed[at] ?? 0);
}
