import type { Command } from 'commander';
import type { ConfigFlags } from '../config.ts';

export type DataFlags = { data?: string };

/** Adds the flag that every command has which opens the data folder. */
export function withData(command: Command): Command {
  return command.option('--data <dir>', 'folder for the database, models and uploads');
}

/** The flags that make up the configuration, those not given left out. */
export function toConfigFlags(flags: DataFlags & ConfigFlags): ConfigFlags {
  const { data, host, port, publicUrl, model, lanes, threads } = flags;
  const given = { dataDir: data, host, port, publicUrl, model, lanes, threads };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
