import { type Command, InvalidArgumentError, Option } from 'commander';
import { ExportFormat, type ExportInput } from '../../../shared/exports/export-options.ts';
import { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import { parseWorded } from '../../../shared/validation-messages.ts';
import type { OutputOptions } from '../terminal/output.ts';

export type ExportFlags = {
  format: ExportFormat[];
  out?: string;
  force: boolean;
  quiet: boolean;
  timestamps: 'auto' | 'always' | 'never';
  speakers: 'auto' | 'always' | 'never';
  recording: 'auto' | 'never';
  paper: 'a4' | 'letter';
  maxCharsPerLine?: number;
  maxLines?: number;
  maxDuration?: number;
  wordTimes: boolean;
  lineNumbers: 'none' | 'page' | 'continuous';
  fillers: boolean;
  clean: boolean;
  highlights: 'leave_out' | 'include' | 'only';
};

const WHEN = ['auto', 'always', 'never'];
const { max_chars_per_line, max_lines, max_duration } = SubtitleOptions.shape;

/** The options of every command that writes transcripts, as in `GET /v1/transcriptions/{id}/export`. */
export function withExportOptions(command: Command, elsewhere = 'to stdout'): Command {
  return command
    .addOption(formatOption().default(['txt'], 'txt'))
    .option('--out <dir>', `write files into this folder instead of ${elsewhere}`)
    .option('--force', 'replace files that are there already', false)
    .option('--quiet', 'print nothing but errors to stderr', false)
    .addOption(
      new Option('--timestamps <when>', 'whether paragraphs have their times')
        .choices(WHEN)
        .default('auto'),
    )
    .addOption(
      new Option('--speakers <when>', 'whether speakers are named').choices(WHEN).default('auto'),
    )
    .addOption(
      new Option('--recording <when>', 'whether an HTML page holds the recording, under 100 MB')
        .choices(['auto', 'never'])
        .default('auto'),
    )
    .addOption(
      new Option('--paper <size>', 'the pages of a PDF').choices(['a4', 'letter']).default('a4'),
    )
    .addOption(
      new Option('--highlights <what>', 'highlights with their comments, in the text or alone')
        .choices(['leave_out', 'include', 'only'])
        .default('leave_out'),
    )
    .option(
      '--max-chars-per-line <number>',
      'the most characters in a line of a subtitle',
      numberAs(max_chars_per_line),
    )
    .option('--max-lines <number>', 'the most lines of a subtitle', numberAs(max_lines))
    .option('--max-duration <seconds>', 'the longest a subtitle stays', numberAs(max_duration))
    .addOption(
      new Option(
        '--line-numbers <where>',
        'number the lines of DOCX and PDF, on each page or through',
      )
        .choices(['none', 'page', 'continuous'])
        .default('none'),
    )
    .option('--no-fillers', 'leave out sounds such as "um", "äh" and "euh"')
    .option('--clean', 'leave out these and words said twice by mistake, as in "I I think"', false)
    .option('--word-times', 'mark when each word is said, in VTT and ASS', false);
}

/** `--format` without a default. */
export function formatOption(): Option {
  return new Option('--format <formats>', 'what to write; several with commas between')
    .choices(ExportFormat.options)
    .argParser(formatList);
}

/** The options the flags request. Several formats without a folder are a usage error and end the command. */
export function toOutputOptions(flags: ExportFlags, command: Command): OutputOptions {
  const { format: formats, out = null, force } = flags;
  if (formats.length > 1 && out === null) {
    command.error('error: Several formats need a folder to be written into: add --out.');
  }
  return { formats, out, force, export: toExportInput(flags) };
}

/** The flags as the API takes them, without missing ones. */
function toExportInput(flags: ExportFlags): Omit<ExportInput, 'format'> {
  const { timestamps, speakers, recording, paper, lineNumbers, fillers, clean, highlights } = flags;
  const { maxCharsPerLine, maxLines, maxDuration, wordTimes } = flags;
  return {
    timestamps,
    speakers,
    recording,
    paper,
    line_numbers: lineNumbers,
    highlights,
    ...(maxCharsPerLine !== undefined && { max_chars_per_line: maxCharsPerLine }),
    ...(maxLines !== undefined && { max_lines: maxLines }),
    ...(maxDuration !== undefined && { max_duration: maxDuration }),
    fillers: fillers ? 'keep' : 'leave_out',
    wording: clean ? 'clean' : 'verbatim',
    word_times: wordTimes ? 'true' : 'false',
  };
}

function formatList(text: string): ExportFormat[] {
  const formats = text.split(',').map((name) => {
    const { data, problem } = parseWorded(ExportFormat, name.trim(), '');
    if (problem) throw new InvalidArgumentError(problem.message.trim());
    return data;
  });
  return [...new Set(formats)];
}

/** Parses an option by the schema of the API. */
export function numberAs(
  schema: (typeof SubtitleOptions.shape)['max_lines' | 'max_chars_per_line'],
) {
  return (text: string): number => {
    const { data, problem } = parseWorded(schema, text, '');
    if (data !== null && data !== undefined) return data;
    throw new InvalidArgumentError(problem?.message.trim() ?? 'Give a number.');
  };
}
