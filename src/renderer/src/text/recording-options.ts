/** How a recording is to be transcribed, as the window holds it and as people read it. */
import { z } from 'zod';
import { DETECT } from '../../../shared/languages.ts';
import type { Model } from '../../../shared/models/models.ts';
import type { Project } from '../../../shared/projects.ts';
import type { Settings } from '../../../shared/settings.ts';
import { MAX_SPELLINGS, parseSpelling, spellingText } from '../../../shared/spelling/spelling.ts';
import { MAX_SPEAKERS } from '../../../shared/transcription/speakers.ts';
import { type AudioTrack, TrackChoice } from '../../../shared/transcription/tracks.ts';
import type { CreateTranscriptionInput } from '../../../shared/transcription/transcription.ts';
import {
  MAX_TERMS,
  type TranscriptionOptions,
} from '../../../shared/transcription/transcription-options.ts';
import { toTerms } from '../../../shared/transcription/vocabulary.ts';
import { languageName } from './format.ts';
import { describeTrack, knownTrack } from './tracks.ts';

/** `null` is what the settings say, or what is found out. */
export const RecordingOptions = z.object({
  language: z.string().nullable().default(null),
  model: z.string().nullable().default(null),
  speakers: z.int().min(1).max(MAX_SPEAKERS).nullable().default(null),
  /** Which audio tracks are transcribed; `null` is the one that players choose. */
  track: TrackChoice.nullable().default(null),
  /** Terms as they were typed. */
  vocabulary: z.string().default(''),
  /** Lines such as `wrong, wrong2 -> Right`, as they were typed. */
  spelling: z.string().default(''),
  translate: z.boolean().default(false),
});
export type RecordingOptions = z.infer<typeof RecordingOptions>;

export const NO_OPTIONS = RecordingOptions.parse({});

export type Wishes = Omit<
  CreateTranscriptionInput,
  'url' | 'structure' | 'webhook_url' | 'metadata' | 'reuse'
>;

/** What can be asked for with the models there are: one that was deleted meanwhile is not. */
export function toWishes(
  options: RecordingOptions,
  models: readonly Model[],
  usual: Usual | null,
): Omit<Wishes, 'project_id'> {
  const model = models.some(({ name }) => name === options.model) ? options.model : null;
  return {
    language: options.language,
    model,
    speakers_expected: options.speakers,
    track: options.track,
    vocabulary: toTerms(options.vocabulary).slice(0, MAX_TERMS),
    spelling: parseSpelling(options.spelling).list.slice(0, MAX_SPELLINGS),
    translate: options.translate && canTranslate({ ...options, model }, models, usual),
  };
}

/** The options a transcription was made with; a track that its recording does not have is none. */
export function optionsOf(
  used: TranscriptionOptions,
  tracks: readonly AudioTrack[],
): RecordingOptions {
  return {
    language: used.language ?? DETECT,
    model: used.model,
    speakers: used.speakers_expected,
    track: knownTrack(used.track, tracks),
    vocabulary: used.vocabulary.join(', '),
    spelling: spellingText(used.spelling),
    translate: used.translate,
  };
}

/** What the settings, and the project before them, say of languages and their models. */
type Usual = Pick<Settings, 'language' | 'language_models'> & Partial<Pick<Project, 'model'>>;

/** What is usual for the recordings of a project; `undefined` for those in none. */
export function usualIn(
  project: Pick<Project, 'language' | 'model'> | undefined,
  settings: Usual | null,
): Usual | null {
  if (!settings || !project) return settings;
  const { language, model } = project;
  return { ...settings, model, language: language ?? settings.language };
}

/** Whether the model, or the usual one of the project or language where none is chosen, was trained to translate. */
export function canTranslate(
  { model, language }: Pick<RecordingOptions, 'model' | 'language'>,
  models: readonly Model[],
  usual: Usual | null,
): boolean {
  const spoken = language ?? usual?.language ?? DETECT;
  const named = (name: string | null | undefined) => models.find((one) => one.name === name);
  const used =
    named(model) ??
    named(usual?.model) ??
    named(usual?.language_models[spoken]) ??
    models.find((one) => one.default);
  return used?.translates ?? false;
}

/** `German · small · 2 speakers`; empty where nothing is set. */
export function describeOptions(
  options: RecordingOptions,
  models: readonly Model[],
  usual: Usual | null,
): string {
  const {
    language,
    model,
    speakers_expected,
    track,
    vocabulary = [],
    spelling = [],
    translate,
  } = toWishes(options, models, usual);
  const parts = [
    language === DETECT ? 'Language detected' : language && languageName(language),
    model,
    speakers_expected && (speakers_expected === 1 ? '1 speaker' : `${speakers_expected} speakers`),
    track != null && describeTrack(track),
    vocabulary.length > 0 && (vocabulary.length === 1 ? '1 term' : `${vocabulary.length} terms`),
    spelling.length > 0 && (spelling.length === 1 ? '1 spelling' : `${spelling.length} spellings`),
    translate && 'into English',
  ];
  return parts.filter(Boolean).join(' · ');
}
