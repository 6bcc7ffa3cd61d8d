import { Argument, type Command } from 'commander';
import { commandTree } from '../completion/command-tree.ts';
import { completionScript, SHELLS, type Shell } from '../completion/shells.ts';

/** `steno completion`; added last, because it reads what the others take. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a script that lets the shell complete commands, options and files')
    .addArgument(new Argument('<shell>', 'the shell it is for').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(shell, commandTree(program)));
    });
}
