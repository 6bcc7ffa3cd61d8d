import type { Tasks } from '../../../src/main/repositories/tasks/tasks.ts';

/** For what is stored without anybody to work on it. */
export const noTasks: Pick<Tasks, 'add' | 'cancel'> = {
  add: async () => {},
  cancel: async () => {},
};
