import type { Config } from '../../config.ts';
import { withService } from '../connect.ts';
import { createOutput } from '../terminal/output.ts';
import { type ExportFlags, toExportInput } from './export-options.ts';

/** Writes transcriptions that are completed, in the order given. @throws not_found, wrong_state */
export async function exportTranscriptions(
  config: Config,
  ids: readonly string[],
  flags: ExportFlags & { out?: string },
): Promise<void> {
  await withService(config, async (client) => {
    const output = createOutput(client, { ...toExportInput(flags), out: flags.out ?? null });
    for (const id of ids) await output.write(id);
  });
}
