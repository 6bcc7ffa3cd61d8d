import { type Command, Option } from 'commander';
import type { MediaExportInput, MediaSubtitles } from '../../../shared/exports/media-export.ts';
import { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import type { Config } from '../../core/config.ts';
import { configured, languageCode, timeOf, withData } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { numberAs } from './export-options.ts';

type MediaFlags = {
  out?: string;
  force: boolean;
  quiet: boolean;
  json: boolean;
  from?: number;
  to?: number;
  subtitles: MediaSubtitles | 'beside';
  language?: string;
  bilingual: boolean;
  maxCharsPerLine?: number;
  maxLines?: number;
  speakers: 'auto' | 'always' | 'never';
  fillers: boolean;
  clean: boolean;
};

/** `steno clip` and `steno video`: files made of a recording. */
export function addMediaCommands(program: Command): void {
  withMediaOptions(program.command('clip'))
    .description('Write a part of a recording into a file, cut to the millisecond')
    .requiredOption('--from <time>', 'where it begins, such as 1:02 or 62.5', timeOf)
    .requiredOption('--to <time>', 'where it ends', timeOf)
    .option('--sound', 'only the sound of a video', false)
    .addOption(
      new Option(
        '--subtitles <how>',
        'in a file beside, switched on and off in the player, or in the picture',
      )
        .choices(['none', 'beside', 'track', 'burned'])
        .default('none'),
    )
    .action(
      configured((config, id: string, flags: MediaFlags & { sound: boolean }) =>
        make(config, id, flags, { picture: !flags.sound }),
      ),
    );
  withMediaOptions(program.command('video'))
    .description('Write the video of a recording into a file, with subtitles')
    .option('--from <time>', 'a part of it: where it begins, such as 1:02 or 62.5', timeOf)
    .option('--to <time>', 'where the part ends', timeOf)
    .addOption(
      new Option('--subtitles <how>', 'switched on and off in the player, or in the picture')
        .choices(['track', 'burned'])
        .default('track'),
    )
    .action(configured((config, id: string, flags: MediaFlags) => make(config, id, flags, {})));
}

function withMediaOptions(command: Command): Command {
  const { max_chars_per_line, max_lines } = SubtitleOptions.shape;
  return withVariables(withData(command), SERVICE_VARIABLES)
    .argument('<id>', 'the id of a transcription, such as trs_…')
    .option(
      '-o, --out <file>',
      'the file; named after the recording, in this folder, when left out',
    )
    .option('--force', 'replace a file that is there already', false)
    .option(
      '--language <code>',
      'subtitles in this language, once translated into it',
      languageCode,
    )
    .option('--bilingual', 'subtitles with the original above the translation', false)
    .option(
      '--max-chars-per-line <number>',
      'the most characters in a line of a subtitle',
      numberAs(max_chars_per_line),
    )
    .option('--max-lines <number>', 'the most lines of a subtitle', numberAs(max_lines))
    .addOption(
      new Option('--speakers <when>', 'whether speakers are named')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--no-fillers', 'leave out sounds such as "um", "äh" and "euh"')
    .option('--clean', 'leave out these and words said twice by mistake, as in "I I think"', false)
    .option('--quiet', 'print nothing but errors to stderr', false)
    .option('--json', 'print JSON', false);
}

async function make(
  config: Config,
  id: string,
  flags: MediaFlags,
  more: { picture?: boolean },
): Promise<void> {
  const { out = null, force, quiet, json, from, to, subtitles, language, bilingual } = flags;
  const { speakers, maxCharsPerLine, maxLines } = flags;
  const request: MediaExportInput = {
    from,
    to,
    ...more,
    speakers,
    language,
    bilingual,
    subtitles: subtitles === 'beside' ? 'none' : subtitles,
    ...(maxCharsPerLine !== undefined && { max_chars_per_line: maxCharsPerLine }),
    ...(maxLines !== undefined && { max_lines: maxLines }),
    fillers: flags.fillers ? 'keep' : 'leave_out',
    wording: flags.clean ? 'clean' : 'verbatim',
  };
  const { makeMediaFile } = await import('./make-media.ts');
  await makeMediaFile(config, id, request, {
    out,
    force,
    quiet,
    json,
    beside: subtitles === 'beside',
  });
}
