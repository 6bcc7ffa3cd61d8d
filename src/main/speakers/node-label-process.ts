import { fileURLToPath } from 'node:url';
import { startNodeChild } from '../node-child.ts';
import { createLabeler, type StartLabelProcess } from './label-process.ts';

const PROGRAM = fileURLToPath(new URL('./label-child.ts', import.meta.url));

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export const startNodeLabelProcess: StartLabelProcess = () => startNodeChild(PROGRAM);

export const labelInProcess = createLabeler(startNodeLabelProcess);
