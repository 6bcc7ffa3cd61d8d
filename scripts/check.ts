/** `npm run check`: types, lint and unused code, for use during development. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;
