import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { chooseScope } from '../../../src/main/cli/commands/key-commands.ts';
import type { KeyScope } from '../../../src/shared/accounts.ts';

/** Someone who types the lines and then, where they are not enough, ends the input. */
function answering(lines: string, signal = new AbortController().signal) {
  const input = new PassThrough();
  const output = new PassThrough();
  let asked = 0;
  output.setEncoding('utf8').on('data', (text: string) => {
    if (!text.includes('Enter for')) return;
    const line = lines.split('\n')[asked++];
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  return { input, output, signal };
}

describe('what a new key may see', () => {
  test.each<[string, string, KeyScope]>([
    ['Enter: the usual', '', 'all'],
    ['a number', '1', 'own'],
    ['a name', ' READ ', 'read'],
    ['what means nothing is asked for again', '7\nyes\n3', 'read'],
  ])('%s', async (_what, lines, scope) => {
    expect(await chooseScope({ test: false, usual: 'all' }, answering(lines))).toBe(scope);
  });

  test('tells the usual one, and that test keys never see what others make', async () => {
    const streams = answering('');
    let shown = '';
    streams.output.on('data', (text: string) => {
      shown += text;
    });
    expect(await chooseScope({ test: true, usual: 'own' }, streams)).toBe('own');
    expect(shown).toContain('Enter for 1');
    expect(shown).toContain('everything that test keys make');
  });

  test('no answer: no key', async () => {
    const streams = answering('maybe');
    const chosen = chooseScope({ test: false, usual: 'all' }, streams);
    await expect(chosen).rejects.toThrow('Nothing was chosen.');
  });

  test('Ctrl-C: no key either', async () => {
    const interrupt = new AbortController();
    const streams = { ...answering('maybe'), signal: interrupt.signal };
    const chosen = chooseScope({ test: false, usual: 'all' }, streams);
    interrupt.abort(new Error('Stopped.'));
    await expect(chosen).rejects.toThrow('Stopped.');
  });
});
