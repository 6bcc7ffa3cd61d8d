/** The commands as shells complete them, read from commander. */
import type { Command, Option } from 'commander';

export type CompletedOption = {
  /** All ways to write it, such as `-h` and `--help`. */
  names: string[];
  description: string;
  /** The values it allows; null if it takes none, empty if any. */
  values: readonly string[] | null;
  /** What its value names, if that is something on the disk. */
  place: 'file' | 'folder' | null;
};

export type CompletedCommand = {
  /** `models download`; empty for the program itself. */
  path: string;
  description: string;
  options: CompletedOption[];
  /** What may follow: its subcommands, or the values its argument allows. */
  words: { name: string; description: string }[];
  /** Whether its arguments may be files. */
  takesFiles: boolean;
};

const FILE_ARGUMENTS = ['source', 'folder', 'file', 'backup', 'recording', 'transcript'];

/** The program and all commands below it, each before its own. */
export function commandTree(program: Command): CompletedCommand[] {
  return below(program, []);
}

function below(command: Command, path: readonly string[]): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).map((sub) => ({
    name: sub.name(),
    description: firstSentence(help.subcommandDescription(sub)),
  }));
  const values = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  );
  const own: CompletedCommand = {
    path: path.join(' '),
    description: firstSentence(command.description()),
    options: help.visibleOptions(command).map(toCompleted),
    words: [...subcommands, ...values],
    takesFiles: command.registeredArguments.some((one) => FILE_ARGUMENTS.includes(one.name())),
  };
  const children = command.commands.flatMap((sub) => below(sub, [...path, sub.name()]));
  return [own, ...children];
}

function toCompleted(option: Option): CompletedOption {
  const names = [option.short, option.long].filter((name) => name !== undefined && name !== null);
  const takesValue = option.required || option.optional;
  const place = /<dir>/.test(option.flags) ? 'folder' : /file>/.test(option.flags) ? 'file' : null;
  const values = takesValue ? (option.argChoices ?? []) : null;
  return { names, description: firstSentence(option.description), values, place };
}

/** Short enough to fit next to a name. */
const firstSentence = (text: string): string => (text.split(/[;:.] /)[0] ?? text).trim();
