import { fileStem, titleOf } from '../../../shared/transcription/title.ts';
import type { Config } from '../../config.ts';
import { createAttempts } from '../attempts.ts';
import { withService } from '../connect.ts';
import { createOutput, type OutputOptions, prepareOutput } from '../terminal/output.ts';
import { createProgressView } from '../terminal/progress-view.ts';
import { CommandFailed } from '../terminal/report.ts';

/** Writes transcriptions that are completed, in the order given. */
export async function exportTranscriptions(
  config: Config,
  ids: readonly string[],
  { output: options, quiet }: { output: OutputOptions; quiet: boolean },
): Promise<void> {
  await prepareOutput(options);
  const view = createProgressView(process.stderr, { quiet });
  const { attempt, fail, failures } = createAttempts(view.problem);
  await withService(config, async (client) => {
    const output = createOutput(client, options, { onWritten: view.note });
    for (const id of ids) {
      await attempt(id, async () => {
        const { source } = await client.getTranscription(id, { words: false });
        const { targets, refused } = await output.plan(fileStem(titleOf(source)));
        for (const reason of [...refused, ...(await output.write(id, targets))]) fail(id, reason);
      });
    }
  });
  if (failures() > 0) throw new CommandFailed();
}
