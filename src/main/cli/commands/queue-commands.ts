import type { Command } from 'commander';
import type { Client } from '../../../shared/client.ts';
import type { FailedRecordings } from '../../../shared/queue.ts';
import { formatClock } from '../../../shared/time.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { FailedPart } from '../../../shared/transcription/transcription.ts';
import { configured, withData } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { printJson, printTable } from '../terminal/output.ts';
import { everyOne, withService } from '../with-service.ts';
import { continueAll } from './continue-command.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './export-options.ts';

type FailedRecording = FailedRecordings['data'][number];

/** A table's cell has room for as many. */
const MOST_SHOWN = 5;

export function addQueueCommands(program: Command): void {
  const queue = program
    .command('queue')
    .description('List the recordings with parts that could not be made out, and try those again');
  withData(queue.command('failed'))
    .description('List the recordings with parts that could not be made out, and why')
    .option('--json', 'print JSON', false)
    .action(
      configured((config, { json }: { json: boolean }) =>
        withService(config, async (client) => {
          const data = await listFailed(client);
          if (json) return printJson({ data });
          printTable(['ID', 'TITLE', 'PARTS', 'WHY'], data.flatMap(toRows));
        }),
      ),
    );
  withVariables(withExportOptions(withData(queue.command('retry'))), SERVICE_VARIABLES)
    .description('Transcribe these parts again, as "steno continue" does')
    .argument('[id...]', 'the id of a transcription that "steno queue failed" shows')
    .option('--all', 'all that "steno queue failed" shows', false)
    .action(
      configured(
        (config, ids: string[], flags: ExportFlags & { all: boolean }, command: Command) => {
          const { all, quiet } = flags;
          if (all === ids.length > 0) command.error('error: Give ids, or --all.');
          const find = async (client: Client) => (all ? listIds(client, { quiet }) : ids);
          const output = toOutputOptions(flags, command);
          return continueAll(config, find, { output, quiet });
        },
      ),
    );
}

async function listFailed(client: Client): Promise<FailedRecording[]> {
  const all: FailedRecording[] = [];
  for await (const one of everyOne((page) => client.listFailed(page))) all.push(one);
  return all;
}

async function listIds(client: Client, { quiet }: { quiet: boolean }): Promise<string[]> {
  const failed = await listFailed(client);
  if (failed.length === 0 && !quiet) process.stderr.write('No recording lacks parts.\n');
  return failed.map(({ transcription }) => transcription.id);
}

/** One for each reason. */
function toRows({ transcription: { id, source }, failed_parts }: FailedRecording): string[][] {
  const byReason = Map.groupBy(failed_parts, ({ error }) => error.message);
  return [...byReason].map(([reason, parts]) => [id, titleOf(source), describe(parts), reason]);
}

function describe(parts: readonly FailedPart[]): string {
  const shown = parts.slice(0, MOST_SHOWN).map(({ start, end }) => `${clock(start)}–${clock(end)}`);
  const more = parts.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const clock = (seconds: number): string => formatClock(seconds * 1000);
