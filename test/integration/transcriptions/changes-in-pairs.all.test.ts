/**
 * Everything that changes a transcription beside everything else, at the same moment. Whatever was answered with success
 * is in the history once and in an order, and the way back and forth through it is the same as before.
 */
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Route } from '../../../src/shared/routes/route.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import type { CueEditList } from '../../../src/shared/subtitles/cue-edits.ts';
import type { History, HistoryStep } from '../../../src/shared/transcription/editing.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { storeEditedTranscripts } from '../../helpers/corpus/edited-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { openQuietApp, type QuietApp } from '../../helpers/harness/quiet-app.ts';
import { seed } from '../../helpers/harness/seed.ts';

type Name = keyof typeof routes;
/** The body, and what becomes of the history; `who` is 0 or 1. */
type Change = {
  body?: (revision: number, who: number) => object;
  /** The kind of a new step, or a way through the history. */
  step?: HistoryStep['kind'] | 'undo' | 'redo';
  /** Whether a revision is asked for, which only one can use up. */
  revised?: true;
};

const texts = (revision: number, who: number) => ({
  revision,
  segments: [{ id: who, text: `Changed by ${who}.` }],
});
const edits = (revision: number, who: number) => ({
  revision,
  request: 'of both',
  edits: [
    { op: 'split', id: 0, offset: 3 },
    { op: 'speaker', first: who, last: who, speaker_id: 3 },
  ],
});
const cues = (_: number, who: number) => ({
  from: 0,
  to: 2,
  cues: [{ start: 0, end: 2, text: `Written by ${who}` }],
});

const CHANGES: Partial<Record<Name, Change>> = {
  editSegments: { body: texts, step: 'text', revised: true },
  editTranscript: { body: edits, step: 'speaker', revised: true },
  undoEdit: { body: (revision) => ({ revision }), step: 'undo', revised: true },
  redoEdit: { body: (revision) => ({ revision }), step: 'redo', revised: true },
  renameSpeaker: { body: (_, who) => ({ name: `Name ${who}`, remember: true }), step: 'name' },
  labelSpeakers: { body: () => ({ speakers_expected: 1 }), step: 'voices' },
  editCues: { body: cues, step: 'cue' },
  removeCueEdits: { step: 'cue_reset' },
  createHighlight: { body: (_, who) => ({ start: 0, end: 1, comment: `Of ${who}` }) },
  createTranslation: { body: () => ({ language: 'de' }) },
  cancelTranslation: {},
  deleteTranslation: {},
  structureAgain: {},
  updateTranscription: { body: (_, who) => ({ title: `Title ${who}`, tags: [`tag ${who}`] }) },
  trashTranscription: {},
  restoreTranscription: {},
  cancelTranscription: {},
  retryTranscription: {},
  continueTranscription: {},
  transcribeAgain: { body: () => ({ language: 'de' }) },
  deleteTranscription: {},
};

const ENDS_TRANSLATION: readonly Name[] = ['cancelTranslation', 'deleteTranslation'];

const NOT_RACED: Partial<Record<Name, string>> = {
  createMediaExport: 'It makes a file of the recording, and changes nothing of the transcription.',
  deleteHighlight: 'It is of one highlight; see highlights.test.ts.',
  updateHighlight: 'It is of one highlight; see highlights.test.ts.',
  emptyTrash: 'It deletes one after the other, as `deleteTranscription` does.',
  moveInQueue: 'It is for what waits; these are completed.',
  forgetVoice: 'Voices are not part of a transcription; see changes-at-once.test.ts.',
  renameVoice: 'Voices are not part of a transcription; see changes-at-once.test.ts.',
};
const OF_ONE = /^\/v1\/(?:transcriptions|queue|voices)\/\{id\}|^\/v1\/trash$/;

test('every endpoint that changes a transcription is raced, or left out for a reason', () => {
  const changing = Object.entries(routes as Record<string, Route>)
    .filter(([, { method, path }]) => method !== 'get' && OF_ONE.test(path))
    .map(([name]) => name);
  expect([...Object.keys(CHANGES), ...Object.keys(NOT_RACED)].toSorted()).toEqual(
    changing.toSorted(),
  );
});

const NAMES = Object.keys(CHANGES) as Name[];
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at).map((other) => [one, other] as const));
const ROUNDS = dose(1, 50);
const random = seededRandom(seed);

let dataDir: string;
let app: QuietApp;
let fresh: string[];
/** Before anybody changed anything. */
let first: State;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  fresh = await storeEditedTranscripts(dataDir, PAIRS.length * ROUNDS + 1);
  app = await openQuietApp({ dataDir });
  const llm = { kind: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'none' };
  await app.ask('PATCH', '/v1/settings', { llm });
  const id = fresh.pop() ?? '';
  await walk(id, 'undo', 2);
  first = await stateOf(id);
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

const pathOf = (id: string) => `/v1/transcriptions/${id}`;
const now = async (id: string) => (await app.ask('GET', pathOf(id))) as Transcription;
const stepsOf = async (id: string) => {
  const { data } = (await app.ask('GET', `${pathOf(id)}/history`)) as History;
  return data.toReversed().map(({ kind, undone }): Step => ({ kind, undone }));
};

/** All that the history goes back and forth through. */
async function stateOf(id: string) {
  const { result, speaker_count } = await now(id);
  const { segments, speakers, diarization, structured } = result ?? {};
  const paragraphs = structured?.paragraphs;
  const { data: cues } = (await app.ask('GET', `${pathOf(id)}/cues`)) as CueEditList;
  return { cues, speaker_count, segments, speakers, diarization, paragraphs };
}
type State = Awaited<ReturnType<typeof stateOf>>;

async function walk(id: string, way: 'undo' | 'redo', count: number): Promise<void> {
  for (let step = 0; step < count; step++) {
    const { revision } = await now(id);
    const answer = await app.send(
      'POST',
      `${pathOf(id)}/history/${way}`,
      JSON.stringify({ revision }),
    );
    expect(answer.status).toBe(200);
  }
}

type Answer = { name: Name; status: number; revision?: number; replayed?: boolean; code?: string };

async function change(id: string, name: Name, revision: number, who: number): Promise<Answer> {
  const { method, path } = routes[name];
  const { body } = CHANGES[name] ?? {};
  for (let turns = Math.floor(random() * 8); turns > 0; turns--) await setImmediate();
  const values: Record<string, string> = { id, speaker: '2', language: 'de' };
  const place = path.replaceAll(/\{(\w+)\}/g, (_, param) => values[param] ?? '');
  const sent = body && JSON.stringify(body(revision, who));
  const answer = await app.send(method.toUpperCase(), place, sent);
  const text = await answer.text();
  const { revision: made, replayed, error } = text === '' ? {} : JSON.parse(text);
  return { name, status: answer.status, revision: made, replayed, code: error?.code };
}

type Step = { kind: string; undone: boolean };

/** The history after one more change; null where that was not possible. */
function after(steps: readonly Step[], name: Name): Step[] | null {
  const step = CHANGES[name]?.step;
  if (step === undefined) return [...steps];
  const done = steps.filter(({ undone }) => !undone);
  if (step === 'undo') {
    return done.length === 0
      ? null
      : steps.map((one) => (one === done.at(-1) ? { ...one, undone: true } : one));
  }
  const next = steps.find(({ undone }) => undone);
  if (step === 'redo') {
    return next ? steps.map((one) => (one === next ? { ...one, undone: false } : one)) : null;
  }
  // Where there are no subtitles by hand, none are reset: that is no step.
  const last = done.findLast(({ kind }) => kind.startsWith('cue'))?.kind ?? 'cue_reset';
  const isNone = step === 'cue_reset' && last === step;
  return isNone ? [...steps] : [...done, { kind: step, undone: false }];
}

/** What the history may be: the changes one after the other, whichever was first. */
function orders(steps: readonly Step[], made: readonly Name[]): (readonly Step[] | null)[] {
  const inTurn = (names: readonly Name[]) =>
    names.reduce((so: readonly Step[] | null, name) => so && after(so, name), steps);
  return [inTurn(made), inTurn(made.toReversed())];
}

/** Why they may be refused, the one beside the other. */
function expectFairness(answers: readonly Answer[]): void {
  const names = answers.map(({ name }) => name);
  const deleted = names.includes('deleteTranscription');
  const relabeled = names.includes('labelSpeakers');
  for (const { status, code, name } of answers) {
    if (status < 300) continue;
    const allowed = [
      ...['edited_elsewhere', 'wrong_state'],
      ...(deleted || ENDS_TRANSLATION.includes(name) ? ['not_found'] : []),
      ...(relabeled && name === 'renameSpeaker' ? ['not_found'] : []),
    ];
    expect(allowed, `${name}: ${status}`).toContain(code);
  }
  const made = answers.filter(({ status, name }) => status === 200 && CHANGES[name]?.revised);
  expect(made.filter(({ replayed }) => !replayed).length).toBeLessThan(2);
}

/** The text, the paragraphs and the speakers fit each other. */
function expectOne({ segments, speakers, paragraphs }: State): void {
  const ids = segments?.filter(({ text }) => text !== '').map(({ id }) => id);
  expect(paragraphs?.flatMap(({ segment_ids }) => segment_ids)).toEqual(ids);
  const names = new Map(speakers?.map(({ id, label, name }) => [id, name ?? label]));
  for (const { speaker, speaker_id } of segments ?? []) expect(speaker).toBe(names.get(speaker_id));
}

/** Subtitles by hand are one person's, for words that were there. */
function expectCues(before: State, state: State): void {
  expect(state.cues.length).toBeLessThan(2);
  const words = ({ segments }: State) =>
    segments
      ?.flatMap((segment) => segment.words.filter(({ start }) => start < 2).map(({ text }) => text))
      .join(' ');
  for (const edit of state.cues) expect([words(before), words(state)]).toContain(edit.words);
}

async function race(pair: readonly [Name, Name], id: string): Promise<void> {
  const { revision } = await now(id);
  const [before, steps] = [await stateOf(id), await stepsOf(id)];
  const answers = await Promise.all(pair.map((name, who) => change(id, name, revision, who)));
  expectFairness(answers);
  const made = answers.filter(({ status, replayed }) => status < 300 && !replayed);
  if (made.some(({ name }) => name === 'deleteTranscription')) {
    expect((await app.send('GET', pathOf(id))).status).toBe(404);
    return;
  }
  const [history, last] = [await stepsOf(id), await stateOf(id)];
  expect(
    orders(
      steps,
      made.map(({ name }) => name),
    ),
  ).toContainEqual(history);
  expectOne(last);
  expectCues(before, last);
  const length = history.filter(({ undone }) => !undone).length;
  await walk(id, 'undo', length);
  expect(await stateOf(id)).toEqual(first);
  await walk(id, 'redo', length);
  expect(await stateOf(id)).toEqual(last);
}

test.each(PAIRS)('%s beside %s', async (...pair) => {
  for (let round = 0; round < ROUNDS; round++) await race(pair, fresh.pop() ?? '');
});
