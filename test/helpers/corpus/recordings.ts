/** Recordings with known truth, offered on a local address as any web server would. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startOrigin } from '../servers/http-origin.ts';
import { type Clip, type Composed, composeSpeech, poolClips, wavFile } from './audio.ts';

const SAMPLE = fileURLToPath(new URL('../../../resources/samples/sample.mp3', import.meta.url));
const SHORT = fileURLToPath(new URL('../../fixtures/short.mp3', import.meta.url));
const SAMPLE_TRUTH = fileURLToPath(new URL('../../fixtures/sample.json', import.meta.url));

const Truth = z.object({
  duration: z.number(),
  text: z.string(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
});
type SampleTruth = z.infer<typeof Truth>;

export const sampleFile = SAMPLE;
export const sampleBytes = (): Buffer => readFileSync(SAMPLE);

/** The sample's first three sentences: a second's work, for tests in which any recording will do. */
export const shortFile = SHORT;
export const shortBytes = (): Buffer => readFileSync(SHORT);

export const sampleTruth = (): SampleTruth =>
  Truth.parse(JSON.parse(readFileSync(SAMPLE_TRUTH, 'utf8')));

/** Sentences of the pool in one language, the voices taking turns. */
export function clipsIn(language: string, count: number): Clip[] {
  const byVoice = Map.groupBy(
    poolClips().filter((clip) => clip.language === language),
    (clip) => clip.voice,
  );
  const longest = Math.max(...[...byVoice.values()].map((clips) => clips.length));
  return Array.from({ length: longest }, (_, turn) =>
    [...byVoice.values()].flatMap((clips) => clips[turn] ?? []),
  )
    .flat()
    .slice(0, count);
}

/** A quiet room with people reading; `gapsMs` as `composeSpeech` takes them. */
export function compose(
  pool: Int16Array,
  clips: readonly Clip[],
  gapsMs: readonly number[] = [400],
): Composed {
  return composeSpeech({ pool, clips, gapsMs, noiseDb: -65 });
}

/** The composed recording as a WAV file, and what is said in it. */
export function asFile(composed: Composed): { bytes: Buffer; text: string } {
  return {
    bytes: wavFile(composed.samples),
    text: composed.truth.map((segment) => segment.text).join(' '),
  };
}

/** Serves files by their path; anything else is not found. */
export async function serveRecordings(files: Record<string, Uint8Array>) {
  const origin = await startOrigin((request, response) => {
    const bytes = files[request.url ?? ''];
    if (!bytes) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
      return;
    }
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  return origin;
}
