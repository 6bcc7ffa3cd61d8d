import { expect, test } from 'vitest';
import { writeVtt } from '../../src/shared/subtitles/write-vtt.ts';
import type { Segment } from '../../src/shared/transcription/transcript.ts';
import { speak } from '../helpers/corpus/texts-spoken.ts';
import { HOSTILE, halfAnHour, subtitle } from '../helpers/corpus/texts-subtitled.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { startOrigin } from '../helpers/servers/http-origin.ts';

/** What a player makes of a cue; the voice is what its markup names. */
type Shown = { startMs: number; endMs: number; text: string; voice: string | null; tags: number };

const PAGE =
  '<!doctype html><meta charset="utf-8"><video><track default kind="subtitles" src="/a.vtt"></video>';
const READ_TRACK = `new Promise((resolve, reject) => {
  const element = document.querySelector('track');
  const read = () => resolve(Array.from(element.track.cues, (cue) => {
    const shown = cue.getCueAsHTML();
    return {
      startMs: Math.round(cue.startTime * 1000),
      endMs: Math.round(cue.endTime * 1000),
      text: shown.textContent,
      voice: shown.querySelector('span')?.title ?? null,
      tags: shown.querySelectorAll('*').length,
    };
  }));
  element.addEventListener('load', read);
  element.addEventListener('error', () => reject(new Error('The track did not load.')));
  element.track.mode = 'hidden';
  if (element.readyState === 2) read();
})`;

async function showInBrowser(file: string): Promise<Shown[]> {
  const origin = await startOrigin((request, response) => {
    const isTrack = request.url === '/a.vtt';
    response.writeHead(200, { 'content-type': isTrack ? 'text/vtt' : 'text/html' });
    response.end(isTrack ? file : PAGE);
  });
  const page = await openPage();
  try {
    await page.goto(origin.url);
    return await page.evaluate<Shown[]>(READ_TRACK);
  } finally {
    await page.context().close();
    await origin.close();
  }
}

const twoSpeak = (texts: readonly string[]) =>
  speak(texts.map((text, at) => ({ text, speaker: at % 2 === 0 ? 'Anna & Co' : '<b>Ben</b>' })));

test.each<[string, () => Segment[]]>([
  ['half an hour of prose', halfAnHour],
  ['hostile text by people with hostile names', () => twoSpeak(HOSTILE)],
  [
    'right-to-left text',
    () => twoSpeak(['שלום עולם!', 'مرحبا بالعالم، كيف الحال؟', 'Hello again.']),
  ],
])('Chromium shows every cue of %s as it was meant', async (_, said) => {
  const cues = subtitle(said());
  expect(cues.length).toBeGreaterThan(2);
  expect(await showInBrowser(writeVtt(cues))).toEqual(
    cues.map(({ startMs, endMs, lines, speaker }) => ({
      startMs,
      endMs,
      text: lines.join('\n'),
      voice: speaker,
      tags: 1,
    })),
  );
});
