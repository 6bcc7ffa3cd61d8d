import type { Command } from 'commander';
import type { Client } from '../../../shared/client.ts';
import { formatClock } from '../../../shared/time.ts';
import { isTerminal } from '../../../shared/transcription/job-state.ts';
import { fileStem, titleOf } from '../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import type { Config } from '../../core/config.ts';
import { toAppError } from '../../core/system-errors.ts';
import { configured, modelToAsk, withData } from '../arguments.ts';
import { chooseRecordings } from '../choose-recordings.ts';
import { DELETED, findTranscription } from '../find-transcription.ts';
import { followEvents } from '../follow-events.ts';
import { isLink, localRecordings, nameOf, readSource } from '../read-source.ts';
import { createAttempts, type SubmitOptions, submitSource } from '../submit-source.ts';
import {
  createOutput,
  type OutputOptions,
  prepareOutput,
  type Target,
} from '../terminal/output.ts';
import { createProgressView, type ProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { everyOne, untilInterrupted, withService } from '../with-service.ts';
import { toOutputOptions, withExportOptions } from './export-options.ts';
import { projectToAsk } from './project-commands.ts';
import { type TranscribeFlags, toWanted, withTranscribeOptions } from './transcribe-options.ts';

type Flags = TranscribeFlags & { recursive: boolean; yes: boolean };

export function addTranscribeCommand(program: Command): void {
  withTranscribeOptions(withExportOptions(withData(program.command('transcribe'))))
    .description('Transcribe files and links')
    .argument('<source...>', 'files, folders, http(s) links, or - for what is piped in')
    .option('--recursive', 'take the recordings in the subfolders of a folder, too', false)
    .option('--yes', 'transcribe all recordings of a playlist without asking', false)
    .action(
      configured((config, sources: string[], flags: Flags, command: Command) =>
        transcribe(config, sources, { ...flags, output: toOutputOptions(flags, command) }),
      ),
    );
}

type TranscribeOptions = Flags & { output: OutputOptions };

/** Transcribes each source and writes the results in the order of the sources. */
async function transcribe(
  config: Config,
  sources: readonly string[],
  options: TranscribeOptions,
): Promise<void> {
  await prepareOutput(options.output);
  const failures = await untilInterrupted(config, async (client, interrupt, service) => {
    const model = await modelToAsk(client, service, config.model);
    const project_id = await projectToAsk(client, options.project);
    const asked = { ...toWanted(options), model, project_id };
    const run = { ...createFinishing(client, interrupt, options), options, asked };
    return finishAll(await submitAll(sources, run), run);
  });
  if (failures > 0) throw new CommandFailed();
}

/** What the steps of one command share. */
export function createFinishing(
  client: Client,
  interrupt: AbortSignal,
  { output: options, quiet }: { output: OutputOptions; quiet: boolean },
) {
  const view = createProgressView(process.stderr, { quiet });
  const output = createOutput(client, options, { onWritten: view.note });
  return { client, interrupt, view, output, attempts: createAttempts(view.problem, interrupt) };
}
export type Finishing = ReturnType<typeof createFinishing>;
type Run = Finishing & { options: TranscribeOptions; asked: SubmitOptions };

export type Submitted = {
  id: string;
  /** It existed before and may have been started by another user or program: Ctrl-C does not cancel it. */
  found: boolean;
  /** Its files; null if they are named after what the link leads to. */
  targets: Target[] | null;
};

/** Waits for all of them and writes their results. Returns the number of failures. */
export async function finishAll(submitted: readonly Submitted[], run: Finishing): Promise<number> {
  const { client, interrupt, view, attempts } = run;
  const ids = submitted.map(({ id }) => id);
  const found = new Set(submitted.filter((one) => one.found).map(({ id }) => id));
  // What was found done is told of by then, and may have been called something else when it was made.
  const show = (changed: TranscriptionSummary) => {
    if (changed.status !== 'completed' || !found.has(changed.id)) view.show(changed);
  };
  await waitForAll(client, ids, show, interrupt);
  if (interrupt.aborted) {
    const own = submitted.filter(({ found }) => !found);
    const canceled = await Promise.all(
      own.map(({ id }) => client.cancelTranscription(id).catch(() => null)),
    );
    view.note('Stopped.');
    for (const one of canceled) if (one) tellHowToGoOn(one, view);
    return 0;
  }
  view.done();
  for (const one of submitted) await writeOne(one, run);
  return attempts.failures();
}

async function submitAll(sources: readonly string[], run: Run): Promise<Submitted[]> {
  const { attempt } = run.attempts;
  const submitted: Submitted[] = [];
  for (const source of sources) {
    const recordings = await attempt(source, async () =>
      recordingsOf(await readSource(source), run),
    );
    for (const recording of recordings ?? []) {
      const one = await attempt(recording, () => submitOne(recording, run));
      if (one !== null) submitted.push(one);
    }
  }
  return submitted;
}

function recordingsOf(
  source: string,
  { client, options, interrupt }: Run,
): Promise<readonly string[]> {
  const { yes, quiet, recursive } = options;
  if (!isLink(source)) return localRecordings(source, { recursive });
  return chooseRecordings(client, source, { yes, quiet, signal: interrupt });
}

/** Null if none of its output may be written. */
async function submitOne(source: string, run: Run): Promise<Submitted | null> {
  const { client, asked, interrupt, view, attempts } = run;
  const planned = isLink(source) ? null : await run.output.plan(fileStem(nameOf(source)));
  for (const reason of planned?.refused ?? []) attempts.fail(source, reason);
  if (planned?.targets.length === 0) return null;
  const { transcription, found } = await submitSource(client, source, asked, interrupt);
  if (found) view.note(`${source}: transcribed before. Use --again to do it again.`);
  return { id: transcription.id, found, targets: planned?.targets ?? null };
}

async function writeOne({ id, targets }: Submitted, run: Finishing): Promise<void> {
  const { client, output, view, attempts } = run;
  const ended = await findTranscription(client, id);
  if (ended === null) return attempts.fail(id, DELETED);
  const { status, source, warnings, error } = ended;
  const title = titleOf(source);
  for (const warning of warnings) view.note(`Note: ${warning.message}`);
  if (status !== 'completed') {
    attempts.fail(title, error?.message ?? 'It failed.');
    return tellHowToGoOn(ended, view);
  }
  if (warnings.some(({ code }) => code === 'part_failed')) {
    view.note(`Transcribe these parts again with: steno continue ${id}`);
  }
  const planned = targets ? { targets, refused: [] } : await output.plan(fileStem(title));
  for (const reason of planned.refused) attempts.fail(title, reason);
  for (const reason of await output.write(id, planned.targets)) attempts.fail(title, reason);
}

/** Where there is text of what ended early. */
function tellHowToGoOn({ id, text_until }: TranscriptionSummary, view: ProgressView): void {
  if (text_until === null) return;
  const until = formatClock(text_until * 1000);
  view.note(`Its text up to ${until} stays. Go on with: steno continue ${id}`);
}

/**
 * Waits until all have ended or are deleted, or the signal aborts, and reports every change. Rejects when the service has
 * stopped.
 */
export async function waitForAll(
  client: Client,
  ids: readonly string[],
  onChange: (changed: TranscriptionSummary) => void,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set(ids);
  if (open.size === 0) return;
  const see = (changed: TranscriptionSummary) => {
    if (!open.has(changed.id)) return;
    onChange(changed);
    if (isTerminal(changed.status)) open.delete(changed.id);
  };
  for await (const event of followEvents(client, signal)) {
    if (event.type === 'transcription') see(event.transcription);
    if (event.type === 'transcription_deleted') open.delete(event.id);
    if (event.type === 'reload') {
      for (const id of [...open]) {
        const now = await findTranscription(client, id);
        if (now) see(now);
        else open.delete(id);
      }
    }
    if (open.size === 0) return;
  }
}

/** Writes completed transcriptions in the given order; of all recordings the newest first. */
export async function exportTranscriptions(
  config: Config,
  wanted: readonly string[] | 'all',
  { output: options, quiet }: { output: OutputOptions; quiet: boolean },
): Promise<void> {
  await prepareOutput(options);
  const view = createProgressView(process.stderr, { quiet });
  const { attempt, fail, failures } = createAttempts(view.problem);
  await withService(config, async (client) => {
    const output = createOutput(client, options, { onWritten: view.note });
    for await (const id of wanted === 'all' ? finishedIds(client) : wanted) {
      const reasons = await attempt(id, async () => {
        const { source } = await client.getTranscription(id, { words: false });
        const { targets, refused } = await output.plan(fileStem(titleOf(source)));
        return [...refused, ...(await output.write(id, targets))];
      });
      for (const reason of reasons ?? []) {
        // All others would not fit either.
        if (toAppError(reason).code === 'disk_full') throw reason;
        fail(id, reason);
      }
    }
  });
  if (failures() > 0) throw new CommandFailed();
}

/** Every finished recording, in the version that represents it. */
async function* finishedIds(client: Client): AsyncGenerator<string> {
  const finished = { status: ['completed'], versions: 'one' } as const;
  const all = everyOne((page) => client.listTranscriptions({ ...finished, ...page }));
  for await (const { id } of all) yield id;
}
