import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAss } from '../../../src/shared/subtitles/write-ass.ts';
import { writeSrt } from '../../../src/shared/subtitles/write-srt.ts';
import { writeVtt } from '../../../src/shared/subtitles/write-vtt.ts';
import { speak } from '../../helpers/corpus/texts-spoken.ts';
import { HOSTILE, halfAnHour, subtitle } from '../../helpers/corpus/texts-subtitled.ts';

const missing = spawnSync('ffprobe', ['-version']).error !== undefined;
if (missing)
  process.stderr.write('ffprobe is not installed: subtitle files are not tried in it.\n');

type Packet = { pts_time: string; duration_time: string };

/** The subtitles ffprobe finds, and what it complains about. */
function probe(file: string): { packets: Packet[]; complaints: string } {
  const args = [
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    'packet=pts_time,duration_time',
    file,
  ];
  const { stdout, stderr, status } = spawnSync('ffprobe', args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`ffprobe: ${stderr}`);
  const { packets }: { packets?: Packet[] } = JSON.parse(stdout);
  return { packets: packets ?? [], complaints: stderr };
}

describe.skipIf(missing)('ffmpeg reads the files', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'steno-subtitles-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each([
    ['half an hour of prose', () => halfAnHour()],
    ['hostile text', () => speak(HOSTILE)],
  ])('%s', (name, segments) => {
    test.each([
      ['vtt', writeVtt, 1],
      ['srt', writeSrt, 1],
      ['ass', writeAss, 10],
    ])('as %s, with every cue at its time', (extension, write, stepMs) => {
      const cues = subtitle(segments());
      const file = join(folder, `${name}.${extension}`);
      writeFileSync(file, write(cues, { word_times: false }));
      const { packets, complaints } = probe(file);
      expect(complaints).toBe('');
      expect(packets).toHaveLength(cues.length);
      for (const [at, cue] of cues.entries()) {
        const startMs = Number(packets[at]?.pts_time) * 1000;
        const lengthMs = Number(packets[at]?.duration_time) * 1000;
        expect(Math.abs(startMs - cue.startMs)).toBeLessThanOrEqual(stepMs);
        expect(Math.abs(lengthMs - (cue.endMs - cue.startMs))).toBeLessThanOrEqual(stepMs);
      }
    });
  });

  test('and turns one into the other with the same times', () => {
    const cues = subtitle(halfAnHour());
    const [srt, vtt] = [join(folder, 'from.srt'), join(folder, 'to.vtt')];
    writeFileSync(srt, writeSrt(cues));
    execFileSync('ffmpeg', ['-v', 'error', '-i', srt, '-f', 'webvtt', vtt]);
    expect(probe(vtt).packets.map((packet) => Math.round(Number(packet.pts_time) * 1000))).toEqual(
      cues.map((cue) => cue.startMs),
    );
  });
});
