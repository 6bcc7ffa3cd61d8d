import { Command, Help, Option } from 'commander';
import { DEFAULT_PORT, NO_WORK_VARIABLE, VERSION } from '../core/config.ts';
import {
  configOption,
  configured,
  forgetEmptyVariables,
  httpAddress,
  integer,
  languageCode,
  people,
  portNumber,
  spokenLanguage,
  timeOf,
  withComputing,
  withData,
  withPlaces,
} from './arguments.ts';
import { addAutoExportCommand } from './commands/auto-export-command.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addContinueCommand } from './commands/continue-command.ts';
import { addDataCommands } from './commands/data-commands.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './commands/export-options.ts';
import { addImportCommand } from './commands/import-command.ts';
import { addKeyCommands, addSessionCommands } from './commands/key-commands.ts';
import { addMediaCommands } from './commands/media-commands.ts';
import { addModelCommands } from './commands/model-commands.ts';
import { quote } from './commands/print-quote.ts';
import { addProjectCommands } from './commands/project-commands.ts';
import { addQueueCommands } from './commands/queue-commands.ts';
import { addRecordCommand } from './commands/record-command.ts';
import { addTranscribeCommand, exportTranscriptions } from './commands/transcribe-command.ts';
import { addWatchCommand } from './commands/watch-command.ts';
import { addWorkerCommands } from './commands/worker-command.ts';
import { addYtDlpCommands } from './commands/yt-dlp-commands.ts';
import { ENGINE_VARIABLES, SERVICE_VARIABLES, withVariables } from './environment.ts';
import { addExamples } from './help-examples.ts';
import { pointsToItsHelp, reportsWrongUsage } from './terminal/wrong-usage.ts';

/** All commands with their options, as `--help` shows them. The code of a command is loaded when it runs. */
export function createProgram(): Command {
  forgetEmptyVariables(process.env);
  const program = reportsWrongUsage(new Command('steno'))
    .description('Turns recordings into text on this machine.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .configureHelp({ optionDescription: describeOption })
    .addHelpText('after', NOTES);
  addServe(program);
  addSignIn(program);
  addTranscribeCommand(program);
  addContinueCommand(program);
  addQueueCommands(program);
  addRecordCommand(program);
  addWatchCommand(program);
  addImportCommand(program);
  addQuote(program);
  addExport(program);
  addAutoExportCommand(program);
  addMediaCommands(program);
  addTranslate(program);
  addSpeakers(program);
  addProjectCommands(program);
  addKeyCommands(program);
  addSessionCommands(program);
  addWorkerCommands(program);
  addModelCommands(program);
  addYtDlpCommands(program);
  addDataCommands(program);
  addDevices(program);
  addBench(program);
  addCompletionCommand(program);
  addExamples(program);
  pointsToItsHelp(program);
  return program;
}

/** Omits the default of a switch, which is off. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(' (default: false)', '');
}

const NOTES = `
Exit codes: 0 done · 1 something failed · 2 wrong usage
            3 data folder, database or storage unusable · 4 already running
            5 port taken · 6 the disk did not store what it was given
            130 stopped with Ctrl-C

Environment variables stand for the options that name one, such as STENO_DATA for --data.
"steno serve --help" lists the others.`;

/** How several services share a database. */
function withSharing(command: Command): Command {
  return command
    .addOption(
      configOption('name', '--name <name>', 'what other services on the database know this one by'),
    )
    .option(
      '--no-work',
      `only answer, and leave the work to other services on the database (env: ${NO_WORK_VARIABLE})`,
    );
}

function addServe(program: Command): void {
  const service = withSharing(
    withVariables(withPlaces(withData(program.command('serve'))), SERVICE_VARIABLES),
  )
    .description('Run the service, which prints one line of JSON when it is ready')
    .addOption(
      configOption(
        'port',
        '--port <number>',
        `port to listen on, 0 for any; ${DEFAULT_PORT} when left out`,
      ).argParser(portNumber),
    )
    .addOption(
      configOption(
        'host',
        '--host <address>',
        'address to listen on; 127.0.0.1 when left out, which only this machine reaches',
      ),
    )
    .addOption(
      configOption(
        'publicUrl',
        '--public-url <url>',
        'address at which other machines reach the service',
      ).argParser(httpAddress),
    )
    .addOption(configOption('model', '--model <name|file>', 'model for requests that name none'));
  withComputing(service, 'the settings decide').action(
    configured(async (config) => (await import('./commands/serve.ts')).serve(config)),
  );
}

function addSignIn(program: Command): void {
  withData(program.command('sign-in'))
    .description('Print a new sign-in link for the running service')
    .action(configured(async (config) => (await import('./commands/serve.ts')).signIn(config)));
}

function addQuote(program: Command): void {
  withVariables(withData(program.command('quote')), SERVICE_VARIABLES)
    .description('Tell how long transcribing takes and what it needs, without doing it')
    .argument('<source...>', 'files, folders, http(s) links, or - for what is piped in')
    .option('--recursive', 'take the recordings in the subfolders of a folder, too', false)
    .option(
      '--language <code>',
      'language of the recording, such as en, for which another model may be set',
      spokenLanguage,
    )
    .addOption(configOption('model', '--model <name|file>', 'model to use'))
    .option('--json', 'print JSON', false)
    .action(configured(quote));
}

type ExportAllFlags = ExportFlags & {
  all: boolean;
  language?: string;
  bilingual: boolean;
  from?: number;
  to?: number;
};

function addExport(program: Command): void {
  withExportOptions(withData(program.command('export')))
    .description('Print finished transcriptions, or write them into files')
    .argument('[id...]', 'the id of a transcription, such as trs_…')
    .option('--all', 'every recording of the library, in its newest version', false)
    .option(
      '--language <code>',
      'SRT, VTT, ASS or TXT in this language, once translated into it',
      languageCode,
    )
    .option('--bilingual', 'subtitles with the original above the translation', false)
    .option('--from <time>', 'SRT, VTT, ASS: the part that begins here, such as 1:02', timeOf)
    .option('--to <time>', 'where that part ends', timeOf)
    .action(
      configured((config, ids: string[], flags: ExportAllFlags, command: Command) => {
        const { all, out, quiet } = flags;
        if (all === ids.length > 0) command.error('error: Give ids, or --all.');
        if (all && !out) command.error('error: --all needs a folder to write into: add --out.');
        const { language, bilingual, from, to } = flags;
        if (bilingual && !language) command.error('error: --bilingual needs --language.');
        const usual = toOutputOptions(flags, command);
        const translated = { language, ...(bilingual && { bilingual: 'true' as const }) };
        const output = { ...usual, export: { ...usual.export, from, to, ...translated } };
        return exportTranscriptions(config, all ? 'all' : ids, { output, quiet });
      }),
    );
}

function addTranslate(program: Command): void {
  withVariables(withData(program.command('translate')), SERVICE_VARIABLES)
    .description('Translate the subtitles of finished transcriptions with the language model')
    .argument('<id...>', 'the id of a transcription, such as trs_…')
    .requiredOption('--to <code>', 'the language, such as de', languageCode)
    .option('--quiet', 'print nothing but errors to stderr', false)
    .option('--json', 'print JSON', false)
    .action(
      configured(async (config, ids: string[], flags: TranslateFlags) => {
        const { translate } = await import('./commands/translate-subtitles.ts');
        await translate(config, ids, flags);
      }),
    );
}

function addSpeakers(program: Command): void {
  withVariables(withData(program.command('speakers')), ['STENO_FFMPEG', ...ENGINE_VARIABLES])
    .description('Tell who speaks when, without transcribing')
    .argument('<source>', 'a file, an http(s) link, or - for what is piped in')
    .option('--expected <number>', 'how many people speak; found out when left out', people)
    .option('--json', 'print JSON', false)
    .addOption(
      new Option('--rttm', 'print RTTM, which scoring tools read').default(false).conflicts('json'),
    )
    .action(
      configured(async (config, source: string, flags: SpeakersFlags) => {
        const { listSpeakers } = await import('./commands/list-speakers.ts');
        await listSpeakers(config, source, {
          expected: flags.expected ?? null,
          format: flags.json ? 'json' : flags.rttm ? 'rttm' : 'table',
        });
      }),
    );
}

function addDevices(program: Command): void {
  withVariables(withData(program.command('devices')), ENGINE_VARIABLES)
    .description('List the graphics cards that models can be computed on')
    .option('--json', 'print JSON', false)
    .action(
      configured(async (config, flags: { json: boolean }) => {
        const { printDevices } = await import('./commands/print-devices.ts');
        await printDevices(config, flags);
      }),
    );
}

function addBench(program: Command): void {
  const bench = program.command('bench').description('Measure how fast this machine is');
  withVariables(withData(bench.command('engine')), ENGINE_VARIABLES)
    .description('Time how long the engine takes for a window of 30 seconds')
    .addOption(configOption('model', '--model <name|file>', 'model to measure'))
    .addOption(
      configOption(
        'device',
        '--device <device>',
        'cpu, or a graphics card as "steno devices" lists it; cpu when left out',
      ),
    )
    .option('--runs <number>', 'how many times', integer, 5)
    .option('--profile', 'also where the time goes, by kind of operation', false)
    .addOption(
      configOption('threads', '--threads <number>', 'processor threads to use').argParser(integer),
    )
    .option('--json', 'print JSON', false)
    .action(
      configured(async (config, flags: BenchFlags) => {
        const { benchEngine } = await import('./commands/run-bench.ts');
        await benchEngine(config, flags);
      }),
    );
}

type TranslateFlags = { to: string; quiet: boolean; json: boolean };
type SpeakersFlags = { expected?: number; json: boolean; rttm: boolean };
type BenchFlags = { runs: number; profile: boolean; json: boolean };
