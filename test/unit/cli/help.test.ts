import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/main/cli/program.ts';
import { loadConfig } from '../../../src/main/core/config.ts';

const root = join(import.meta.dirname, '../../..');

/** A command and all below it, by the words that call them. */
function commandsOf(command: Command, words: string[] = []): [string, Command][] {
  const below = command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
  return [[['steno', ...words].join(' '), command], ...below];
}

/** The whole help, with what follows the options. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
  });
  command.outputHelp();
  return text;
}

const commands = commandsOf(createProgram());
const leaves = commands.filter(([, command]) => command.commands.length === 0);

describe('help', () => {
  test.each(commands)('%s says what it does, takes and knows', (words, command) => {
    expect(helpOf(command)).toContain(`Usage: ${words}`);
    expect(command.description()).toMatch(/^[A-Z]/);
    const helper = command.createHelp();
    const taken = [...helper.visibleArguments(command), ...helper.visibleOptions(command)];
    for (const { description } of taken) expect(description).not.toBe('');
  });

  test.each(leaves)(
    '%s shows how it is used, with words and options that it takes',
    (words, command) => {
      const [, examples = ''] = helpOf(command).split('\nExamples:\n');
      const lines = examples.split('\n').filter((line) => /^ {2}\S/.test(line));
      expect(lines).not.toEqual([]);
      // "steno sessions" alone lists them.
      const own = words.replace('sessions list', 'sessions');
      for (const line of lines) {
        expect(line).toContain(own);
        const options =
          line
            .split('|')
            .find((part) => part.includes(own))
            ?.match(/--[\w-]+/g) ?? [];
        expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(options));
      }
    },
  );

  test('names every environment variable that is read, and no other', () => {
    const read = new Set(namesIn(sourceText(join(root, 'src/main'), { except: 'cli' })));
    const shown = new Set(commands.flatMap(([, command]) => namesIn(helpOf(command))));
    expect([...shown].sort()).toEqual([...read].sort());
    const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
    expect([...new Set(namesIn(page))].sort()).toEqual([...read].sort());
  });

  test('is on the page about the command line: every command and every option', () => {
    const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
    const missing = leaves.flatMap(([words, command]) => {
      const options = command.options.map(({ long }) => long ?? '');
      return [words, ...options].filter((name) => !isNamed(page, name));
    });
    expect(missing).toEqual([]);
  });
});

test('an environment variable that is empty counts as none', () => {
  const empty = { STENO_HOST: '', STENO_PORT: '', STENO_DATA: '', STENO_PUBLIC_URL: '' };
  expect(loadConfig({}, empty)).toEqual(loadConfig({}, {}));
});

/** As a whole: `--out` is not named by `--output`. */
const isNamed = (page: string, name: string) => new RegExp(`${name}(?![\\w-])`).test(page);

const namesIn = (text: string): string[] => text.match(/\bSTENO_[A-Z0-9_]+\b/g) ?? [];

function sourceText(folder: string, { except }: { except: string }): string {
  const names = readdirSync(folder).filter((name) => name !== except);
  const pieces = names.map((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sourceText(path, { except }) : readFileSync(path, 'utf8');
  });
  return pieces.join('\n');
}
