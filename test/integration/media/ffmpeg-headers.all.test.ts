/** What a header says of a recording's length is a hint: only samples count. */
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { planPlayback } from '../../../src/main/media/ffmpeg/playback-copy.ts';
import { probeMedia } from '../../../src/main/media/ffmpeg/probe.ts';
import { noise, wavFile, wavHeader } from '../../helpers/corpus/audio.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { type Decoding, prepareDecoding } from '../../helpers/harness/media-decode.ts';

const BYTES_A_SECOND = 32_000;
const HOUR = 3600 * BYTES_A_SECOND;

/** A WAV that says it is five seconds long, in front of as much silence as wanted, which takes no room. */
async function fiveSeconds(decoding: Decoding, bytes: number): Promise<void> {
  await writeFile(decoding.file('five.wav'), wavHeader(5 * BYTES_A_SECOND));
  await truncate(decoding.file('five.wav'), 44 + bytes);
}

it.runIf(isSoak)('eleven hours behind a header of five seconds are too long', async () => {
  const decoding = await prepareDecoding();
  await fiveSeconds(decoding, 11 * HOUR);
  await expect(decoding.decode('five.wav')).rejects.toMatchObject({ code: 'recording_too_long' });
  expect(await decoding.files()).toEqual(['five.wav']);
});

it('what a wav holds behind the end that its header counts is transcribed, and played', async () => {
  const decoding = await prepareDecoding();
  const wav = wavFile(noise(7000, -20));
  wav.writeUInt32LE(5 * BYTES_A_SECOND, 40);
  await writeFile(decoding.file('a.wav'), wav);
  await expect(decoding.decode('a.wav')).resolves.toMatchObject({ durationMs: 7000 });
  const { signal } = new AbortController();
  const facts = await probeMedia({
    ffmpeg: 'ffmpeg',
    input: decoding.file('a.wav'),
    clock: systemClock,
    signal,
  });
  expect(facts).toMatchObject({ container: ['wav'], headerIsTrue: false });
  expect(planPlayback(facts, [1])).toMatchObject({ make: 'sound' });
});

it('chunks behind the samples are no sound', async () => {
  const decoding = await prepareDecoding();
  const notes = Buffer.alloc(8 + 64_001 + 1, 'x');
  notes.write('LIST', 0, 'latin1');
  notes.writeUInt32LE(64_001, 4);
  const wav = Buffer.concat([wavFile(noise(3000, -20)), notes, notes]);
  await writeFile(decoding.file('a.wav'), wav);
  await expect(decoding.decode('a.wav')).resolves.toMatchObject({ durationMs: 3000, warnings: [] });
});

it('a header that promises more than there is adds nothing', async () => {
  const decoding = await prepareDecoding();
  const wav = wavFile(noise(3000, -20));
  wav.writeUInt32LE(0xffff_fff0, 40); // 37 hours
  await writeFile(decoding.file('long.wav'), wav);
  await expect(decoding.decode('long.wav')).resolves.toMatchObject({ durationMs: 3000 });

  await decoding.make('-f', 'lavfi', '-i', 'sine=440:r=44100:d=4', 'short.mp3');
  const mp3 = await readFile(decoding.file('short.mp3'));
  mp3.writeUInt32BE(40, mp3.indexOf('Info') + 8); // one second
  await writeFile(decoding.file('short.mp3'), mp3);
  await expect(decoding.decode('short.mp3')).resolves.toMatchObject({ durationMs: 4000 });
});

it('an mp3 whose end is a hole is what comes before the hole', async () => {
  const decoding = await prepareDecoding();
  await decoding.make('-f', 'lavfi', '-i', 'sine=440:r=44100:d=4', 'hole.mp3');
  await using file = await open(decoding.file('hole.mp3'), 'r+');
  await file.truncate((await file.stat()).size + 20_000_000);
  const { durationMs } = await decoding.decode('hole.mp3');
  expect(durationMs).toBeGreaterThanOrEqual(4000);
  expect(durationMs).toBeLessThan(5000);
});
