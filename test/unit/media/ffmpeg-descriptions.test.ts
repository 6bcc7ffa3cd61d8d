import { expect, test } from 'vitest';
import { createFfmpegReport } from '../../../src/main/media/ffmpeg/probe.ts';

const container = "[info] Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:film.mp4':";
const track = { number: 1, language: 'deu', title: 'Commentary', default: true, codec: 'aac' };

/** The same film, as two generations of ffmpeg describe it. */
const generations: [string, readonly string[]][] = [
  [
    '4.4',
    [
      container,
      '[info]   Duration: 00:01:16.10, start: 0.000000, bitrate: 184 kb/s',
      '[info]     Stream #0:0(und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, 640x360, 107 kb/s (default)',
      '[info]     Metadata:',
      '[info]       handler_name    : VideoHandler',
      '[info]     Stream #0:1(deu): Audio: aac (LC) (mp4a / 0x6134706D), 16000 Hz, mono, fltp, 74 kb/s (default)',
      '[info]     Metadata:',
      '[info]       handler_name    : Commentary',
      '[info] Stream mapping:',
    ],
  ],
  [
    '5.1',
    [
      container,
      '[info]   Duration: 00:01:16.10, start: 0.000000, bitrate: 184 kb/s',
      '[info]   Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(progressive), 640x360, 107 kb/s (default)',
      '[info]     Metadata:',
      '[info]       handler_name    : VideoHandler',
      '[info]   Stream #0:1[0x2](deu): Audio: aac (LC) (mp4a / 0x6134706D), 16000 Hz, mono, fltp, 74 kb/s (default)',
      '[info]     Metadata:',
      '[info]       handler_name    : Commentary',
      '[info] Stream mapping:',
    ],
  ],
];

test.each(generations)('what ffmpeg %s says of a film is understood', (_, lines) => {
  const { report, read } = createFfmpegReport();
  for (const line of lines) read(line);
  expect(report.headerMs).toBe(76_100);
  expect(report.description).toEqual({
    container: ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
    audio: 'aac',
    tracks: [{ ...track, channels: 1 }],
    video: { codec: 'h264', pixels: 'yuv420p' },
  });
});
