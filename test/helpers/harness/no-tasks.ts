import type { Task, Tasks } from '../../../src/main/repositories/tasks/tasks.ts';

/** For what is stored without anybody to work on it. */
export const noTasks: Pick<Tasks, 'add' | 'cancel' | 'settle' | 'take'> = {
  add: async () => {},
  cancel: async () => {},
  settle: async () => {},
  take: async (_trx, kind, key) => taskOf(kind, key),
};

/** A task as its first holder has it. */
export const taskOf = (kind: Task['kind'], key: string): Task => ({
  kind,
  id: key,
  key,
  attempt: 1,
  failures: 0,
  losses: 0,
});
