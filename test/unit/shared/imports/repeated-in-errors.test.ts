/** What a file calls its tiers, annotations and transcripts: of any length, and with what terminals and databases obey. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { takeTranscript } from '../../../../src/main/structure/take-given-transcript.ts';

const LONG = 'N'.repeat(100_000);
const SLOTS =
  '<TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="900"/></TIME_ORDER>';
const eaf = (tiers: string) => `<ANNOTATION_DOCUMENT>${SLOTS}${tiers}</ANNOTATION_DOCUMENT>`;
const said = (id: string, from = 'a') =>
  `<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="${id}" TIME_SLOT_REF1="${from}" TIME_SLOT_REF2="b"><ANNOTATION_VALUE>Hello you.</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>`;
const about = (of: string) =>
  `<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="y" ANNOTATION_REF="${of}"><ANNOTATION_VALUE>Not said.</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>`;
const grid = (tier: string) => `"ooTextFile" "TextGrid" 0 9 <exists> 1 ${tier}`;
const transcript = `<Transcript name="${LONG}"><SyncPoint position="1" timeStamp="9"/></Transcript>`;
const qdpx = (transcripts: string) =>
  zipSync({ 'project.qde': strToU8(`<Project>${transcripts}</Project>`) });

const take = (file: string | Uint8Array) =>
  takeTranscript(typeof file === 'string' ? strToU8(file) : file, {
    durationMs: 60_000,
    language: 'en',
  });
const refusal = (file: string | Uint8Array): string => {
  try {
    take(file);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('It was taken.');
};

test.each([
  ['a tier of ELAN', eaf(`<TIER TIER_ID="${LONG}">${said('x', 'none')}</TIER>`)],
  ['an annotation', eaf(`<TIER TIER_ID="A">${said(LONG, 'none')}</TIER>`)],
  ['what it refers to', eaf(`<TIER TIER_ID="A">${about(LONG)}</TIER>`)],
  ['a tier of Praat', grid(`"IntervalTier" "${LONG}" 0 9 1 -1 1 "Hello"`)],
  ['a tier of points', grid(`"TextTier" "${LONG}" 0 9 1 1 "Hello"`)],
  ['a transcript without text', qdpx(transcript)],
  ['several transcripts', qdpx(transcript.repeat(4))],
])('an error repeats little of %s', (_what, file) => {
  const message = refusal(file);
  expect(message).toContain('NNN');
  expect(message.length).toBeLessThan(400);
});

test('and a warning little of the tiers that were left out, on one line in one direction', () => {
  const tiers = (name: string) =>
    eaf(
      `<TIER TIER_ID="A">${said('x')}</TIER><TIER TIER_ID="${name}" PARENT_REF="A">${about('x')}</TIER>`,
    );
  expect(take(tiers(LONG))?.leftOut).toBe(`“${'N'.repeat(60)}”`);
  expect(take(tiers('&#x202e;Not&#10;it'))?.leftOut).toBe('“Not it”');
});

describe('the text of JSON has what a database takes: ', () => {
  const HALF = 'Hi \ud83d, \0you.';
  const words = ['Hi', '\ud83d,', '\0you.'].map((text, at) => ({ start: at, end: at + 1, text }));
  const stamp = '<span class="timestamp" data-timestamp="0">0:00</span>';
  test.each([
    ['Steno', { segments: [{ start: 0, end: 3, text: HALF, words }] }],
    ['oTranscribe', { text: `<p>${stamp}${HALF}</p>`, media: '' }],
  ])('%s', (_program, whole) => {
    const [window] = take(JSON.stringify(whole))?.windows ?? [];
    expect(window?.segments).toContain('Hi');
    expect(window?.segments).not.toMatch(/\\u0000|\\ud83d/);
  });
});
