import { buildCues } from '../../../src/shared/subtitles/cues.ts';
import { type Cue, SubtitleOptions } from '../../../src/shared/subtitles/subtitle-options.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { readProse } from './texts.ts';
import { speak } from './texts-spoken.ts';

type Given = Parameters<typeof SubtitleOptions.parse>[0];

export function subtitle(segments: Segment[], options: Given = {}): Cue[] {
  return buildCues(segments, SubtitleOptions.parse(options));
}

/** Half an hour of prose by two people who take turns. */
export function halfAnHour(): Segment[] {
  const sentences = readProse(40).flatMap((document) => document.sentences);
  const lines = sentences.map((text, at) => ({
    text,
    speaker: `Speaker ${1 + (Math.floor(at / 5) % 2)}`,
  }));
  return speak(lines).filter((segment) => segment.endMs <= 1_800_000);
}

/** Texts that break careless writers. */
export const HOSTILE = [
  'a --> b',
  '00:00:01.000 --> 00:00:02.000',
  '<script>alert("x")</script> & <b>bold</b> &amp; &lt;',
  '{\\an8}top {\\b1}bold',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈',
  'שלום עולם, مرحبا بالعالم',
  'x'.repeat(200),
  '漢'.repeat(90),
  'nul\u0000inside \u0001 \u001b[31m',
  'one\u2028two\u2029three\r\nfour\n\nfive',
  '\ud83d lone \udc00 halves',
  '   ',
  '\u0000',
  'WEBVTT',
  'NOTE this is no note',
  'STYLE',
  '12',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
];
