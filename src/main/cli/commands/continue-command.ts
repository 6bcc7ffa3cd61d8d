import type { Command } from 'commander';
import type { Client } from '../../../shared/client.ts';
import type { Config } from '../../core/config.ts';
import { configured, withData } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { type OutputOptions, prepareOutput } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { untilInterrupted } from '../with-service.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './export-options.ts';
import { createFinishing, finishAll, type Submitted } from './transcribe-command.ts';

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
  options: { output: OutputOptions; quiet: boolean },
): Promise<void> {
  await prepareOutput(options.output);
  const failures = await untilInterrupted(config, async (client, interrupt) => {
    const run = createFinishing(client, interrupt, options);
    const submitted: Submitted[] = [];
    for (const id of await find(client)) {
      const made = await run.attempts.attempt(id, () => client.continueTranscription(id));
      if (made) submitted.push({ id: made.id, found: false, targets: null });
    }
    return finishAll(submitted, run);
  });
  if (failures > 0) throw new CommandFailed();
}
