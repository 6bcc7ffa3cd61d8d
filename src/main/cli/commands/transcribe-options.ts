import type { Command } from 'commander';
import type { SpellingList } from '../../../shared/spelling/spelling.ts';
import type { TrackChoice } from '../../../shared/transcription/tracks.ts';
import { toTerms } from '../../../shared/transcription/vocabulary.ts';
import { audioTrack, configOption, people, spellings, spokenLanguage } from '../arguments.ts';
import { SERVICE_VARIABLES, withVariables } from '../environment.ts';
import type { SubmitOptions } from '../submit-source.ts';
import type { ExportFlags } from './export-options.ts';

export type TranscribeFlags = ExportFlags & {
  language?: string;
  model?: string;
  speakersExpected?: number;
  track?: TrackChoice;
  vocabulary?: string[];
  spelling?: SpellingList;
  project?: string;
  translate: boolean;
  structure: boolean;
  again: boolean;
};

export function withTranscribeOptions(command: Command): Command {
  const variables = ['STENO_LANES', 'STENO_THREADS', ...SERVICE_VARIABLES] as const;
  return withVariables(command, variables)
    .option(
      '--language <code>',
      'language of the recording, such as en; that of the project or the settings, else detected, when left out',
      spokenLanguage,
    )
    .addOption(configOption('model', '--model <name|file>', 'model to use'))
    .option(
      '--speakers-expected <number>',
      'how many people speak; found out when left out',
      people,
    )
    .option(
      '--track <number|mix|speakers>',
      'which of several audio tracks to transcribe: one, all mixed, or each as a speaker; the one that players choose when left out',
      audioTrack,
    )
    .option(
      '--vocabulary <terms>',
      'names and terms to be spelled so, with commas between',
      toTerms,
    )
    .option(
      '--spelling <wrong=right>',
      'what is heard wrong, with commas between, and how it is written; can be repeated',
      spellings,
    )
    .option(
      '--project <name>',
      'the project it goes into, by its name or id, whose options count where others are left out',
    )
    .option('--translate', 'write in English what is said in another language', false)
    .option('--no-structure', 'leave out paragraphs, contents, summary, key points and terms')
    .option('--again', 'transcribe again what was transcribed before with the same options', false);
}

/** The options from the flags, in the form of the API; model and project are added once the service is known. */
export function toWanted(flags: TranscribeFlags): Omit<SubmitOptions, 'model' | 'project_id'> {
  const { language = null, speakersExpected = null, vocabulary = [], spelling = [] } = flags;
  const { track = null, translate, structure, again } = flags;
  return {
    ...{ language, track, vocabulary, spelling, translate, structure, again },
    speakers_expected: speakersExpected,
  };
}
