import type { Command } from 'commander';
import type { Client } from '../../../shared/client.ts';
import type { Config } from '../../core/config.ts';
import { configured, withData } from '../arguments.ts';
import { untilInterrupted } from '../connect.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { createAttempts } from '../submit-source.ts';
import { createOutput, type OutputOptions, prepareOutput } from '../terminal/output.ts';
import { createProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './export-options.ts';
import { finishAll, type Submitted } from './transcribe-command.ts';

export function addContinueCommand(program: Command): void {
  withVariables(withExportOptions(withData(program.command('continue'))), SERVICE_VARIABLES)
    .description('Take up transcriptions that failed, were canceled or lack parts')
    .argument('<id...>', 'the id of a transcription, such as trs_…')
    .action(
      configured((config, ids: string[], flags: ExportFlags, command: Command) =>
        continueAll(config, async () => ids, {
          output: toOutputOptions(flags, command),
          quiet: flags.quiet,
        }),
      ),
    );
}

/** Continues each and writes the results in the order of the ids. */
export async function continueAll(
  config: Config,
  find: (client: Client) => Promise<readonly string[]>,
  { output: options, quiet }: { output: OutputOptions; quiet: boolean },
): Promise<void> {
  await prepareOutput(options);
  const failures = await untilInterrupted(config, async (client, interrupt) => {
    const view = createProgressView(process.stderr, { quiet });
    const output = createOutput(client, options, { onWritten: view.note });
    const attempts = createAttempts(view.problem, interrupt);
    const submitted: Submitted[] = [];
    for (const id of await find(client)) {
      const made = await attempts.attempt(id, () => client.continueTranscription(id));
      if (made) submitted.push({ id: made.id, found: false, targets: null });
    }
    return finishAll(submitted, { client, interrupt, view, output, attempts });
  });
  if (failures > 0) throw new CommandFailed();
}
