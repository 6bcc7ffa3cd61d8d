import { describe, expect, test } from 'vitest';
import { createLaneTurns } from '../../../src/main/engine/lanes/lane-turns.ts';

/** Lanes whose work ends when the test says so; names begin with their user's. */
function setUp(lanes: number) {
  const turns = createLaneTurns({ lanes: () => lanes });
  const users = new Map<string, object>();
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (name: string, options: { signal?: AbortSignal; alone?: boolean } = {}) => {
    const who = name.slice(0, 1);
    const user = users.get(who) ?? {};
    users.set(who, user);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const work = () => {
      started.push(name);
      return end.promise;
    };
    return turns.run(user, work, options);
  };
  const end = (name: string) => {
    ends.get(name)?.resolve();
    return settled();
  };
  const fail = (name: string) => ends.get(name)?.reject(new Error(name));
  return { ask, end, fail, started };
}

/** All that can start now have started. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('lanes that several share', () => {
  test('give a newcomer the first lane that becomes free, and then half of them', async () => {
    const { ask, end, started } = setUp(2);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name);
    for (const name of ['b1', 'b2', 'b3']) void ask(name);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started.at(-1)).toBe('b1');
    await end('a2');
    expect(started.at(-1)).toBe('a3');
    await end('b1');
    expect(started.at(-1)).toBe('b2');
    await end('b2');
    expect(started.at(-1)).toBe('b3');
    await end('b3');
    expect(started.slice(-1)).toEqual(['a4']);
  });

  test('go round with one lane, however long the queue of the first', async () => {
    const { ask, end, started } = setUp(1);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('are all kept for work that has to be alone', async () => {
    const { ask, end, started } = setUp(2);
    for (const name of ['a1', 'a2']) void ask(name);
    void ask('b1', { alone: true });
    void ask('a3');
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('forget who gives up waiting, and hand on what it held back', async () => {
    const { ask, end, started } = setUp(2);
    void ask('a1');
    const stop = new AbortController();
    const waiting = ask('b1', { alone: true, signal: stop.signal });
    void ask('a2');
    await settled();
    expect(started).toEqual(['a1']);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    await expect(ask('c1', { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('are free again after work that failed', async () => {
    const { ask, fail, started } = setUp(1);
    const failing = ask('a1');
    void ask('b1');
    fail('a1');
    await expect(failing).rejects.toThrow('a1');
    expect(started).toEqual(['a1', 'b1']);
  });
});
