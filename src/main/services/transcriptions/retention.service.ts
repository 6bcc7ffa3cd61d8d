import { nullIf } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { forgetUnknown, UNKNOWN_KEPT_MS } from '../../repositories/folder/unknown-entries.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { createRetentionRepository } from '../../repositories/retention.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { WINDOW } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';
import type { FileService } from '../sources/file.service.ts';
import type { TranscriptionService } from './transcription.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long data made with test keys is kept. */
const TESTS_KEPT_DAYS = 30;
const TRASH_KEPT_DAYS = 30;

/** Deletes what has passed its retention period: at start, every hour, and when the setting changes. */
export function createRetentionService(
  core: Pick<Core, 'db' | 'config' | 'removals' | 'events' | 'housekeeping' | 'clock' | 'logger'>,
  {
    transcriptions,
    files,
    settings,
  }: {
    transcriptions: Pick<TranscriptionService, 'remove'>;
    files: Pick<FileService, 'removeOf'>;
    settings: Pick<SettingsService, 'get'>;
  },
) {
  const { db, config, removals, events, housekeeping, clock, logger } = core;
  const retention = createRetentionRepository(db);
  const stored = createTranscriptionRepository(db);
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();

  const daysAgo = (days: number) => clock.now() - days * DAY_MS;

  const removeAll = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      if (stopping.signal.aborted) return;
      await transcriptions.remove(id, WINDOW).catch(nullIf('not_found'));
    }
  };

  const sweepRecordings = async (days: number): Promise<void> => {
    const before = daysAgo(days);
    for (const { id, sourceUrl } of await retention.recordingsBefore(before)) {
      if (stopping.signal.aborted) return;
      await removals.carryOut(await retention.forgetRecording(id));
      if (!(await retention.needsSource(sourceUrl, before))) await files.removeOf(sourceUrl);
    }
  };

  const sweepTests = async (): Promise<void> => {
    await removeAll(await retention.testsBefore(daysAgo(TESTS_KEPT_DAYS)));
    if (stopping.signal.aborted) return;
    await retention.forgetTestsBefore(daysAgo(TESTS_KEPT_DAYS));
  };

  const sweep = async (): Promise<void> => {
    // Each service has what it found in its own folder.
    forgetUnknown(config.dataDir, clock.now() - UNKNOWN_KEPT_MS);
    // Of several services on one database, one does the housekeeping.
    if (!housekeeping.isHere()) return;
    await sweepTests();
    await removeAll(await stored.trashed(EVERYTHING, daysAgo(TRASH_KEPT_DAYS)));
    const { keep_transcriptions_days, keep_recordings_days } = await settings.get();
    if (keep_transcriptions_days !== null) {
      await removeAll(await retention.endedBefore(daysAgo(keep_transcriptions_days)));
    }
    if (keep_recordings_days !== null) await sweepRecordings(keep_recordings_days);
  };

  /** Runs sweeps one after another. */
  const sweepNext = (): Promise<void> => {
    last = last.then(sweep).catch((error: unknown) => {
      logger.warn({ err: error }, 'what is no longer wanted could not all be deleted');
    });
    return last;
  };

  const keepSweeping = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweepNext();
      await clock.sleep(HOUR_MS, stopping.signal).catch(() => {});
    }
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'settings') void sweepNext();
  });

  housekeeping.onChange(() => void sweepNext());

  return {
    start(): void {
      void keepSweeping();
    },

    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await last;
    },
  };
}
