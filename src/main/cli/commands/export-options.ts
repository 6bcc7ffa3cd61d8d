import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import {
  ExportFormat,
  type ExportInput,
  ExportOptions,
} from '../../../shared/exports/export-options.ts';
import { SubtitleOptions } from '../../../shared/subtitles/subtitle-options.ts';
import { parseWorded } from '../../../shared/validation-messages.ts';
import { choice } from '../arguments.ts';
import type { OutputOptions } from '../terminal/output.ts';

/** What is written of a text, in files of any kind. */
export type TextFlags = Pick<ExportOptions, 'speakers'> & {
  maxCharsPerLine?: number;
  maxLines?: number;
  fillers: boolean;
  clean: boolean;
};

export type ExportFlags = TextFlags &
  Pick<ExportOptions, 'timestamps' | 'recording' | 'paper' | 'highlights'> & {
    format: ExportFormat[];
    out?: string;
    force: boolean;
    quiet: boolean;
    maxDuration?: number;
    wordTimes: boolean;
    lineNumbers: ExportOptions['line_numbers'];
  };

const { max_chars_per_line, max_lines, max_duration } = SubtitleOptions.shape;
const { timestamps, speakers, recording, paper, highlights, line_numbers } = ExportOptions.shape;
/** The values of an option of the API, with its default first. */
const valuesOf = (schema: z.ZodDefault<z.ZodEnum>) => schema.unwrap().options.map(String);

/** The options of every command that writes transcripts, as in `GET /v1/transcriptions/{id}/export`. */
export function withExportOptions(command: Command, elsewhere = 'to stdout'): Command {
  const files = command
    .addOption(formatOption().default(['txt'], 'txt'))
    .option('--out <dir>', `write files into this folder instead of ${elsewhere}`)
    .option('--force', 'replace files that are there already', false)
    .option('--quiet', 'print nothing but errors to stderr', false)
    .addOption(
      choice('--timestamps <when>', 'whether paragraphs have their times', valuesOf(timestamps)),
    )
    .addOption(
      choice(
        '--recording <when>',
        'whether an HTML page holds the recording, under 100 MB',
        valuesOf(recording),
      ),
    )
    .addOption(choice('--paper <size>', 'the pages of a PDF', valuesOf(paper)))
    .addOption(
      choice(
        '--highlights <what>',
        'highlights with their comments, in the text or alone',
        valuesOf(highlights),
      ),
    )
    .option('--max-duration <seconds>', 'the longest a subtitle stays', numberAs(max_duration))
    .addOption(
      choice(
        '--line-numbers <where>',
        'number the lines of DOCX and PDF, on each page or through',
        valuesOf(line_numbers),
      ),
    )
    .option('--word-times', 'mark when each word is said, in VTT and ASS', false);
  return withTextOptions(files);
}

/** Those for what is written of a text. */
export function withTextOptions(command: Command): Command {
  return command
    .addOption(choice('--speakers <when>', 'whether speakers are named', valuesOf(speakers)))
    .option(
      '--max-chars-per-line <number>',
      'the most characters in a line of a subtitle',
      numberAs(max_chars_per_line),
    )
    .option('--max-lines <number>', 'the most lines of a subtitle', numberAs(max_lines))
    .option('--no-fillers', 'leave out sounds such as "um", "äh" and "euh"')
    .option('--clean', 'leave out these and words said twice by mistake, as in "I I think"', false);
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

function toExportInput(flags: ExportFlags): Omit<ExportInput, 'format'> {
  const { timestamps, recording, paper, lineNumbers, highlights, maxDuration, wordTimes } = flags;
  return {
    ...{ timestamps, recording, paper, highlights },
    ...toTextInput(flags),
    line_numbers: lineNumbers,
    max_duration: maxDuration,
    word_times: wordTimes ? 'true' : 'false',
  };
}

export function toTextInput({ speakers, maxCharsPerLine, maxLines, fillers, clean }: TextFlags) {
  return {
    speakers,
    max_chars_per_line: maxCharsPerLine,
    max_lines: maxLines,
    fillers: fillers ? 'keep' : 'leave_out',
    wording: clean ? 'clean' : 'verbatim',
  } as const;
}

function formatList(text: string): ExportFormat[] {
  const formats = text.split(',').map((name) => {
    const { data, problem } = parseWorded(ExportFormat, name.trim(), '');
    if (problem) throw new InvalidArgumentError(problem.message.trim());
    return data;
  });
  return [...new Set(formats)];
}

function numberAs(schema: (typeof SubtitleOptions.shape)['max_lines' | 'max_chars_per_line']) {
  return (text: string): number => {
    const { data, problem } = parseWorded(schema, text, '');
    if (data !== null && data !== undefined) return data;
    throw new InvalidArgumentError(problem?.message.trim() ?? 'Give a number.');
  };
}
