/**
 * Texts, speakers, names and subtitles have one history. Whatever is done in whatever order, each step back leads to
 * exactly what was there before it, and each step on to what was there after it.
 */
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CueEditList } from '../../../src/shared/subtitles/cue-edits.ts';
import type { History } from '../../../src/shared/transcription/editing.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { storeEditedTranscripts } from '../../helpers/corpus/edited-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { runSql } from '../../helpers/harness/test-database.ts';

const ROUNDS = dose(6, 200);

let dataDir: string;
let app: QuietApp;
let fresh: string[];

beforeAll(async () => {
  dataDir = await makeTempFolder();
  fresh = await storeEditedTranscripts(dataDir, ROUNDS);
  // The first speaker was recognized, and the labels are doubtful.
  const warning = 'Hard to tell apart.';
  await runSql(dataDir, "INSERT INTO voices VALUES ('vce_cy', 'window', 'Cy', 0, 0)");
  await runSql(dataDir, "UPDATE speakers SET name = 'Cy', voice_id = 'vce_cy' WHERE number = 1");
  await runSql(dataDir, 'UPDATE diarizations SET warning = ?', warning);
  const warnings = JSON.stringify([{ code: 'speakers_uncertain', message: warning }]);
  await runSql(dataDir, 'UPDATE transcriptions SET warnings = ?', warnings);
  app = await openQuietApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

/** Words begin every 0.4 s, so that no span cuts one in two; some cut an earlier edit in two, and are refused. */
const Span = fc.record({
  from: fc.integer({ min: 0, max: 19 }),
  length: fc.integer({ min: 1, max: 8 }),
});
type Span = { from: number; length: number };

/** One thing somebody does, with all that any of them needs; what is not possible is refused. */
const Action = fc.record({
  op: fc.constantFrom(
    ...(['text', 'split', 'join', 'paragraph', 'speaker', 'heard', 'confirm', 'name'] as const),
    ...(['voices', 'cues', 'cues', 'patch', 'reset', 'mixed', 'undo', 'redo'] as const),
  ),
  id: fc.nat(5),
  offset: fc.integer({ min: 1, max: 20 }),
  speaker: fc.integer({ min: 1, max: 3 }),
  words: fc.array(fc.constantFrom('tea', 'Škoda', '猫', 'now', 'שלום', ''), { maxLength: 4 }),
  name: fc.option(fc.constantFrom('Ana', 'Bo', 'N'.repeat(100))),
  span: Span,
  cues: fc.option(fc.array(fc.constantFrom('One', 'Two\nlines', '٣'), { maxLength: 3 })),
});
type Action = typeof Action extends fc.Arbitrary<infer One> ? One : never;

const SOMETHING: Action = {
  ...{ op: 'text', id: 3, offset: 3, speaker: 1, words: [], name: 'Ana' },
  ...{ span: { from: 0, length: 5 }, cues: ['One'] },
};
/** What chance rarely meets: a recognized speaker is named; a sentence has no words when labels are made again. */
const EXAMPLES: Action[][] = [
  [{ ...SOMETHING, op: 'name' }],
  [SOMETHING, { ...SOMETHING, op: 'voices' }],
];

const writtenCues = ({ from, length }: Span, texts: readonly string[] | null) => ({
  from: from * 0.4,
  to: (from + length) * 0.4,
  cues:
    texts?.map((text, at) => ({
      start: from * 0.4 + at * 0.1,
      end: from * 0.4 + at * 0.1 + 0.1,
      text,
    })) ?? null,
});

const pathOf = (id: string) => `/v1/transcriptions/${id}`;
const now = async (id: string) => (await app.ask('GET', pathOf(id))) as Transcription;
const post = async (method: string, path: string, body?: object) =>
  (await app.send(method, path, body && JSON.stringify(body))).status;

/** Everything people see of it. */
async function stateOf(id: string) {
  const { result, speaker_count, warnings } = await now(id);
  const { segments, speakers, diarization, structured, text } = result ?? {};
  const { data } = (await app.ask('GET', `${pathOf(id)}/cues`)) as CueEditList;
  const srt = await (await app.send('GET', `${pathOf(id)}/export?format=srt`)).text();
  return {
    speaker_count,
    warnings,
    segments,
    speakers,
    diarization,
    structured,
    text,
    cues: data,
    srt,
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

const doneOf = async (id: string) => {
  const { data } = (await app.ask('GET', `${pathOf(id)}/history`)) as History;
  return data.filter(({ undone }) => !undone).length;
};
const go = async (id: string, way: string) => {
  const { revision } = await now(id);
  return post('POST', `${pathOf(id)}/history/${way}`, { revision });
};

async function act(id: string, { op, id: at, ...action }: Action): Promise<number> {
  const path = pathOf(id);
  const { revision } = await now(id);
  const edit = (...edits: object[]) => post('POST', `${path}/edits`, { revision, edits });
  const { offset, speaker, name } = action;
  const text = { op: 'text', id: at, text: action.words.join(' ') };
  const cues = { op: 'cues', ...writtenCues(action.span, action.cues) };
  switch (op) {
    case 'text':
      return edit(text);
    case 'split':
      return edit({ op, id: at, offset });
    case 'paragraph':
      return edit({ op, id: at, begins: offset % 2 === 0 });
    case 'speaker':
      return edit({ op, first: 0, last: at, of: (speaker % 2) + 1, speaker_id: speaker });
    case 'confirm':
      return edit({ op, id: at, words: [0, offset] });
    case 'heard':
      return edit({ op, first: 0, last: at });
    case 'join':
      return edit({ op, id: at });
    case 'name':
      return post('PATCH', `${path}/speakers/${speaker}`, { name });
    case 'voices':
      return post('POST', `${path}/speakers`, { speakers_expected: speaker });
    case 'cues':
      return edit(cues);
    case 'patch':
      return post('PATCH', `${path}/cues`, writtenCues(action.span, action.cues));
    case 'mixed':
      return edit(text, cues);
    case 'reset':
      return post('DELETE', `${path}/cues`);
    default:
      return go(id, op);
  }
}

test(`every step leads back and on again, in any order (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Action, { minLength: 8, maxLength: 14 }), async (actions) => {
      const id = fresh.pop() ?? '';
      const first = await doneOf(id);
      /** What it was after each step that can be undone, and after those that can be redone. */
      const states = new Map<number, State>([[first, await stateOf(id)]]);
      let last = first;
      for (const action of actions) {
        const before = await doneOf(id);
        await act(id, action);
        const done = await doneOf(id);
        const state = await stateOf(id);
        if (action.op === 'undo' || action.op === 'redo' || done === before) {
          // Steps from before this test may be undone and redone as well.
          const known = states.get(done);
          if (known) expect(state, action.op).toEqual(known);
          states.set(done, state);
          last = Math.max(last, done);
        } else {
          states.set(done, state);
          last = done;
        }
      }
      const steps = [...states.keys()].filter((step) => step <= last).toSorted((a, b) => b - a);
      for (let at = await doneOf(id); at < last; at++) expect(await go(id, 'redo')).toBe(200);
      const final = await stateOf(id);
      for (const step of steps) {
        while ((await doneOf(id)) > step) expect(await go(id, 'undo')).toBe(200);
        expect(await stateOf(id), `back to step ${step}`).toEqual(states.get(step));
      }
      while ((await doneOf(id)) < last) expect(await go(id, 'redo')).toBe(200);
      expect(await stateOf(id), 'on to the last').toEqual(final);
    }),
    { numRuns: ROUNDS, endOnFailure: true, examples: EXAMPLES.map((actions) => [actions]) },
  );
});
