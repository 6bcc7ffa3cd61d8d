import { type Command, Option } from 'commander';
import { type ConfigFlags, OPTION_VARIABLES } from '../config.ts';

export type DataFlags = { data?: string };

/** An option that the environment can stand for; the help names the variable. */
export function configOption(name: keyof ConfigFlags, flags: string, description: string): Option {
  return new Option(flags, description).env(OPTION_VARIABLES[name]);
}

/** Adds the flag that every command has which opens the data folder. */
export function withData(command: Command): Command {
  const description = 'folder for the database, models and uploads';
  return command.addOption(configOption('dataDir', '--data <dir>', description));
}

/** The flags that make up the configuration, those not given or empty left out. */
export function toConfigFlags(flags: DataFlags & ConfigFlags): ConfigFlags {
  const { data, host, port, publicUrl, model, lanes, threads } = flags;
  const given = { dataDir: data, host, port, publicUrl, model, lanes, threads };
  const isGiven = (value: unknown) => value !== undefined && value !== '';
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
}

/** As for most programs, a variable that is set to nothing counts as not set. */
export function forgetEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.values(OPTION_VARIABLES)) {
    if (env[name] === '') delete env[name];
  }
}
