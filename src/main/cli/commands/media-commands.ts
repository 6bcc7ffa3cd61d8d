import type { Command } from 'commander';
import type { MediaExportInput, MediaSubtitles } from '../../../shared/exports/media-export.ts';
import type { Config } from '../../core/config.ts';
import { choice, configured, languageCode, timeOf, withData } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import { type TextFlags, toTextInput, withTextOptions } from './export-options.ts';

type MediaFlags = TextFlags & {
  out?: string;
  force: boolean;
  quiet: boolean;
  json: boolean;
  from?: number;
  to?: number;
  subtitles: MediaSubtitles | 'beside';
  language?: string;
  bilingual: boolean;
};

/** `steno clip` and `steno video`: files made of a recording. */
export function addMediaCommands(program: Command): void {
  withMediaOptions(program.command('clip'))
    .description('Write a part of a recording into a file, cut to the millisecond')
    .requiredOption('--from <time>', 'where it begins, such as 1:02 or 62.5', timeOf)
    .requiredOption('--to <time>', 'where it ends', timeOf)
    .option('--sound', 'only the sound of a video', false)
    .addOption(
      choice(
        '--subtitles <how>',
        'in a file beside, switched on and off in the player, or in the picture',
        ['none', 'beside', 'track', 'burned'],
      ),
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
      choice('--subtitles <how>', 'switched on and off in the player, or in the picture', [
        'track',
        'burned',
      ]),
    )
    .action(configured((config, id: string, flags: MediaFlags) => make(config, id, flags, {})));
}

function withMediaOptions(command: Command): Command {
  const file = withVariables(withData(command), SERVICE_VARIABLES)
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
    .option('--quiet', 'print nothing but errors to stderr', false)
    .option('--json', 'print JSON', false);
  return withTextOptions(file);
}

async function make(
  config: Config,
  id: string,
  flags: MediaFlags,
  more: { picture?: boolean },
): Promise<void> {
  const { out = null, force, quiet, json, from, to, subtitles, language, bilingual } = flags;
  const beside = subtitles === 'beside';
  const request: MediaExportInput = {
    ...{ from, to, language, bilingual },
    ...more,
    ...toTextInput(flags),
    subtitles: beside ? 'none' : subtitles,
  };
  const { makeMediaFile } = await import('./make-media.ts');
  await makeMediaFile(config, id, request, { out, force, quiet, json, beside });
}
