/** The `steno` command: the same core as the app's, under plain Node. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code, which halves the time to ready. Not in the temp folder, where others can write.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/steno', import.meta.url)));
const { outliveBrokenOutput } = await import('./cli/terminal/broken-output.ts');
const { createProgram } = await import('./cli/program.ts');
const { reportAndExit } = await import('./cli/terminal/report-and-exit.ts');

outliveBrokenOutput(process.stdout, process.stderr);
await createProgram().parseAsync().catch(reportAndExit);
