import type { Engine } from '../engine/engine.ts';
import type { HeardWindow } from '../engine/words/hear-window.ts';
import { otherLanguage } from '../engine/words/text-language.ts';
import type { PlannedWindow } from '../repositories/transcripts/transcript.repository.ts';
import { clearLanguage } from './language-vote.ts';

/** A window whose text is in another language than the one spoken there, as Parakeet is known to write at times. */
export type Drift<Model> = {
  window: PlannedWindow;
  /** The model that wrote it. */
  model: Model;
  heard: HeardWindow;
  readsAs: string;
};

/** Null unless the text is surely in another language. Whisper is told the language and needs no such check. */
export function findDrift<Model extends { architecture: 'whisper' | 'parakeet' }>(
  model: Model,
  window: PlannedWindow,
  heard: HeardWindow,
  language: string,
): Drift<Model> | null {
  if (model.architecture === 'whisper') return null;
  const readsAs = otherLanguage(heard.segments.map(({ text }) => text).join(' '), language);
  return readsAs === null ? null : { window, model, heard, readsAs };
}

/** Whether the language of the text is the one that is spoken there after all: then the text is right. */
export async function isSpoken<Model>(
  engine: Pick<Engine, 'detect'>,
  pcm: Uint8Array,
  { readsAs }: Drift<Model>,
  signal: AbortSignal,
): Promise<boolean> {
  return clearLanguage(await engine.detect(pcm, { signal })) === readsAs;
}

/** What was recognised, as a text in the language it reads as. */
export function asItReads<Model>({ heard, readsAs }: Drift<Model>): HeardWindow {
  const segments = heard.segments.map((segment) => ({ ...segment, language: readsAs }));
  return { ...heard, language: readsAs, segments };
}
