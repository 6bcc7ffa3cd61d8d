import { Command, InvalidArgumentError, Option } from 'commander';
import { MAX_SPEAKERS } from '../../shared/transcription/speakers.ts';
import { DEFAULT_PORT, loadConfig, VERSION } from '../config.ts';
import { benchEngine } from './commands/bench.ts';
import { exportTranscriptions } from './commands/export.ts';
import { type ExportFlags, toExportInput, withExportOptions } from './commands/export-options.ts';
import { createKey, listKeys, revokeKey } from './commands/keys.ts';
import { addModelCommands } from './commands/model-commands.ts';
import { quote } from './commands/quote.ts';
import { serve, signIn } from './commands/serve.ts';
import { listSpeakers } from './commands/speakers.ts';
import { transcribe } from './commands/transcribe.ts';
import { addYtDlpCommands } from './commands/yt-dlp-commands.ts';
import { addDataCommands } from './data-commands.ts';
import { type DataFlags, toConfigFlags, withData } from './flags.ts';

const WRONG_USAGE = 2;
const MAX_PORT = 65_535;

/** All commands with their options, as `--help` shows them. */
export function createProgram(): Command {
  const program = new Command('steno')
    .description('Turns recordings into text on this machine.')
    .version(VERSION)
    .showHelpAfterError('Run "steno --help" to see the commands.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))
    .addHelpText('after', EXIT_CODES);
  addServe(program);
  addTranscribe(program);
  addQuote(program);
  addExport(program);
  addSpeakers(program);
  addKeys(program);
  addModelCommands(program);
  addYtDlpCommands(program);
  addDataCommands(program);
  addBench(program);
  return program;
}

const EXIT_CODES = `
Exit codes: 0 done · 1 something failed · 2 wrong usage · 3 data folder not writable or damaged
            4 already running · 5 port taken · 130 stopped with Ctrl-C

Every option can also be given as an environment variable: STENO_PORT, STENO_HOST, STENO_DATA, STENO_MODEL …`;

function addServe(program: Command): void {
  withData(program.command('serve'))
    .description('Run the service; prints one line of JSON when it is ready')
    .option('--port <number>', `port to listen on (default ${DEFAULT_PORT}, 0 for any)`, portNumber)
    .option('--host <address>', 'address to listen on (default 127.0.0.1)')
    .option('--public-url <url>', 'how other machines reach the service')
    .option('--model <name|file>', 'model for requests that name none')
    .option('--lanes <number>', 'windows to transcribe at once; measured when left out', integer)
    .option('--threads <number>', 'threads of each lane', integer)
    .action(async (flags: ServeFlags) => serve(loadConfig(toConfigFlags(flags))));
  withData(program.command('sign-in'))
    .description('Print a new sign-in link for the running service')
    .action(async (flags: DataFlags) => signIn(loadConfig(toConfigFlags(flags))));
}

function addTranscribe(program: Command): void {
  withExportOptions(withData(program.command('transcribe')))
    .description('Transcribe files and links')
    .argument('<source...>', 'paths of files, or http(s) links')
    .option('--out <dir>', 'write a file per source into this folder instead of to stdout')
    .option('--language <code>', 'language of the recording, such as en; detected when left out')
    .option('--model <name|file>', 'model to use')
    .option('--no-structure', 'leave out paragraphs, contents, summary, highlights and terms')
    .option('--yes', 'transcribe all recordings of a playlist without asking')
    .option('--again', 'transcribe anew what was transcribed before with the same options')
    .action(async (sources: string[], flags: TranscribeFlags) => {
      const { out, language, structure, yes, again } = flags;
      await transcribe(loadConfig(toConfigFlags(flags)), sources, {
        export: toExportInput(flags),
        out: out ?? null,
        language: language ?? null,
        structure,
        yes: yes ?? false,
        again: again ?? false,
      });
    });
}

function addQuote(program: Command): void {
  withData(program.command('quote'))
    .description('Tell how long transcribing takes and what it needs, without doing it')
    .argument('<source...>', 'paths of files, or http(s) links')
    .option('--language <code>', 'language of the recording; with it, the model for that language')
    .option('--model <name|file>', 'model to use')
    .option('--json', 'print JSON', false)
    .action(async (sources: string[], flags: QuoteFlags) =>
      quote(loadConfig(toConfigFlags(flags)), sources, {
        language: flags.language ?? null,
        json: flags.json,
      }),
    );
}

function addExport(program: Command): void {
  withExportOptions(withData(program.command('export')))
    .description('Write finished transcriptions')
    .argument('<id...>', 'such as trs_…, as the window and the API show it')
    .option('--out <dir>', 'write a file per transcription into this folder instead of to stdout')
    .action(async (ids: string[], flags: DataFlags & ExportFlags & { out?: string }) =>
      exportTranscriptions(loadConfig(toConfigFlags(flags)), ids, flags),
    );
}

function addSpeakers(program: Command): void {
  withData(program.command('speakers'))
    .description('Tell who speaks when, without transcribing')
    .argument('<source>', 'path of a file, or an http(s) link')
    .option('--expected <number>', 'how many people speak; found out when left out', people)
    .option('--json', 'print JSON', false)
    .addOption(new Option('--rttm', 'print lines of RTTM').default(false).conflicts('json'))
    .action(async (source: string, flags: SpeakersFlags) =>
      listSpeakers(
        loadConfig(toConfigFlags(flags.data === undefined ? {} : { data: flags.data })),
        source,
        {
          expected: flags.expected ?? null,
          format: flags.json ? 'json' : flags.rttm ? 'rttm' : 'table',
        },
      ),
    );
}

function addKeys(program: Command): void {
  const keys = program.command('keys').description('Manage API keys');
  withData(keys.command('create'))
    .description('Create a key and print it, this once')
    .option('--name <name>', 'what the key is for', 'command line')
    .option('--test', 'a test key: never charged, for trying webhooks against local code', false)
    .action(async (flags: DataFlags & { name: string; test: boolean }) =>
      createKey(loadConfig(toConfigFlags(flags)), { name: flags.name, test: flags.test }),
    );
  withData(keys.command('list'))
    .description('List keys')
    .action(async (flags: DataFlags) => listKeys(loadConfig(toConfigFlags(flags))));
  withData(keys.command('revoke'))
    .description('Revoke a key')
    .argument('<id>', 'the id that "steno keys list" shows')
    .action(async (id: string, flags: DataFlags) =>
      revokeKey(loadConfig(toConfigFlags(flags)), id),
    );
}

function addBench(program: Command): void {
  const bench = program.command('bench').description('Measure this machine');
  withData(bench.command('engine'))
    .description('Time encoding and decoding of one 30 s window')
    .option('--model <name|file>', 'model to measure')
    .option('--runs <number>', 'how many times', integer, 5)
    .option('--threads <number>', 'threads to use', integer)
    .option('--json', 'print JSON', false)
    .action(async (flags: BenchFlags) =>
      benchEngine(loadConfig(toConfigFlags(flags)), { runs: flags.runs, json: flags.json }),
    );
}

type QuoteFlags = DataFlags & { language?: string; model?: string; json: boolean };
type SpeakersFlags = DataFlags & { expected?: number; json: boolean; rttm: boolean };
type ServeFlags = DataFlags & {
  port?: number;
  host?: string;
  publicUrl?: string;
  model?: string;
  lanes?: number;
  threads?: number;
};
type TranscribeFlags = DataFlags &
  ExportFlags & {
    out?: string;
    language?: string;
    model?: string;
    structure: boolean;
    yes?: boolean;
    again?: boolean;
  };
type BenchFlags = DataFlags & { model?: string; runs: number; threads?: number; json: boolean };

function portNumber(text: string): number {
  const port = integer(text);
  if (port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`Give a number up to ${MAX_PORT}.`);
}

function people(text: string): number {
  const count = integer(text);
  if (count >= 1 && count <= MAX_SPEAKERS) return count;
  throw new InvalidArgumentError(`Give a number from 1 to ${MAX_SPEAKERS}.`);
}

function integer(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('Give a whole number.');
}
