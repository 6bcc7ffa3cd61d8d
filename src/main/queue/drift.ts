import type { Engine } from '../engine/engine.ts';
import { otherLanguage } from '../engine/words/text-language.ts';
import type { TranscribedWindow } from '../engine/words/transcribe-window.ts';
import type { PlannedWindow } from '../repositories/transcripts/transcript.repository.ts';
import { clearLanguage } from './language-vote.ts';

/** A window whose text is in another language than the one spoken there, as Parakeet is known to write at times. */
export type Drift<Model> = {
  window: PlannedWindow;
  /** The model that wrote it. */
  model: Model;
  transcript: TranscribedWindow;
  readsAs: string;
};

/** Null unless the text is clearly in another language. Whisper is given the language and needs no such check. */
export function findDrift<Model extends { architecture: 'whisper' | 'parakeet' }>(
  model: Model,
  window: PlannedWindow,
  transcript: TranscribedWindow,
  language: string,
): Drift<Model> | null {
  if (model.architecture === 'whisper') return null;
  const readsAs = otherLanguage(transcript.segments.map(({ text }) => text).join(' '), language);
  return readsAs === null ? null : { window, model, transcript, readsAs };
}

/** Whether the language of the text is the spoken one after all: then the text is right. */
export async function isSpoken<Model>(
  engine: Pick<Engine, 'detect'>,
  pcm: Uint8Array,
  { readsAs }: Drift<Model>,
  signal: AbortSignal,
): Promise<boolean> {
  return clearLanguage(await engine.detect(pcm, { signal })) === readsAs;
}

/** The transcript, in the language its text is in. */
export function asItReads<Model>({ transcript, readsAs }: Drift<Model>): TranscribedWindow {
  const segments = transcript.segments.map((segment) => ({ ...segment, language: readsAs }));
  return { ...transcript, language: readsAs, segments };
}
