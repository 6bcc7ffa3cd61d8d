/** How a command that was written wrongly is answered: what is wrong, where its help is, and exit code 2. */
import type { Command } from 'commander';

const WRONG_USAGE = 2;

/** Before commands are added, which take it over. */
export function reportsWrongUsage(program: Command): Command {
  return program
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))
    .configureOutput({ outputError: (text, write) => write(wordUsage(text)) });
}

/** Once all commands are there: each points to its own help. */
export function pointsToItsHelp(command: Command, name = command.name()): void {
  const what = command.commands.length > 0 ? 'commands' : 'options';
  command.showHelpAfterError(`Run "${name} --help" to see the ${what}.`);
  for (const one of command.commands) pointsToItsHelp(one, `${name} ${one.name()}`);
}

/** Commander's frame around what is wrong with the value of an option. */
const BEGIN = "error: option '";
const END = "' is invalid. ";

/** What goes on in lower case is said of the value; what is a sentence says what to give instead. */
function wordUsage(text: string): string {
  const end = text.indexOf(END);
  if (!text.startsWith(BEGIN) || end < 0) return text;
  const [flags = '', ...given] = text.slice(BEGIN.length, end).split(/' (?:argument|value) '/);
  const [value = '', variable] = given.join("' value '").split("' from env '");
  const flag = flags.split(/[ ,]+/).find((part) => part.startsWith('--')) ?? flags;
  const rest = text.slice(end + END.length);
  const says = /^\p{Ll}/u.test(rest) ? rest : `is not valid. ${rest}`;
  return `error: ${variable ?? flag}: "${value}" ${says}`;
}
