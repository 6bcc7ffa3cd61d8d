/** Whatever is wrong with the arguments of whichever command: 2, with what is wrong and where the command's help is. */
import type { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { createProgram } from '../../../src/main/cli/program.ts';

class Exit extends Error {
  readonly code: number | string | null | undefined;

  constructor(code: number | string | null | undefined) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Options whose values are checked, each with one that is wrong. Others take any text. */
const WRONG: Record<string, string> = {
  '--lanes': 'many',
  '--threads': '2.5',
  '--runs': '-1',
  '--port': '99999',
  '--public-url': 'example',
  '--storage': 'ftp://bucket',
  '--language': 'klingon',
  '--to': 'klingon',
  '--speakers-expected': '0',
  '--expected': 'two',
  '--track': 'left',
  '--spelling': 'no equals sign',
  '--format': 'doc',
  '--timestamps': 'maybe',
  '--speakers': 'some',
  '--recording': 'always',
  '--paper': 'a5',
  '--line-numbers': 'odd',
  '--max-chars-per-line': '5',
  '--max-lines': '9',
  '--max-duration': 'long',
  '--scope': 'some',
  '--subtitles': 'maybe',
  '--from': 'noon',
  '--for': 'a while',
  '--highlights': 'some',
  '--name': 'only a word',
};

/** A command and all below it, by the words that call them. */
function commandsOf(command: Command, words: string[] = []): [string[], Command][] {
  const below = command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
  return [[words, command], ...below];
}

/** How it ends, before any command has begun. */
async function run(args: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  let stderr = '';
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  const exits = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(code);
  });
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return { code: 'it ran', stderr };
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { code: error.code, stderr };
  } finally {
    written.mockRestore();
    exits.mockRestore();
  }
}

const commands = commandsOf(createProgram()).filter(([words]) => words.length > 0);
const leaves = commands.filter(([, { commands: below }]) => below.length === 0);
const given = ({ registeredArguments }: Command) => registeredArguments.map(() => 'x');
const pointer = (words: readonly string[]) => `Run "steno ${words.join(' ')} --help"`;

test.each(leaves)('steno %j refuses an option that it does not have', async (words, command) => {
  const { code, stderr } = await run([...words, ...given(command), '--no-such-option']);
  expect(code).toBe(2);
  // Commander asks for what is required first.
  if (!command.options.some(({ mandatory }) => mandatory)) {
    expect(stderr).toContain("unknown option '--no-such-option'");
  }
  expect(stderr).toContain(pointer(words));
});

test.each(leaves)('steno %j refuses too few and too many arguments', async (words, command) => {
  const { registeredArguments: taken } = command;
  if (taken.some(({ required }) => required)) {
    const few = await run(words);
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining(pointer(words))]);
  }
  if (!taken.some(({ variadic }) => variadic)) {
    const many = await run([...words, ...given(command), 'more']);
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining(pointer(words))]);
  }
  expect(taken.length).toBeGreaterThanOrEqual(0);
});

const checked = leaves.flatMap(([words, command]) =>
  command.options
    .filter((option) => option.parseArg !== undefined && option.long !== '--vocabulary')
    .map(({ long }) => [words, long ?? '', command] as const),
);

test.each(checked)('steno %j says what is wrong with %s', async (words, option, command) => {
  const wrong = WRONG[option];
  expect(wrong, `a wrong value for ${option}`).toBeDefined();
  const { code, stderr } = await run([...words, ...given(command), option, wrong ?? '']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${option}: "${wrong}"`)]);
  expect(stderr).toContain(pointer(words));
});

test('a command that is not there points to the commands there are', async () => {
  for (const [words] of commands.filter(([, { commands: below }]) => below.length > 0)) {
    const { code, stderr } = await run([...words, 'nonsense']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Run "steno ${words[0]} `)]);
  }
  expect(commands.length).toBeGreaterThan(leaves.length);
});
