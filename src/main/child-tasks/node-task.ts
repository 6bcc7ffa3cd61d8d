import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNodeChild } from '../processes/node-child.ts';
import { createTasks, type StartTask } from './child-tasks.ts';

const FILE = `./task-program${extname(import.meta.url)}`;
const PROGRAM = fileURLToPath(new URL(FILE, import.meta.url));

/** Under plain Node; the desktop app starts its own in src/main/electron/processes/utility-child.ts. */
export const startNodeTask: StartTask = (name) => startNodeChild(PROGRAM, name);

export const nodeTasks = createTasks(startNodeTask);
