import { type Command, InvalidArgumentError, Option } from 'commander';
import { ExportFormat, type ExportInput } from '../../../shared/exports/options.ts';
import { SubtitleOptions } from '../../../shared/subtitles/options.ts';

export type ExportFlags = {
  format: ExportFormat;
  timestamps: 'auto' | 'always' | 'never';
  speakers: 'auto' | 'always' | 'never';
  maxCharsPerLine?: number;
  maxLines?: number;
  maxDuration?: number;
};

const WHEN = ['auto', 'always', 'never'];
const { max_chars_per_line, max_lines, max_duration } = SubtitleOptions.shape;

/** The options of every command that writes transcripts, as `GET /v1/transcriptions/{id}/export` has them. */
export function withExportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'what to write').choices(ExportFormat.options).default('txt'),
    )
    .addOption(
      new Option('--timestamps <when>', 'times of paragraphs').choices(WHEN).default('auto'),
    )
    .addOption(new Option('--speakers <when>', 'names of speakers').choices(WHEN).default('auto'))
    .option('--max-chars-per-line <number>', 'of subtitles', numberAs(max_chars_per_line))
    .option('--max-lines <number>', 'lines of a subtitle', numberAs(max_lines))
    .option('--max-duration <seconds>', 'the longest a subtitle stays', numberAs(max_duration));
}

/** The flags as the API takes them, those not given left out. */
export function toExportInput(flags: ExportFlags): ExportInput {
  const { format, timestamps, speakers, maxCharsPerLine, maxLines, maxDuration } = flags;
  return {
    format,
    timestamps,
    speakers,
    ...(maxCharsPerLine !== undefined && { max_chars_per_line: maxCharsPerLine }),
    ...(maxLines !== undefined && { max_lines: maxLines }),
    ...(maxDuration !== undefined && { max_duration: maxDuration }),
  };
}

function numberAs(schema: (typeof SubtitleOptions.shape)['max_lines' | 'max_chars_per_line']) {
  return (text: string): number => {
    const value = schema.safeParse(text);
    if (value.success && value.data !== undefined) return value.data;
    throw new InvalidArgumentError(`${value.error?.issues[0]?.message ?? 'Give a number'}.`);
  };
}
