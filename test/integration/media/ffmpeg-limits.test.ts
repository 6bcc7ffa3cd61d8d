import { existsSync } from 'node:fs';
import { readFile, statfs, symlink, truncate, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import { toAppError } from '../../../src/main/core/system-errors.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { noise, wavFile, wavHeader } from '../../helpers/corpus/audio.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { type Decoding, prepareDecoding } from '../../helpers/harness/media-decode.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';

const TEN_HOURS_MS = 36_000_000;
const BYTES_PER_MS = 32;
const FFMPEG = await findFfmpeg({ env: process.env });

/** A WAV of silence that takes no room on the disk. */
async function sparseWav(decoding: Decoding, durationMs: number): Promise<void> {
  const bytes = durationMs * BYTES_PER_MS;
  await writeFile(decoding.file('long.wav'), wavHeader(bytes));
  await truncate(decoding.file('long.wav'), 44 + bytes);
}

// Ten hours are decoded in `npm test` once only, where they are too long (ffmpeg-bombs.all.test.ts).
it.runIf(isSoak)('takes exactly ten hours, all of them', async () => {
  const decoding = await prepareDecoding();
  await sparseWav(decoding, TEN_HOURS_MS);
  await expect(decoding.decode('long.wav')).resolves.toMatchObject({
    durationMs: TEN_HOURS_MS,
    samples: TEN_HOURS_MS * 16,
    warnings: [],
  });
});

it.runIf(isSoak)('takes not a millisecond more', async () => {
  const decoding = await prepareDecoding();
  await sparseWav(decoding, TEN_HOURS_MS + 1);
  await expect(decoding.decode('long.wav')).rejects.toMatchObject({ code: 'recording_too_long' });
  expect(await decoding.files()).toEqual(['long.wav']);
});

it('leaves the free space of the disk that others need', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  await expect(
    decoding.decode('a.wav', { freeDiskFloor: Number.MAX_SAFE_INTEGER }),
  ).rejects.toMatchObject({ code: 'disk_full' });
  expect(await decoding.files()).toEqual(['a.wav']);
});

it('stops when it is canceled and leaves nothing behind', async () => {
  const decoding = await prepareDecoding();
  await sparseWav(decoding, TEN_HOURS_MS);
  const stop = new AbortController();
  const running = decoding.decode('long.wav', {
    signal: stop.signal,
    onProgress: () => stop.abort(new AppError('canceled')),
  });
  await expect(running).rejects.toMatchObject({ code: 'canceled' });
  expect(await decoding.files()).toEqual(['long.wav']);
});

it('ends an ffmpeg that gives no sign of life', async () => {
  const decoding = await prepareDecoding();
  const clock = createFakeClock();
  const hanging = await writeScript(decoding.file('hanging-ffmpeg'), 'exec sleep 600');
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  const running = decoding.decode('a.wav', { ffmpeg: hanging, clock });
  const failure = expect(running).rejects.toMatchObject({ code: 'unsupported_media' });
  await clock.sleeping();
  await clock.advance(45_000);
  await failure;
  expect(clock.sleepers()).toBe(0);
});

/** An ffmpeg that something kills in the middle of its first `times` lives. */
function killedFfmpeg(decoding: Decoding, times: number): Promise<string> {
  return writeScript(
    decoding.file('killed-ffmpeg'),
    `lives=${shellWord(decoding.file('lives'))}`,
    'echo >> "$lives"',
    `[ "$(wc -l < "$lives")" -gt ${times} ] && exec ffmpeg "$@"`,
    'head -c 100000 /dev/zero',
    'kill -9 $$',
  );
}

it('starts again an ffmpeg that was killed, and keeps nothing of what it had done', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  const whole = await decoding.decode('a.wav');
  const bytes = await readFile(decoding.output);
  const ffmpeg = await killedFfmpeg(decoding, 2);
  expect(await decoding.decode('a.wav', { ffmpeg })).toEqual(whole);
  expect((await readFile(decoding.output)).equals(bytes)).toBe(true);
});

it('gives up an ffmpeg that is killed every time', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  const ffmpeg = await killedFfmpeg(decoding, 3);
  const failure = { code: 'ffmpeg_crashed', retryable: true };
  await expect(decoding.decode('a.wav', { ffmpeg })).rejects.toMatchObject(failure);
  expect(await decoding.files()).toEqual(['a.wav', 'killed-ffmpeg', 'lives']);
});

it.runIf(existsSync('/dev/full'))('says when the disk becomes full on the way', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  await symlink('/dev/full', `${decoding.output}.part`);
  const thrown = await decoding.decode('a.wav').catch(toAppError);
  expect(thrown).toMatchObject({ code: 'disk_full' });
  expect(await decoding.files()).toEqual(['a.wav']);
});

it('begins nothing that the disk has no room for by what the header says', async () => {
  const decoding = await prepareDecoding();
  await sparseWav(decoding, TEN_HOURS_MS);
  const { bavail, bsize } = await statfs(decoding.folder);
  const decoded: number[] = [];
  const running = decoding.decode('long.wav', {
    freeDiskFloor: bavail * bsize - TEN_HOURS_MS * (BYTES_PER_MS / 2),
    onProgress: ({ decodedMs }) => decoded.push(decodedMs),
  });
  await expect(running).rejects.toMatchObject({ code: 'disk_full' });
  expect(Math.max(0, ...decoded)).toBeLessThan(TEN_HOURS_MS / 10);
});

it('says that ffmpeg is missing', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  const ffmpeg = decoding.file('no-such-program');
  await expect(decoding.decode('a.wav', { ffmpeg })).rejects.toMatchObject({
    code: 'ffmpeg_missing',
  });
});

it.runIf(process.platform === 'linux').each([
  [
    'the system starts it with too few',
    `ulimit -n 3; exec ${shellWord(FFMPEG)} "$@"`,
    'system_limit',
  ],
  ['it finds none left', says('[error] file:a.wav: Too many open files in system'), 'system_limit'],
  [
    'only a title says so',
    says('[info]     title : No: Too many open files in system'),
    'unsupported_media',
  ],
])('of file descriptors: %s', async (_, script, code) => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('a.wav'), wavFile(noise(500, -20)));
  const ffmpeg = await writeScript(decoding.file('ffmpeg'), script);
  await expect(decoding.decode('a.wav', { ffmpeg })).rejects.toMatchObject({ code });
});

/** A program that says a line and fails. */
function says(line: string): string {
  return `echo ${shellWord(line)} >&2; exit 1`;
}
