import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { people } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { configOption, type DataFlags, toConfigFlags, withData } from '../flags.ts';
import { type ExportFlags, toOutputOptions, withExportOptions } from './export-options.ts';
import { transcribe } from './transcribe.ts';

type Flags = DataFlags &
  ExportFlags & {
    language?: string;
    model?: string;
    speakersExpected?: number;
    structure: boolean;
    recursive: boolean;
    yes: boolean;
    again: boolean;
  };

/** `steno transcribe` */
export function addTranscribeCommand(program: Command): void {
  const variables = ['STENO_LANES', 'STENO_THREADS', ...SERVICE_VARIABLES] as const;
  withVariables(withExportOptions(withData(program.command('transcribe'))), variables)
    .description('Transcribe files and links')
    .argument('<source...>', 'files, folders, http(s) links, or - for what is piped in')
    .option('--recursive', 'take the recordings in the subfolders of a folder, too', false)
    .option('--language <code>', 'language of the recording, such as en; detected when left out')
    .addOption(configOption('model', '--model <name|file>', 'model to use'))
    .option(
      '--speakers-expected <number>',
      'how many people speak; found out when left out',
      people,
    )
    .option('--no-structure', 'leave out paragraphs, contents, summary, highlights and terms')
    .option('--yes', 'transcribe all recordings of a playlist without asking', false)
    .option('--again', 'transcribe anew what was transcribed before with the same options', false)
    .action(async (sources: string[], flags: Flags, command: Command) => {
      const { language, structure, speakersExpected, recursive, yes, again, quiet } = flags;
      await transcribe(loadConfig(toConfigFlags(flags)), sources, {
        output: toOutputOptions(flags, command),
        language: language ?? null,
        speakersExpected: speakersExpected ?? null,
        structure,
        recursive,
        yes,
        again,
        quiet,
      });
    });
}
