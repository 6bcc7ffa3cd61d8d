import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { RECORDED_RATE } from '../../../src/shared/sound-pieces.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import {
  bytesOfS16,
  loadPool,
  poolClips,
  SAMPLES_PER_MS,
  wavFile,
} from '../../helpers/corpus/audio.ts';
import { asFile, compose } from '../../helpers/corpus/recordings.ts';
import { interleave, keepOnly } from '../../helpers/corpus/stereo.ts';
import { asTracks } from '../../helpers/corpus/tracks.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

/** What is said in a recording, and what happens to it while it is made. */
type Take = {
  sentences: number;
  gapsMs?: readonly number[];
  language?: string;
  tracks?: number;
  live?: true;
  /** Silence where a device was missing, after so many seconds. */
  gap?: { afterSeconds: number; ms: number };
  /** Whether it is paused after every fifth piece. */
  pauses?: true;
  marks?: readonly number[];
};

const takes: readonly Take[] = [
  { sentences: 1 },
  { sentences: 2, language: 'en' },
  { sentences: 3, gapsMs: [300] },
  { sentences: 5, gapsMs: [250, 900], language: 'en' },
  { sentences: 8, gapsMs: [2500, 400] },
  { sentences: 12, gapsMs: [250], language: 'en' },
  { sentences: 20, gapsMs: [400, 1200, 3000] },
  { sentences: 40, gapsMs: [300, 700] },
  { sentences: 6, gapsMs: [6000], language: 'en' },
  { sentences: 4, gapsMs: [12_000, 300] },
  { sentences: 10, live: true, language: 'en' },
  { sentences: 15, live: true, gapsMs: [250, 2200] },
  { sentences: 9, pauses: true, marks: [1, 9.5, 20] },
  { sentences: 5, pauses: true, live: true, language: 'en' },
  { sentences: 7, gap: { afterSeconds: 6, ms: 4321 }, marks: [7] },
  { sentences: 9, gap: { afterSeconds: 11, ms: 40_000 }, language: 'en' },
  { sentences: 4, tracks: 2 },
  { sentences: 8, tracks: 2, gapsMs: [900, 350], language: 'en' },
  { sentences: 10, tracks: 2, live: true, pauses: true },
  { sentences: 14, tracks: 2, gap: { afterSeconds: 8, ms: 3000 }, marks: [2, 30] },
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** The samples of a take: what is heard, and the same with the silence of its gap. */
function sayAloud({ sentences, gapsMs, tracks, gap }: Take, random: () => number) {
  const english = poolClips().filter(({ language }) => language === 'en');
  const clips = Array.from({ length: sentences }, () => {
    const clip = english[Math.floor(random() * english.length)];
    if (!clip) throw new Error('The pool is empty.');
    return clip;
  });
  const talk = compose(loadPool(), clips, gapsMs);
  const turns = (parity: number) => talk.truth.filter((_, at) => at % 2 === parity);
  const sides = [0, 1].map((parity) => keepOnly(talk.samples, turns(parity)));
  const [mine, others] = sides as [Int16Array<ArrayBuffer>, Int16Array<ArrayBuffer>];
  const heard = tracks === 2 ? interleave(mine, others) : talk.samples;
  const { text } = asFile(talk);
  if (!gap) return { heard, whole: heard, text };
  const at = gap.afterSeconds * RECORDED_RATE * (tracks ?? 1);
  const whole = new Int16Array(heard.length + gap.ms * SAMPLES_PER_MS * (tracks ?? 1));
  whole.set(heard.subarray(0, at));
  whole.set(heard.subarray(at), whole.length - (heard.length - at));
  return { heard, whole, text };
}

/** Pieces of 0.3 to 2 s, one of which begins where the gap does. */
function inUnevenPieces(samples: Int16Array, { gap, tracks = 1 }: Take, random: () => number) {
  const rate = RECORDED_RATE * tracks;
  const cut = gap ? gap.afterSeconds * rate : Number.POSITIVE_INFINITY;
  const pieces: { bytes: Uint8Array<ArrayBuffer>; at?: number }[] = [];
  for (let from = 0; from < samples.length; ) {
    const length = Math.round((0.3 + random() * 1.7) * RECORDED_RATE) * tracks;
    const until = from < cut ? Math.min(from + length, cut) : from + length;
    const bytes = Uint8Array.from(bytesOfS16(samples.subarray(from, until)));
    const isLate = gap !== undefined && from === cut;
    pieces.push({ bytes, ...(isLate && { at: gap.afterSeconds + gap.ms / 1000 }) });
    from = until;
  }
  return pieces;
}

async function record(take: Take, samples: Int16Array, random: () => number) {
  const { client } = app;
  const { id } = await client.openRecording({
    language: take.language ?? null,
    live: take.live === true,
    tracks: take.tracks === 2 ? ['microphone', 'computer'] : ['microphone'],
    speaker: 'Ada',
  });
  for (const [number, { bytes, at }] of inUnevenPieces(samples, take, random).entries()) {
    await client.putPiece(id, number, bytes, at === undefined ? {} : { at });
    if (take.pauses && number % 5 === 4) {
      await client.pauseRecording(id);
      await client.resumeRecording(id);
    }
  }
  for (const at of take.marks ?? []) await client.markMoment(id, { at });
  const { transcription_id } = await client.finishRecording(id);
  return finished(client, transcription_id ?? '');
}

async function upload({ tracks, language }: Take, samples: Int16Array): Promise<Transcription> {
  const { client } = app;
  const bytes = tracks === 2 ? await asTracks(samples, ['Ada', null]) : wavFile(samples);
  const { url } = await client.uploadFile(new Blob([Uint8Array.from(bytes)]), 'same');
  const { id } = await client.createTranscription({
    ...{ url, language: language ?? null, track: tracks === 2 ? 'speakers' : null },
  });
  return finished(client, id);
}

/** All of its text, but for addresses and how long it took. */
function textOf({ result, language }: Transcription) {
  const { media: _, subtitles: __, provenance: ___, ...text } = result ?? {};
  return { ...text, language };
}

it.each(takes.map((take, at) => [JSON.stringify(take), take, at] as const))(
  'the text of a recording is that of a file with the same sound: %s',
  async (_, take, at) => {
    const random = seededRandom(at + 1);
    const { heard, whole, text } = sayAloud(take, random);
    const recorded = await record(take, heard, random);
    const file = await upload(take, whole);
    expect(recorded.error).toBeNull();
    expect(wordErrorRate(text, recorded.result?.text ?? '')).toBeLessThan(0.15);
    expect(textOf(recorded)).toEqual(textOf(file));
    expect(recorded.duration_seconds).toBe(file.duration_seconds);
  },
);
