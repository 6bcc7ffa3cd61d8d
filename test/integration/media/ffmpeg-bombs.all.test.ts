import { readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { AppError } from '../../../src/main/core/errors.ts';
import { toAppError } from '../../../src/main/core/system-errors.ts';
import { FFMPEG_MEMORY_BYTES } from '../../../src/main/media/ffmpeg/ffmpeg-memory.ts';
import type { ChildResult } from '../../../src/main/processes/run-program.ts';
import { wavHeader } from '../../helpers/corpus/audio.ts';
import { dose, doseOf } from '../../helpers/harness/dose.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';

const TONE = ['-f', 'lavfi', '-i', 'sine=440:r=44100:d=2'];

it('a small file whose packets are far apart is too long, and takes no room', async () => {
  const decoding = await prepareDecoding();
  const apart = ['-af', 'asetpts=PTS*2000', '-c:a', 'aac'];
  await decoding.make('-f', 'lavfi', '-i', 'sine=440:r=44100:d=20', ...apart, 'bomb.mkv');
  await expect(decoding.decode('bomb.mkv')).rejects.toMatchObject({ code: 'recording_too_long' });
  expect(await decoding.files()).toEqual(['bomb.mkv']);
});

/** Six kilobits at the least effort: the encoder is not what is tested here. */
const OPUS = ['-c:a', 'libopus', '-b:a', '6k', '-frame_duration', '60', '-compression_level', '0'];

const SILENT: [string, string[]][] = [
  ['ogg', ['-c:a', 'libvorbis', '-ar', '8000']],
  ['opus', OPUS],
];
it.each(doseOf(SILENT, 1))('long silence in a small %s is read', async (extension, codec) => {
  const decoding = await prepareDecoding();
  // Five minutes, twice: encoding all of it takes longer than everything else here.
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=300'];
  await decoding.make(...silence, ...codec, `part.${extension}`);
  const again = ['-stream_loop', '1', '-i', `part.${extension}`, '-c', 'copy'];
  await decoding.make(...again, `quiet.${extension}`);
  const { durationMs } = await decoding.decode(`quiet.${extension}`);
  expect(Math.abs(durationMs - 600_000)).toBeLessThan(1000);
});

it('a wav of more channels and samples than any microphone has is read or refused', async () => {
  const decoding = await prepareDecoding();
  const header = wavHeader(200_000_000);
  header.writeUInt16LE(96, 22);
  header.writeUInt32LE(768_000, 24);
  header.writeUInt32LE(768_000 * 96 * 2, 28);
  header.writeUInt16LE(96 * 2, 32);
  await writeFile(decoding.file('wide.wav'), header);
  await truncate(decoding.file('wide.wav'), 44 + 200_000_000);
  await expect(decoding.decode('wide.wav')).rejects.toMatchObject({ code: 'unsupported_media' });
  expect(await decoding.files()).toEqual(['wide.wav']);
});

/** With what its libraries map from their files. */
const MOST_RSS_KIB = FFMPEG_MEMORY_BYTES / 1024 + 100_000;

it.runIf(process.platform === 'linux')(
  'a small file of a million tracks is refused before it takes the memory of the machine',
  async () => {
    const decoding = await prepareDecoding();
    await writeFile(decoding.file('tracks.mkv'), tracks(1_000_000));
    const refused = await decoding.decode('tracks.mkv').catch(toAppError);
    expect(refused).toMatchObject({ code: 'media_too_complex', retryable: false });
    const { stderr } = (refused as AppError).cause as ChildResult;
    const peak = Number(/maxrss=(\d+)/.exec(stderr)?.[1]);
    expect(peak).toBeLessThan(MOST_RSS_KIB);
    expect(await decoding.files()).toEqual(['tracks.mkv']);
  },
);

it('a small wav of one sample a second is read within the limit', async () => {
  const decoding = await prepareDecoding();
  const header = wavHeader(2 * 1200);
  header.writeUInt32LE(1, 24);
  header.writeUInt32LE(2, 28);
  await writeFile(decoding.file('slow.wav'), Buffer.concat([header, Buffer.alloc(2 * 1200)]));
  await expect(decoding.decode('slow.wav')).resolves.toMatchObject({ durationMs: 1_200_000 });
});

it('tens of thousands of chapters are passed over', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, 'plain.mp3');
  const sound = await readFile(decoding.file('plain.mp3'));
  await writeFile(
    decoding.file('book.mp3'),
    Buffer.concat([chapters(dose(20_000, 100_000)), sound]),
  );
  const { durationMs } = await decoding.decode('plain.mp3');
  await expect(decoding.decode('book.mp3')).resolves.toMatchObject({ durationMs });
});

/** An ID3v2.3 tag of CHAP frames, each a millisecond long. */
function chapters(count: number): Buffer {
  const FRAME = 10 + 2 + 16;
  const tag = Buffer.alloc(10 + count * FRAME);
  tag.write('ID3\u0003', 0, 'latin1');
  const size = count * FRAME;
  for (let byte = 0; byte < 4; byte++) tag[6 + byte] = (size >> (7 * (3 - byte))) & 0x7f;
  for (let index = 0; index < count; index++) {
    const at = 10 + index * FRAME;
    tag.write('CHAP', at, 'latin1');
    tag.writeUInt32BE(FRAME - 10, at + 4);
    tag.write('c', at + 10, 'latin1');
    tag.writeUInt32BE(index, at + 12);
    tag.writeUInt32BE(index + 1, at + 16);
  }
  return tag;
}

/** A Matroska file that is nothing but empty track entries, two bytes each, of which ffmpeg makes two kilobytes. */
function tracks(count: number): Buffer {
  const entries = Buffer.alloc(2 * count, Buffer.from('ae80', 'hex'));
  const header = element('1a45dfa3', element('4282', Buffer.from('matroska')));
  return Buffer.concat([header, element('18538067', element('1654ae6b', entries))]);
}

/** An element of EBML: its id, the length of its body in eight bytes, and the body. */
function element(id: string, body: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeUIntBE(body.length, 2, 6);
  length[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
}
