import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { otherLanguage } from '../../engine/words/other-language.ts';
import type { TranscribedWindow } from '../../engine/words/transcribe-window.ts';
import type { WindowAsk } from '../../repositories/transcripts/window.repository.ts';
import { clearLanguage } from '../prepare/language-vote.ts';

/** A window whose text is in another language than the one spoken there, as Parakeet is known to write at times. */
export type Drift = {
  /** The name of the model that wrote it. */
  model: string;
  transcript: TranscribedWindow;
  readsAs: string;
};

/** As a window's row keeps it. Its text was checked when it came. */
const StoredDrift = z.object({
  model: z.string(),
  transcript: z.custom<TranscribedWindow>((value) => typeof value === 'object'),
  readsAs: z.string(),
});

export const readDrift = (json: string): Drift => StoredDrift.parse(JSON.parse(json));

/** Null unless the text is clearly in another language. Whisper is given the language and needs no such check. */
export function findDrift(
  { model, language }: Pick<WindowAsk, 'model' | 'language'>,
  transcript: TranscribedWindow,
): Drift | null {
  if (model.architecture === 'whisper') return null;
  const readsAs = otherLanguage(transcript.segments.map(({ text }) => text).join(' '), language);
  return readsAs === null ? null : { model: model.name, transcript, readsAs };
}

/** Whether the language of the text is the spoken one after all: then the text is right. */
export async function isSpoken(
  engine: Pick<Engine, 'detect'>,
  pcm: Uint8Array,
  { readsAs }: Drift,
  signal: AbortSignal,
): Promise<boolean> {
  return clearLanguage(await engine.detect(pcm, { signal })) === readsAs;
}

/** The transcript, in the language its text is in. */
export function asItReads({ transcript, readsAs }: Drift): TranscribedWindow {
  const segments = transcript.segments.map((segment) => ({ ...segment, language: readsAs }));
  return { ...transcript, language: readsAs, segments };
}
