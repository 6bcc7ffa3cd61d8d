import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describeLoss, type Loss, type LossList, type LossReason } from '../../../shared/losses.ts';
import { filesBelow, totalBytes } from '../../core/disk-space.ts';
import type { Core } from '../../core.ts';
import {
  isUnfinishedName,
  type OwnEntry,
  ownEntries,
  readNote,
  writeNote,
} from '../../repositories/folder/data-folder.ts';
import { findUnknown, keepUntil } from '../../repositories/folder/known-entries.ts';
import {
  entriesAside,
  isReport,
  listUnknown,
  moveUnknown,
  newUnknownPlace,
  UNKNOWN_KEPT_MS,
  type UnknownPlace,
  writeReport,
} from '../../repositories/folder/unknown-entries.ts';
import { createRecoveredTranscriptions } from './recovered-transcriptions.ts';

export type RecoveryService = ReturnType<typeof createRecoveryService>;

/**
 * What a start finds that the database does not know: it is moved aside and, where there is a recording, transcribed
 * again.
 */
export function createRecoveryService(
  core: Pick<Core, 'db' | 'config' | 'folders' | 'storage' | 'clock' | 'logger' | 'closing'>,
  { nudge }: { nudge: () => void },
) {
  const { db, config, clock, logger, closing } = core;
  const { dataDir } = config;
  const recovered = createRecoveredTranscriptions(core);
  let making: Promise<void> = Promise.resolve();

  const setAside = async (reason: LossReason | null): Promise<void> => {
    const { unknown: strange, unfinished } = await findUnknown(db, ownEntries(dataDir));
    // Half an upload is no loss, and is removed.
    const unknown = strange.filter(
      ({ folder, name }) => !unfinished.has(name) || existsSync(join(dataDir, folder, name)),
    );
    if (unknown.length === 0 && reason === null) return;
    const place = newUnknownPlace(dataDir, clock.now());
    const leftOut = unknown.filter(({ name }) => unfinished.has(name)).map(({ name }) => name);
    // An upload that was never acknowledged is no loss.
    const why = reason ?? (unknown.length > leftOut.length ? 'files' : null);
    writeReport(place, { ...place.report, reason: why, leftOut });
    for (const { entry, error } of moveUnknown(dataDir, place, unknown)) {
      logger.warn({ name: entry.name, err: error }, 'unknown, and could not be moved aside');
    }
  };

  /** Tries each entry that lies aside; one that cannot be made again does not keep the others from it. */
  const make = async (
    place: UnknownPlace,
    how: (entry: OwnEntry) => Promise<string | null>,
  ): Promise<void> => {
    const { leftOut, recovered } = place.report;
    for (const entry of entriesAside(place)) {
      if (closing.aborted) return;
      const isLeftOut = leftOut.includes(entry.name) || isUnfinishedName(entry.name);
      const id = isLeftOut
        ? null
        : await how(entry).catch((error: unknown) => {
            logger.warn({ name: entry.name, err: error }, 'it could not be made again');
            return null;
          });
      if (id === null) continue;
      recovered.push(id);
      writeReport(place, place.report);
      await setImmediate();
    }
  };

  /** Those of which something may still be made again. */
  const pending = () => listUnknown(dataDir).filter(({ report }) => report.reason !== null);

  const toLoss = async ({ path, at, report }: UnknownPlace, reason: LossReason): Promise<Loss> => {
    const files = (await filesBelow(path)).filter((file) => !isReport(file));
    const loss = {
      found_at: new Date(at).toISOString(),
      reason,
      recovered: report.recovered,
      folder: path,
      files: files.length,
      bytes: await totalBytes(files),
      kept_until: new Date(at + UNKNOWN_KEPT_MS).toISOString(),
    };
    return { ...loss, message: describeLoss(loss) };
  };

  const tell = async (): Promise<void> => {
    for (const place of pending()) {
      const { reason, isDismissed } = place.report;
      if (reason === null || isDismissed) continue;
      logger.warn(await toLoss(place, reason), 'something is lost');
    }
  };

  return {
    /** Before anything is removed. Makes what has a note of its request again; failing changes nothing. */
    async begin(): Promise<void> {
      try {
        const note = readNote(dataDir);
        await setAside(note?.behind ?? null);
        const [latest] = pending();
        if (latest) await keepUntil(db, latest.at + UNKNOWN_KEPT_MS);
        for (const place of pending()) {
          await make(place, (entry) => recovered.asNoted(place, entry));
        }
        if (note?.behind) {
          const { behind: _, ...rest } = note;
          writeNote(dataDir, rest);
        }
      } catch (error) {
        logger.error({ err: error }, 'what the database does not know could not be moved aside');
      }
    },

    /** Makes the rest again, whose content has to be read first, and tells of it all. */
    start(): void {
      making = (async () => {
        for (const place of pending()) {
          await make(place, (entry) => recovered.asFound(place, entry, closing));
          nudge();
        }
        await tell();
      })().catch((error: unknown) => {
        if (!closing.aborted) logger.error({ err: error }, 'not everything could be made again');
      });
    },

    /** What was lost in the last 30 days and was not dismissed. */
    async losses(): Promise<LossList> {
      const data: Loss[] = [];
      for (const place of pending()) {
        const { reason, isDismissed } = place.report;
        if (reason !== null && !isDismissed) data.push(await toLoss(place, reason));
      }
      return { data };
    },

    /** Does not tell of it any more. Nothing is deleted. */
    dismiss(): void {
      for (const place of pending()) {
        if (!place.report.isDismissed) writeReport(place, { ...place.report, isDismissed: true });
      }
    },

    stop: (): Promise<void> => making,
  };
}
