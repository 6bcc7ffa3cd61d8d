import { dirname } from 'node:path';
import {
  type AutomaticExport,
  exportDate,
  exportStem,
} from '../../../shared/exports/automatic-export.ts';
import { fileStem, titleOf } from '../../../shared/transcription/title.ts';
import { isNodeError } from '../../core/errors.ts';
import { TAKEN_AWAY, toAppError } from '../../core/system-errors.ts';
import { isWithin, realPath } from '../../core/user-folders.ts';
import type { Core } from '../../core.ts';
import {
  createAutomaticExportRepository,
  type Exporting,
} from '../../repositories/automatic-export.repository.ts';
import type { Database } from '../../repositories/database.ts';
import { createFileRepository, uploadIn } from '../../repositories/file.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import { type RenderExport, removeParts, writeExports } from './export-files.ts';
import { createHousekeepingWorker } from './housekeeping-worker.ts';

/** How soon a failed export is tried again; the folder may be on a disk that comes and goes. */
const RETRY_MS = [15_000, 60_000, 300_000];
const LONGEST_RETRY_MS = 300_000;
/** An export during which the service stopped is not tried a third time at once. */
const AT_ONCE = 3;
/** An export that fails for a reason other than its folder is given up, and so is one whose folder is away a month. */
const MOST_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 30 * 24 * 3_600_000;
/** A command that runs the service itself stops it after its recording: the files are still written. */
const GRACE_MS = 5_000;

/** Also what is said of a folder that is not there, and by shares whose network is gone. */
const AWAY: ReadonlySet<string> = new Set([
  ...TAKEN_AWAY,
  ...['ENOENT', 'ENOTDIR', 'EIO', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED', 'ECONNRESET'],
]);

/** Why the files of a transcription were not written, as a sentence; `passes` if the reason may pass. */
class NotExported extends Error {
  readonly passes: boolean;
  constructor(message: string, { passes }: { passes: boolean }) {
    super(message);
    this.passes = passes;
  }
}

/** Writes the files of finished transcriptions where their project or the settings say, one transcription after the other. */
export function createAutomaticExport(
  core: Core,
  {
    render,
    wanted,
    announce,
  }: {
    render: RenderExport;
    /** What its project or the settings currently ask for. */
    wanted: (job: Job) => Promise<AutomaticExport | null>;
    announce: (job: Job) => void;
  },
) {
  const { db, config, events, lookAtFolder, clock, logger, onStop } = core;
  const exporting = createAutomaticExportRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const files = createFileRepository(db);
  const stopping = new AbortController();

  /** Null if nothing is to be written for this recording. */
  const folderFor = async (job: Job, { folder, beside_recording }: AutomaticExport) => {
    const id = beside_recording ? uploadIn(job.sourceUrl) : null;
    const path = id === null ? null : (await files.find(id, EVERYTHING))?.path;
    return path ? dirname(path) : folder;
  };

  const refuseFolder = async (folder: string): Promise<void> => {
    if ((await lookAtFolder(folder)) === null) {
      throw new NotExported(`The folder ${folder} is not there.`, { passes: true });
    }
    if (isWithin(await realPath(folder), await realPath(config.dataDir))) {
      const message = `Steno keeps its own files in ${folder}.`;
      throw new NotExported(message, { passes: true });
    }
  };

  const make = async (work: Exporting, job: Job, settings: AutomaticExport): Promise<void> => {
    const folder = await folderFor(job, settings);
    if (folder === null) return removeParts(work);
    await refuseFolder(folder);
    const { formats, name } = settings;
    const { id, language } = job;
    const title = titleOf({ title: job.givenTitle ?? job.sourceTitle, url: job.sourceUrl });
    const date = exportDate(new Date(job.createdAt));
    const stem = exportStem(name, { title: fileStem(title), date, language, id });
    const { note } = exporting;
    const writing = { folder, stem, formats, render, note, signal: stopping.signal };
    await writeExports(work, writing).catch((error: unknown) => {
      throw stopping.signal.aborted ? error : toSentence(error, folder);
    });
    logger.info({ id, formats, files: work.files.length }, 'exported');
  };

  const fail = (work: Exporting, job: Job | null, error: unknown): Promise<boolean> => {
    const { id, attempts } = work;
    const waited = clock.now() - (job?.completedAt ?? 0);
    logger.warn({ id, err: error }, 'an automatic export failed');
    const { message, passes } = error instanceof NotExported ? error : toSentence(error, '');
    if (passes ? waited > LONGEST_WAIT_MS : attempts >= MOST_ATTEMPTS) {
      return exporting.end(work, `Not exported: ${message}`);
    }
    const wait = RETRY_MS[attempts - 1] ?? LONGEST_RETRY_MS;
    const problem = `Not exported yet: ${message} Steno keeps trying.`;
    // A folder that comes and goes does not count towards the attempts.
    const counted = passes ? { ...work, attempts: Math.min(attempts, RETRY_MS.length) } : work;
    return exporting.postpone(counted, clock.now() + wait, problem);
  };

  const run = async (work: Exporting): Promise<void> => {
    const job = await transcriptions.find(work.id, EVERYTHING);
    const settings = job && (await wanted(job));
    let changed: boolean;
    try {
      if (work.attempts > MOST_ATTEMPTS) {
        throw new NotExported('Steno stopped each time they were written.', { passes: false });
      }
      const isThere = job?.status === 'completed' && job.trashedAt === null;
      if (isThere && settings !== null) await make(work, job, settings);
      else await removeParts(work);
      changed = await exporting.end(work);
    } catch (error) {
      if (stopping.signal.aborted) return exporting.release(work, clock.now());
      changed = await fail(work, job, error);
    }
    const now = changed ? await transcriptions.find(work.id, EVERYTHING) : null;
    if (now) announce(now);
    events.emit({ type: 'automatic_export', automatic_export: await exporting.status() });
  };

  const claim = (trx: Database) => {
    const now = clock.now();
    const latest = now + LONGEST_RETRY_MS;
    const dueAgain = (attempts: number) => (attempts < AT_ONCE ? now : latest);
    return createAutomaticExportRepository(trx).claim({ now, latest, dueAgain });
  };
  const onError = (error: unknown) => logger.error({ err: error }, 'exporting stumbled');
  const worker = createHousekeepingWorker(core, { claim, run, onError });

  /** What could not be written may be possible now. */
  const retry = (): void => {
    exporting.retryAll(clock.now()).then(worker.nudge, onError);
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription' && event.transcription.completed_at !== null) worker.nudge();
    if (event.type === 'settings') retry();
    if (event.type === 'projects' && event.changed !== 'recordings') retry();
  });
  onStop(async () => {
    unsubscribe();
    const done = new AbortController();
    clock.sleep(GRACE_MS, done.signal).then(
      () => stopping.abort(),
      () => {},
    );
    await worker.stop();
    done.abort();
  });
  return {
    start(): void {
      retry();
      worker.start();
    },
    status: exporting.status,
  };
}

/** Why a file cannot be written, as a sentence for users. */
function toSentence(error: unknown, folder: string): NotExported {
  if (error instanceof NotExported) return error;
  const code = isNodeError(error) ? (error.code ?? '') : '';
  const passes = true;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new NotExported(`Steno may not write into the folder ${folder}.`, { passes });
  }
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new NotExported(`The disk of the folder ${folder} is full.`, { passes });
  }
  if (AWAY.has(code)) {
    return new NotExported(`The folder ${folder} cannot be reached.`, { passes });
  }
  return new NotExported(toAppError(error).message, { passes: false });
}
