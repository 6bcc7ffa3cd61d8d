/**
 * What the database does not know is never deleted: it is moved to `aside/unknown/<time>/`, and forgotten after 30 days.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { LossReason } from '../../../shared/losses.ts';
import { isNodeError } from '../../core/errors.ts';
import { filesOf, namesIn, type OwnEntry, ownEntries, stampOf, timeOf } from './data-folder.ts';

export const UNKNOWN_KEPT_MS = 30 * 24 * 3_600_000;
const REPORT = 'report.json';

/** Written beside what was moved. */
const UnknownReport = z.object({
  /** Null where nothing is lost, such as for an upload that was never acknowledged. */
  reason: LossReason.nullable(),
  recovered: z.array(z.string()),
  /** Names of which nothing is made again. */
  leftOut: z.array(z.string()),
  /** Whether a person has seen the notice. */
  isDismissed: z.boolean(),
});
export type UnknownReport = z.infer<typeof UnknownReport>;

export type UnknownPlace = { path: string; at: number; report: UnknownReport };

const newReport = (): UnknownReport => ({
  reason: null,
  recovered: [],
  leftOut: [],
  isDismissed: false,
});

const unknownFolder = (folder: string): string => join(folder, 'aside', 'unknown');

/** All of them, newest first. */
export function listUnknown(folder: string): UnknownPlace[] {
  const places = namesIn(unknownFolder(folder)).flatMap((name) => {
    const at = timeOf(name);
    const path = join(unknownFolder(folder), name);
    return at === null ? [] : [{ path, at, report: readReport(path) }];
  });
  return places.toSorted((a, b) => b.at - a.at);
}

/** The path of a new place, which is made when something is put there. */
export function newUnknownPlace(folder: string, at: number): UnknownPlace {
  const taken = new Set(namesIn(unknownFolder(folder)));
  let time = at;
  while (taken.has(stampOf(time))) time++;
  return { path: join(unknownFolder(folder), stampOf(time)), at: time, report: newReport() };
}

/** What lies there. */
export const entriesAside = ({ path }: UnknownPlace): OwnEntry[] => ownEntries(path);

/** Moves entries there; what was deleted meanwhile is skipped. Returns those that could not be moved. */
export function moveUnknown(
  folder: string,
  { path }: UnknownPlace,
  entries: readonly OwnEntry[],
): { entry: OwnEntry; error: unknown }[] {
  return entries.flatMap((entry) => {
    try {
      for (const file of filesOf(folder)(entry)) moveFile(join(folder, file), join(path, file));
      return [];
    } catch (error) {
      return [{ entry, error }];
    }
  });
}

/** The same while no service runs; the next start tells of it. @throws if one cannot be moved */
export function setUnknownAside(
  folder: string,
  entries: readonly OwnEntry[],
  { reason, at }: { reason: LossReason; at: number },
): void {
  if (entries.length === 0) return;
  const place = newUnknownPlace(folder, at);
  writeReport(place, { ...place.report, reason });
  for (const { error } of moveUnknown(folder, place, entries)) throw error;
}

export function putBack(folder: string, { path }: UnknownPlace, entry: OwnEntry): void {
  for (const file of filesOf(path)(entry)) moveFile(join(path, file), join(folder, file));
}

function moveFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(isNodeError(error) && error.code === 'ENOENT')) throw error;
  }
}

/** Atomic. */
export function writeReport({ path }: UnknownPlace, report: UnknownReport): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const part = join(path, `${REPORT}.part`);
  writeFileSync(part, `${JSON.stringify(report)}\n`, { mode: 0o600 });
  renameSync(part, join(path, REPORT));
}

function readReport(path: string): UnknownReport {
  try {
    return UnknownReport.parse(JSON.parse(readFileSync(join(path, REPORT), 'utf8')));
  } catch {
    return newReport();
  }
}

export const isReport = (path: string): boolean => basename(path) === REPORT;

/** Deletes what was moved before `time`. */
export function forgetUnknown(folder: string, time: number): void {
  for (const { path, at } of listUnknown(folder)) {
    if (at < time) rmSync(path, { recursive: true, force: true });
  }
}

/** Deletes what lies aside of an entry that a person has deleted. */
export function removeAside(folder: string, id: string): void {
  for (const { path } of listUnknown(folder)) {
    const gone = ownEntries(path).filter(({ name }) => name === id);
    for (const file of gone.flatMap(filesOf(path))) {
      rmSync(join(path, file), { recursive: true, force: true });
    }
  }
}
