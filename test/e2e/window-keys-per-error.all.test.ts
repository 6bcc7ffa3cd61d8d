import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/shared/client.ts';
import type { TranscriptEdit } from '../../src/shared/transcription/editing.ts';
import type { Transcription } from '../../src/shared/transcription/transcription.ts';
import { openSample, openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

const ERRORS = 20;
/** Said by several sentences of the sample, and wrong in all of them. */
const EVERYWHERE = { right: 'heard', wrong: 'hurt' };

let steno: StenoWindow;
let api: Client;
let transcribed: Transcription;

beforeAll(async () => {
  steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
  const { page, url, context } = steno;
  await openSample(page);
  await page.goto(url);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  api = createClient({
    baseUrl: url,
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...init?.headers, cookie, origin: url } }),
  });
  const [made] = (await api.listTranscriptions()).data;
  transcribed = await api.getTranscription(made?.id ?? '');
});
afterAll(() => steno.close());

const segmentsOf = ({ result }: Transcription) => result?.segments ?? [];
/** The letters of a word without the punctuation around it. */
const bare = (word: string) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
/** A word that no one says, other letters for each number. */
const nonsense = (at: number) => `qx${String.fromCharCode(97 + at)}zvk`;

type Planted = { right: string; wrong: string };

/**
 * Wrong words and names, one that is wrong wherever it is said, two sentences of the wrong person, a paragraph cut in
 * two.
 */
async function plant() {
  const segments = segmentsOf(transcribed);
  const texts = new Map(segments.map(({ id, text }) => [id, text]));
  const everywhere = segments.filter(({ text }) => text.includes(EVERYWHERE.right));
  for (const { id, text } of everywhere) {
    texts.set(id, text.replace(EVERYWHERE.right, EVERYWHERE.wrong));
  }
  const paragraph = transcribed.result?.structured?.paragraphs.find(
    ({ segment_ids }) => segment_ids.length > 1,
  );
  const cut = paragraph?.segment_ids[1] ?? 0;
  const given = segments.filter(({ id, speaker_id }) => id > cut && speaker_id === 1).slice(0, 2);
  const wanted = ERRORS - everywhere.length - given.length - 1;
  const words: Planted[] = [];
  // Names first, then the last words of sentences, none of which finds a sentence again.
  const spoken = segments.flatMap(({ id, words: said }) =>
    said.slice(3).map(({ text }) => ({ id, right: bare(text) })),
  );
  const names = spoken.filter(({ right }) => /^\p{Lu}/u.test(right));
  const last = segments.map(({ id, words: said }) => ({
    id,
    right: bare(said.at(-1)?.text ?? ''),
  }));
  for (const { id, right } of [...names, ...last]) {
    const text = texts.get(id) ?? '';
    if (words.length === wanted || !text.endsWith(`${right}.`) || right.length < 2) continue;
    const wrong = nonsense(words.length);
    texts.set(id, `${text.slice(0, -right.length - 1)}${wrong}.`);
    words.push({ right, wrong });
  }
  const edits: TranscriptEdit[] = [
    ...[...texts].map(([id, text]) => ({ op: 'text' as const, id, text })),
    ...given.map(({ id }) => ({ op: 'speaker' as const, first: id, last: id, speaker_id: 2 })),
    { op: 'paragraph', id: cut, begins: true },
  ];
  await api.editTranscript(transcribed.id, { revision: transcribed.revision, edits });
  const now = segmentsOf(await api.getTranscription(transcribed.id));
  const errors = words.length + everywhere.length + given.length + 1;
  return { words, errors, given: given.map(({ id }) => now[id]), cut: now[cut] };
}

/** Presses keys and counts them, letters apart; two that are held together are two. */
function countedKeys({ keyboard }: Page) {
  const counted = { keys: 0, letters: 0 };
  return {
    counted,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        counted.keys += key.split('+').length;
        await keyboard.press(key);
      }
    },
    type: async (text: string) => {
      counted.letters += text.length;
      await keyboard.type(text);
    },
  };
}

test('the planted errors of the sample are corrected by keyboard alone', TRANSCRIBED, async () => {
  const { words, errors, given, cut } = await plant();
  expect(errors).toBe(ERRORS);
  const { page } = steno;
  await row(page, 'Sample recording').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  const { counted, press, type } = countedKeys(page);
  /** With Ctrl+F from a sentence that is written in, whose change it keeps. */
  const find = async (text: string, goOn: string, leave: string) => {
    await press(goOn);
    await page.getByRole('textbox', { name: 'Find', exact: true }).waitFor();
    await type(text);
    await page
      .getByRole('status')
      .filter({ hasText: /^1 of / })
      .waitFor();
    await press(leave);
    await page.getByRole('search').waitFor({ state: 'detached' });
  };
  const editor = page.getByRole('textbox', { name: /^Text at/ });
  /** Its first words find a sentence. */
  const opening = (text: string) => text.split(' ').slice(0, 3).join(' ');

  let goOn = '/';
  for (const { wrong, right } of words) {
    await find(wrong.slice(0, 4), goOn, 'F2');
    await editor.waitFor();
    await type(right);
    goOn = 'Control+f';
  }
  await press(goOn);
  await type(EVERYWHERE.wrong);
  await press('Tab');
  await type(EVERYWHERE.right);
  await press('Control+Enter', 'Escape');
  for (const segment of given) {
    await find(opening(segment?.text ?? ''), '/', 'Escape');
    await press('s');
    const who = page.getByRole('dialog', { name: 'Who says it?' });
    await who.waitFor();
    // The one who speaks beside it comes first.
    await press('Enter');
    await who.waitFor({ state: 'detached' });
  }
  await find(opening(cut?.text ?? ''), '/', 'F2');
  await editor.waitFor();
  await press('ArrowLeft', 'Backspace', 'Escape');
  await page.getByText('Saved', { exact: true }).waitFor(TRANSCRIBED);

  const after = await api.getTranscription(transcribed.id);
  expect(after.result?.text).toBe(transcribed.result?.text);
  const saidBy = (one: Transcription) => segmentsOf(one).map(({ speaker_id }) => speaker_id);
  expect(saidBy(after)).toEqual(saidBy(transcribed));
  const paragraphs = (one: Transcription) =>
    one.result?.structured?.paragraphs.map(({ segment_ids }) => segment_ids);
  expect(paragraphs(after)).toEqual(paragraphs(transcribed));
  const each = (counted.keys / errors).toFixed(1);
  process.stdout.write(
    `${errors} errors: ${counted.keys} keys and ${counted.letters} letters, ${each} keys an error beside its letters\n`,
  );
  expect(counted.keys / errors).toBeLessThanOrEqual(4);
  expect(steno.pageErrors).toEqual([]);
});
