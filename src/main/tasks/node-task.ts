import { fileURLToPath } from 'node:url';
import { startNodeChild } from '../node-child.ts';
import { createTasks, type StartTask } from './tasks.ts';

const PROGRAM = fileURLToPath(new URL('./task-program.ts', import.meta.url));

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export const startNodeTask: StartTask = (name) => startNodeChild(PROGRAM, name);

/** The tasks, each in a Node process. */
export const nodeTasks = createTasks(startNodeTask);
