import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import type { LabelRequest } from '../../../src/main/speakers/labeling.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { startTestApp, type TestTasks, transcribe } from '../../helpers/harness/app.ts';

let origin: Awaited<ReturnType<typeof serveRecordings>>;
let text: string;

beforeAll(async () => {
  const talk = asFile(compose(loadPool(), clipsIn('en', 4)));
  text = talk.text;
  origin = await serveRecordings({ '/talk.wav': talk.bytes });
});
afterAll(() => origin.close());

type StartLabel = NonNullable<TestTasks['label']>;

/** Labeling processes that are gone as soon as they are asked for what they cannot do. */
function diesAt(cannotDo: (request: LabelRequest) => boolean): StartLabel {
  return () => {
    const child = startNodeTask('label');
    return {
      ...child,
      post: (request) => (cannotDo(request) ? child.kill() : child.post(request)),
    };
  };
}

async function transcribeWith(label: StartLabel) {
  const app = await startTestApp({}, { tasks: { label } });
  try {
    return await transcribe(app.client, { url: `${origin.url}/talk.wav`, language: 'en' });
  } finally {
    await app.stop();
  }
}

test('where labeling fails, the transcript is whole, with one speaker and a warning', async () => {
  const done = await transcribeWith(diesAt(() => true));
  expect(done.status).toBe('completed');
  expect(done.warnings.map(({ code }) => code)).toContain('speakers_failed');
  expect(done.result?.diarization).toMatchObject({ method: 'single', speaker_count: 1 });
  const speakers = new Set(done.result?.segments.map(({ speaker }) => speaker));
  expect(speakers).toEqual(new Set(['Speaker 1']));
  expect(wordErrorRate(text, done.result?.text ?? '')).toBeLessThan(0.1);
});

test('where only the speaker model fails, pitch and sound tell, with a warning', async () => {
  const usesModel = ({ source }: LabelRequest) =>
    source.kind === 'samples' && source.model !== null;
  const done = await transcribeWith(diesAt(usesModel));
  expect(done.status).toBe('completed');
  expect(done.warnings.map(({ code }) => code)).toContain('speakers_uncertain');
  expect(done.result?.diarization).toMatchObject({ method: 'acoustic' });
  expect(done.result?.diarization.warning).toContain('pitch');
});
