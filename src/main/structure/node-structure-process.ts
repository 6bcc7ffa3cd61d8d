import { fileURLToPath } from 'node:url';
import { startNodeChild } from '../node-child.ts';
import type { StartStructureProcess } from './structure-process.ts';

const PROGRAM = fileURLToPath(new URL('./structure-child.ts', import.meta.url));

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export const startNodeStructureProcess: StartStructureProcess = () => startNodeChild(PROGRAM);
