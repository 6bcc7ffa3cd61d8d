/** What cannot be a recording is seen by how it begins; whatever may be one is left to ffmpeg. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_BYTES, isNoRecording } from '../../../src/shared/sources/first-bytes.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const read = (path: string) => readFileSync(join(projectRoot, path)).subarray(0, FIRST_BYTES);

test.each([
  ['a text', Buffer.from('Notes of the meeting, näher: 你好.\r\n\t– one')],
  ['a text whose last letter is cut', Buffer.from('naïve 你').subarray(0, -1)],
  ['subtitles', Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\nHello\n')],
  ['a page', Buffer.from('<!doctype html>')],
  ['a PDF', bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3')],
  ['an Office document', bytes('PK\x03\x04\x14\0\x06\0')],
  ['a picture', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a photo', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['a program', bytes('\x7fELF\x02\x01\x01\0')],
])('%s is none', (_what, begin) => {
  expect(isNoRecording(begin)).toBe(true);
});

test.each([
  ['MP3', read('resources/samples/sample.mp3')],
  ['Ogg', read('test/fixtures/pool.ogg')],
  ['WAV', asFile(compose(loadPool(), clipsIn('en', 1))).bytes.subarray(0, FIRST_BYTES)],
  ['MP4', bytes('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41')],
  ['AMR', bytes('#!AMR\n\x3c\x91\x17\x16\xbe\x66\x79\xe1')],
  ['MPEG audio without a header', bytes('\xff\xfb\x90\x64\0\0')],
  ['nothing', new Uint8Array()],
  ['what nobody knows', bytes('\x01\x02\x03\xfe')],
])('%s may be one', (_what, begin) => {
  expect(isNoRecording(begin)).toBe(false);
});
