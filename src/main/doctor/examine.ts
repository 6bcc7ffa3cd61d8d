import { existsSync } from 'node:fs';
import type { Config } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
import { lockFolder, type OwnEntry } from '../repositories/folder/data-folder.ts';
import { checkBucket } from './bucket-findings.ts';
import { databaseFindings } from './database-findings.ts';
import { type Finding, problem } from './finding.ts';
import {
  backupFindings,
  dataFolderFinding,
  diskFindings,
  folderToMakeFinding,
  permissionFindings,
} from './folder-findings.ts';
import {
  cardFindings,
  engineFindings,
  ffmpegFindings,
  modelFindings,
  versionFindings,
  ytDlpFindings,
} from './program-findings.ts';

export type Examination = {
  findings: Finding[];
  mended: string[];
  /** Whether a service runs on the folder: then nothing is repaired. */
  isRunning: boolean;
};

/** Checks everything Steno needs; with `fix` repairs what it can and checks again. Otherwise nothing is changed. */
export async function examine(
  config: Config,
  { now, fix }: { now: number; fix: boolean },
): Promise<Examination> {
  if (!existsSync(config.dataDir)) {
    const data = folderToMakeFinding(config.dataDir);
    const findings = [...versionFindings(config), data, ...(await programFindings(config, now))];
    return { findings, mended: [], isRunning: false };
  }
  const lock = takeLock(config.dataDir);
  if (lock instanceof AppError) {
    const findings = [...versionFindings(config), problem('Data folder', lock.message)];
    return { findings, mended: [], isRunning: false };
  }
  try {
    const bucket = await checkBucket(config);
    const examineData = () => [
      ...dataFindings(config.dataDir, { isRunning: lock === null, now, stored: bucket.stored }),
      ...bucket.findings,
    ];
    let ofData = examineData();
    const mended: string[] = [];
    if (fix && lock !== null) {
      for (const { about, mend } of ofData) {
        if (!mend) continue;
        await mend.run();
        mended.push(about);
      }
      ofData = examineData();
    }
    const findings = [
      ...versionFindings(config),
      ...ofData,
      ...(await programFindings(config, now)),
    ];
    return { findings, mended, isRunning: lock === null };
  } finally {
    lock?.close();
  }
}

/** The lock; null if a service holds it, or the error if it cannot be taken. */
function takeLock(folder: string) {
  try {
    return lockFolder(folder).lock;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'already_running' ? null : error;
  }
}

function dataFindings(
  folder: string,
  {
    isRunning,
    now,
    stored,
  }: { isRunning: boolean; now: number; stored: readonly OwnEntry[] | null },
): Finding[] {
  return [
    dataFolderFinding(folder, { isRunning }),
    ...permissionFindings(folder),
    ...diskFindings(folder),
    ...databaseFindings(folder, { mayWrite: !isRunning, now, stored }),
    ...backupFindings(folder, now),
  ];
}

async function programFindings(config: Config, now: number): Promise<Finding[]> {
  return [
    ...(await engineFindings(config)),
    ...(await cardFindings(config)),
    ...(await modelFindings(config)),
    ...(await ffmpegFindings()),
    ...(await ytDlpFindings(config, now)),
  ];
}
