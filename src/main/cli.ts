/** The command `steno`: the same core as the app's, under plain Node. */
import { createProgram } from './cli/program.ts';
import { reportAndExit } from './cli/report.ts';

await createProgram().parseAsync().catch(reportAndExit);
