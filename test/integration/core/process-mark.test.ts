/** Whether a process has surely ended, by what the system says of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { hasEnded, markProcess, type ProcessMark } from '../../../src/main/core/process-mark.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
const start = (script: string): ChildProcess => {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  return child;
};
const marked = async (pid?: number): Promise<ProcessMark> => {
  const mark = await markProcess(pid);
  if (!mark) throw new Error('The system does not tell.');
  return mark;
};

describe.skipIf(process.platform !== 'linux')('a process', () => {
  test('that runs, or is stopped, has not ended; one that was killed has', async () => {
    const child = start('exec sleep 600');
    const mark = await marked(child.pid);
    expect(await hasEnded(mark)).toBe(false);
    child.kill('SIGSTOP');
    expect(await hasEnded(mark)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await hasEnded(mark)).toBe(true);
  });

  test('whose parent has not looked yet has ended', async () => {
    // A program that takes the shell's place knows nothing of its children.
    const child = start('sleep 0.1 & echo $!; exec sleep 600');
    if (!child.stdout) throw new Error('It has no output.');
    const [pid] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const mark = await marked(Number(pid));
    await expect.poll(() => hasEnded(mark)).toBe(true);
  });

  test('whose number another has by now has ended', async () => {
    const mark = await marked();
    expect(await hasEnded(mark)).toBe(false);
    expect(await hasEnded({ ...mark, startedAt: '1' })).toBe(true);
  });

  test('of another machine, or of another container, may go on', async () => {
    const mark = { ...(await marked()), pid: 2 ** 30 };
    expect(await hasEnded(mark)).toBe(true);
    expect(await hasEnded({ ...mark, space: 'another' })).toBe(false);
  });
});
