/** `steno watch`: transcribes what appears in a folder. */
import { dirname, resolve } from 'node:path';
import type { Client } from '../../../shared/client.ts';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import { fileStem } from '../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { modelToAsk } from '../arguments.ts';
import { projectToAsk } from '../commands/project-commands.ts';
import { createFinishing, type Finishing } from '../commands/transcribe-command.ts';
import { type TranscribeFlags, toWanted } from '../commands/transcribe-options.ts';
import { DELETED, findTranscription } from '../find-transcription.ts';
import { followEvents } from '../follow-events.ts';
import { nameOf } from '../read-source.ts';
import { type SubmitOptions, sentenceFor, submitUrl, toServiceUrl } from '../submit-source.ts';
import { type OutputOptions, planFiles, prepareOutput, type Target } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { untilInterrupted } from '../with-service.ts';
import {
  probeFile,
  recordingsAsTheyCome,
  recordingsThereNow,
  requireFolder,
} from './folder-files.ts';
import { openTakenFiles, type TakenFile, type TakenFiles } from './taken-files.ts';

export type WatchFlags = TranscribeFlags & { recursive: boolean; once: boolean; json: boolean };

/** Without a folder in `output`, texts are written next to their recordings. */
type WatchOptions = WatchFlags & { output: OutputOptions };

/** What the steps of the command share. */
type Run = Finishing & {
  options: WatchOptions;
  asked: SubmitOptions;
  taken: TakenFiles;
  endings: Endings;
  /** The transcriptions that Ctrl-C cancels: those this command started. */
  own: Set<string>;
};

/** A recording that is being transcribed, and the files its texts go to. */
type Job = { id: string; file: TakenFile; found: boolean; targets: readonly Target[] };

/** Without an id, it was refused before it became a transcription. */
type Ended = Omit<Job, 'id'> & { id: string | null };

/** @throws CommandFailed if a recording failed and the command ends on its own */
export async function watchFolder(
  config: Config,
  folder: string,
  options: WatchOptions,
): Promise<void> {
  await requireFolder(folder);
  const home = options.output.out ?? folder;
  await prepareOutput({ ...options.output, out: home });
  const taken = await openTakenFiles(home, options);
  const failures = await untilInterrupted(config, async (client, interrupt, service) => {
    const model = await modelToAsk(client, service, config.model);
    const project_id = await projectToAsk(client, options.project);
    const over = new AbortController();
    const signal = AbortSignal.any([interrupt, over.signal]);
    const finishing = createFinishing(client, interrupt, options);
    const run: Run = {
      ...finishing,
      ...{ taken, options, asked: { ...toWanted(options), model, project_id } },
      endings: followEndings(client, { onChange: finishing.view.show, signal }),
      own: new Set(),
    };
    return followFolder(resolve(folder), config.dataDir, run).finally(() => over.abort());
  });
  if (failures > 0) throw new CommandFailed();
}

async function followFolder(folder: string, dataDir: string, run: Run): Promise<number> {
  const { client, interrupt, view, options, attempts, endings, own } = run;
  const watching = {
    recursive: options.recursive,
    except: resolve(dataDir),
    clock: systemClock,
    signal: interrupt,
  };
  const onError = (error: unknown) => attempts.fail(folder, error);
  const recordings = options.once
    ? recordingsThereNow(folder, watching)
    : recordingsAsTheyCome(folder, { ...watching, onError });
  const takeAll = async () => {
    const open = new Set<Promise<void>>();
    for await (const path of recordings) {
      const job = await attempts.attempt(path, () => take(path, run));
      if (job === null) continue;
      const ending: Promise<void> = finish(job, run).finally(() => open.delete(ending));
      open.add(ending);
    }
    await Promise.all(open);
  };
  if (!options.once) view.note(`Watching ${folder}. Ctrl-C ends it.`);
  const stopped = endings.run().then(() => new Promise<never>(() => {}));
  try {
    await Promise.race([takeAll(), stopped]);
  } finally {
    view.done();
    if (interrupt.aborted) {
      await Promise.all([...own].map((id) => client.cancelTranscription(id).catch(() => {})));
      view.note('Stopped.');
    }
  }
  return attempts.failures();
}

/** Starts the transcription of a recording; null if it was taken before or is not complete yet. */
async function take(path: string, run: Run): Promise<Job | null> {
  const { options, asked, taken, client, interrupt, own } = run;
  const { formats, out, force } = options.output;
  const facts = await probeFile(path);
  if (facts === null) return null;
  const sha256 = () => sha256OfFile(path, interrupt);
  const before = await taken.find(path, facts, sha256);
  const missing = formats.filter((format) => !before?.formats.includes(format));
  if (missing.length === 0) return null;
  const folder = resolve(out ?? dirname(path));
  const stem = before?.stem ?? taken.nameFor(folder, fileStem(nameOf(path)));
  const { targets, refused } = await planFiles(folder, stem, { formats: missing, force });
  for (const reason of refused) run.attempts.fail(path, reason);
  if (targets.length === 0) return null;
  const file = { path, ...facts, sha256: await sha256(), folder, stem, formats: [...formats] };
  const url = await toServiceUrl(client, path, interrupt).catch((refusal: unknown) => {
    if (options.json && !interrupt.aborted) {
      printLine({ id: null, file, found: false, targets }, sentenceFor(refusal));
    }
    throw refusal;
  });
  const now = await probeFile(path);
  // One that grew while it was read is reported again once it no longer does.
  if (now?.bytes !== facts.bytes || now.modified_at !== facts.modified_at) return null;
  const { transcription, found } = await submitUrl(client, url, asked);
  if (!found) own.add(transcription.id);
  taken.begin(file);
  return { id: transcription.id, found, targets, file };
}

/** Waits for the end and writes the files. Once all are written, the recording counts as taken. */
async function finish(job: Job, run: Run): Promise<void> {
  const { attempts, endings, interrupt, own, taken, options } = run;
  const failure = await endings
    .ended(job.id)
    .then(() => (interrupt.aborted ? null : writeTexts(job, run)))
    .catch((error: unknown) => error);
  if (interrupt.aborted) return;
  own.delete(job.id);
  if (failure !== null) attempts.fail(job.file.path, failure);
  await attempts.attempt(job.file.path, () => taken.end(job.file, { kept: failure === null }));
  if (options.json) printLine(job, failure === null ? null : sentenceFor(failure));
}

/** Returns why not all were written, or null. */
async function writeTexts({ id, targets }: Job, { client, output, view }: Run): Promise<unknown> {
  const ended = await findTranscription(client, id);
  if (ended === null) return new Error(DELETED);
  const { status, warnings, error } = ended;
  for (const { message } of warnings) view.note(`Note: ${message}`);
  if (status !== 'completed') return new Error(error?.message ?? 'It failed.');
  return (await output.write(id, targets))[0] ?? null;
}

/** One line for programs, as each recording ends. */
function printLine({ id, file, found, targets }: Ended, error: string | null): void {
  const files = error === null ? targets.map(({ path }) => path) : [];
  const status = error === null ? 'completed' : 'failed';
  const line = { recording: resolve(file.path), id, status, found, files, error };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

type Endings = ReturnType<typeof followEndings>;

/** Reports when transcriptions end, over one stream of live events for all of them. */
function followEndings(
  client: Client,
  { onChange, signal }: { onChange: (changed: TranscriptionSummary) => void; signal: AbortSignal },
) {
  const open = new Map<string, () => void>();
  const endAll = () => {
    for (const end of open.values()) end();
  };
  signal.addEventListener('abort', endAll, { once: true });

  const see = (changed: TranscriptionSummary): void => {
    const end = open.get(changed.id);
    if (!end) return;
    onChange(changed);
    if (isTerminal(changed.status)) end();
  };
  /** Events from before the subscription have to be requested. */
  const ask = async (id: string): Promise<void> => {
    const now = await findTranscription(client, id);
    if (now) see(now);
    else open.get(id)?.();
  };

  return {
    /** Follows until the signal aborts. Rejects when the service has stopped. */
    async run(): Promise<void> {
      for await (const event of followEvents(client, signal)) {
        if (event.type === 'transcription') see(event.transcription);
        if (event.type === 'transcription_deleted') open.get(event.id)?.();
        if (event.type === 'reload') for (const id of [...open.keys()]) await ask(id);
      }
    },

    /** Resolves once the transcription has ended, or the signal aborts. Several may wait for the same. */
    async ended(id: string): Promise<void> {
      const before = open.get(id);
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        before?.();
        resolve();
      };
      open.set(id, end);
      await ask(id);
      if (!signal.aborted) await promise;
      open.delete(id);
    },
  };
}
