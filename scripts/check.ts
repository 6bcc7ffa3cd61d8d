/** `npm run check`: only types and lint, for use during development. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;
