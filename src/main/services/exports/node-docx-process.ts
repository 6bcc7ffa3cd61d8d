import { fileURLToPath } from 'node:url';
import { startNodeChild } from '../../node-child.ts';
import type { StartDocxProcess } from './docx-process.ts';

const PROGRAM = fileURLToPath(new URL('./docx-child.ts', import.meta.url));

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export const startNodeDocxProcess: StartDocxProcess = () => startNodeChild(PROGRAM);
