/** Parses option values and reports invalid ones. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Client } from '../../shared/client.ts';
import { DETECT, isLanguage } from '../../shared/languages.ts';
import { parseSpelling, type SpellingList } from '../../shared/spelling/spelling.ts';
import { MAX_SPEAKERS } from '../../shared/transcription/speakers.ts';
import { TrackChoice } from '../../shared/transcription/tracks.ts';
import { type Config, type ConfigFlags, loadConfig, OPTION_VARIABLES } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
import type { ServiceFile } from '../core/service-file.ts';
import { readBucketAddress } from '../storage/bucket-address.ts';
import { modelFile } from './find-or-start-service.ts';

const MAX_PORT = 65_535;

export function integer(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
}

export function portNumber(text: string): number {
  const port = integer(text);
  if (port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`Give a number up to ${MAX_PORT}.`);
}

export function people(text: string): number {
  const count = integer(text);
  if (count >= 1 && count <= MAX_SPEAKERS) return count;
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_SPEAKERS}.`);
}

/** One of Whisper's. */
export function languageCode(text: string): string {
  const code = text.toLowerCase();
  if (isLanguage(code)) return code;
  throw new InvalidArgumentError('is not a language Steno knows. Give a code such as en.');
}

/** The language of a recording; `auto` has it detected. */
export function spokenLanguage(text: string): string {
  return text === DETECT ? text : languageCode(text);
}

/** The number of an audio track, `mix` or `speakers`. */
export function audioTrack(text: string): TrackChoice {
  const choice = TrackChoice.safeParse(/^\d{1,9}$/.test(text) ? Number(text) : text);
  if (choice.success) return choice.data;
  throw new InvalidArgumentError('Give the number of a track, mix or speakers.');
}

/** `1:02`, `1:02:03.5` or `62.5`, in seconds. */
export function timeOf(text: string): number {
  if (!/^(?:(?:\d+:)?[0-5]?\d:[0-5]?\d|\d{1,6})(?:\.\d{1,3})?$/.test(text)) {
    throw new InvalidArgumentError('Give a time such as 1:02, 1:02:03.5 or 62.5.');
  }
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** Such as `cube ernetes, cubernetes=Kubernetes`; the option can be given several times. */
export function spellings(text: string, before: SpellingList = []): SpellingList {
  const { list, refused } = parseSpelling(text);
  if (refused.length === 0 && list.length > 0) return [...before, ...list];
  throw new InvalidArgumentError('Write it like "cube ernetes, cubernetes=Kubernetes".');
}

/** Without a trailing slash, since paths are appended. */
export function httpAddress(text: string): string {
  const url = URL.parse(text);
  const isOne = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isOne) return text.replace(/(?<!\/)\/+$/, '');
  throw new InvalidArgumentError('Give an address such as https://steno.example.com.');
}

/** Such as `s3://bucket/prefix`. */
export function bucketAddress(text: string): string {
  try {
    readBucketAddress(text);
    return text;
  } catch (error) {
    throw error instanceof AppError ? new InvalidArgumentError(error.message) : error;
  }
}

type DataFlags = { data?: string };

/** An option that can also be set in the environment; the help names the variable. */
export function configOption(
  name: keyof typeof OPTION_VARIABLES,
  flags: string,
  description: string,
): Option {
  return new Option(flags, description).env(OPTION_VARIABLES[name]);
}

/** An option with a few values, of which the first counts where it is left out. */
export const choice = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values).default(values[0]);

/** Adds the flag of every command that opens the data folder. */
export function withData(command: Command): Command {
  const description = 'folder for the database, models and uploads';
  return command.addOption(configOption('dataDir', '--data <dir>', description));
}

/** Adds the flags for where rows and recordings are, if not in the data folder. */
export function withPlaces(command: Command): Command {
  return command
    .addOption(
      configOption(
        'database',
        '--database <url>',
        'PostgreSQL instead of the file in the data folder, such as postgres://user@host/steno; a password is safer in the variable',
      ),
    )
    .addOption(
      configOption(
        'storage',
        '--storage <url>',
        'bucket for recordings and uploads instead of the data folder, such as s3://bucket/prefix; credentials and endpoint are read from AWS_…',
      ).argParser(bucketAddress),
    );
}

/** Adds the flags for what models are computed on; the device is chosen by `otherwise` when left out. */
export function withComputing(command: Command, otherwise: string): Command {
  const device = `what to compute on: auto, cpu, or a graphics card as "steno devices" lists it; ${otherwise} when left out`;
  const lanes = 'windows of sound to transcribe at once; two to four when left out';
  const threads = 'processor threads for each of these windows';
  return command
    .addOption(configOption('device', '--device <device>', device))
    .addOption(configOption('lanes', '--lanes <number>', lanes).argParser(integer))
    .addOption(configOption('threads', '--threads <number>', threads).argParser(integer));
}

/** The action of a command: `act` is given the configuration, then what Commander gives: arguments, flags, command. */
export function configured<Given extends unknown[]>(
  act: (config: Config, ...given: Given) => Promise<void> | void,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    await act(loadConfig(toConfigFlags(command.opts())), ...given);
  };
}

export function toConfigFlags(flags: DataFlags & ConfigFlags): ConfigFlags {
  const { data: dataDir, database, storage, name, ...rest } = flags;
  const { host, port, publicUrl, model, device, lanes, threads } = rest;
  // `--no-work` is known by its absence.
  const work = flags.work === false ? false : undefined;
  const of = { dataDir, database, storage, name, work, host, port, publicUrl };
  const given = { ...of, model, device, lanes, threads };
  const isGiven = (value: unknown) => value !== undefined && value !== '';
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
}

/** As in most programs, an empty variable counts as not set. */
export function forgetEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.values(OPTION_VARIABLES)) {
    if (env[name] === '') delete env[name];
  }
}

/**
 * How a request names the model of `--model`: by its name, or not at all if the service was started with this file.
 *
 * @throws invalid_request for a file that a running service does not know
 */
export async function modelToAsk(
  client: Client,
  service: ServiceFile,
  model: string | null,
): Promise<string | null> {
  const file = await modelFile(model);
  if (model === null || file === null) return model;
  const { data } = await client.listModels();
  if (data.some(({ name }) => name === model)) return model;
  if (service.model === file) return null;
  throw new AppError('invalid_request', {
    message: `The Steno that runs with this data folder does not know the model ${model}. Add it with "steno models add ${model}", then name it.`,
  });
}
