import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { Client } from '../../../shared/client.ts';
import { AutomaticExport } from '../../../shared/exports/automatic-export.ts';
import { parseWorded } from '../../../shared/validation-messages.ts';
import { configured, withData } from '../arguments.ts';
import { printJson } from '../terminal/output.ts';
import { withService } from '../with-service.ts';
import { formatOption } from './export-options.ts';

type Flags = {
  format?: AutomaticExport['formats'];
  out?: string;
  beside?: boolean;
  name?: string;
  off: boolean;
  json: boolean;
};

const { name: NamePattern } = AutomaticExport.shape;

export function addAutoExportCommand(program: Command): void {
  withData(program.command('auto-export'))
    .description(
      'Write files of every recording as soon as it is finished, or tell what is written; a project may have its own',
    )
    .addOption(formatOption())
    .option('--out <dir>', 'the folder to write into')
    .option('--beside', 'write beside the recording what comes from the watch folder')
    .option('--no-beside', 'into the folder again, like all others')
    .option(
      '--name <pattern>',
      'what files are called: {date}, {title}, {language}, {id}, and .{ext} at the end',
      namePattern,
    )
    .option('--off', 'write nothing any more', false)
    .option('--json', 'print JSON', false)
    .action(
      configured(async (config, flags: Flags, command: Command) => {
        const { format, out, beside, name, off, json } = flags;
        const wanted = format ?? out ?? beside ?? name;
        if (off && wanted !== undefined) command.error('error: --off stands alone.');
        await withService(config, async (client) => {
          if (off) await client.updateSettings({ auto_export: null });
          else if (wanted !== undefined) await set(client, flags);
          await print(client, { json });
        });
      }),
    );
}

/** Changes what is given; the rest stays as it is. @throws invalid_request */
async function set(client: Client, { format, out, beside, name }: Flags): Promise<void> {
  const { auto_export: before } = await client.getSettings();
  await client.updateSettings({
    auto_export: {
      formats: format ?? before?.formats ?? ['txt'],
      folder: out === undefined ? (before?.folder ?? null) : resolve(out),
      beside_recording: beside ?? before?.beside_recording ?? false,
      name: name ?? before?.name ?? NamePattern.parse(undefined),
    },
  });
}

async function print(client: Client, { json }: { json: boolean }): Promise<void> {
  const { auto_export: wanted } = await client.getSettings();
  const status = await client.getAutomaticExport();
  if (json) return printJson({ auto_export: wanted, ...status });
  process.stdout.write(
    `${wanted === null ? 'Nothing is exported automatically.' : describe(wanted)}\n`,
  );
  const { waiting, problem } = status;
  if (problem === null) return;
  process.stdout.write(`${waiting} waiting. ${problem}\n`);
}

function describe({ formats, folder, beside_recording, name }: AutomaticExport): string {
  const places = [
    ...(beside_recording ? ['beside the recordings of the watch folder'] : []),
    ...(folder === null ? [] : [`into ${folder}`]),
  ];
  return `Exported automatically: ${formats.join(', ')}, ${places.join(', all others ')}, as ${name}.`;
}

function namePattern(text: string): string {
  const { data, problem } = parseWorded(NamePattern, text, '');
  if (problem) throw new InvalidArgumentError(problem.message.trim());
  return data;
}
