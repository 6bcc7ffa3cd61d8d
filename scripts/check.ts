/** `npm run check`: types and lint alone, for while one works. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;
