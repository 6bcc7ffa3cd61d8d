import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyScope } from '../../../src/shared/accounts.ts';
import { type Client, createClient } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool, poolClips } from '../../helpers/corpus/audio.ts';
import { scoreWords } from '../../helpers/corpus/diarization-score.ts';
import { asFile, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';

let app: TestApp;
let dataDir: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let truth: { endMs: number; voice: string }[];
let first: Transcription;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const pool = loadPool();
  const said = (voice: string) => poolClips().filter((clip) => clip.voice === voice);
  const [his, hers] = [said(HIM), said(HER)];
  const taking = (from: number, turns: number) =>
    Array.from({ length: turns }, (_, turn) => [his[from + turn], hers[from + turn]]).flat();
  const recording = (from: number, turns: number) =>
    compose(
      pool,
      taking(from, turns).filter((clip) => clip !== undefined),
    );
  const talk = recording(0, 4);
  truth = talk.truth;
  origin = await serveRecordings({
    '/talk.wav': asFile(talk).bytes,
    '/later.wav': asFile(recording(4, 3)).bytes,
  });
  const before = await startTestApp({ dataDir });
  first = await transcribe(before.client, { url: `${origin.url}/talk.wav`, language: 'en' });
  await before.stop();
  // From here on it does not count what is said, only whose voice it is.
  const engineFile = await writeProgram(join(dataDir, 'engine'), quickEngine);
  app = await startTestApp({ dataDir, engineFile });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Who says each word, and who does in truth. */
function wordError({ result }: Transcription): number {
  const words = (result?.segments ?? []).flatMap((segment) =>
    segment.words.map((word) => ({ speaker: segment.speaker, atMs: word.start * 1000 })),
  );
  const voices = words.map(({ atMs }) => truth.find(({ endMs }) => atMs < endMs)?.voice ?? HIM);
  return scoreWords(
    voices,
    words.map(({ speaker }) => speaker),
  );
}

test('a finished transcript says who said which words, and how that was found', () => {
  expect(first.result?.diarization).toMatchObject({
    method: 'neural',
    model: 'speaker',
    speaker_count: 2,
  });
  expect(first.result?.speakers.map(({ label }) => label)).toEqual(['Speaker 1', 'Speaker 2']);
  expect(wordError(first)).toBeLessThan(0.05);
});

test('it is labeled again with another number, and everything made of it follows', async () => {
  const words = first.result?.segments.flatMap((segment) => segment.words);
  const one = await app.keyClient.labelSpeakers(first.id, { speakers_expected: 1 });
  expect(one.result?.speakers).toHaveLength(1);
  expect(one.revision).toBeGreaterThan(first.revision);
  const said = new Set(one.result?.structured?.paragraphs.map(({ speaker }) => speaker));
  expect(said).toEqual(new Set(['Speaker 1']));
  expect(one.speaker_count).toBe(1);
  const two = await app.keyClient.labelSpeakers(first.id, { speakers_expected: 2 });
  expect(two.result?.segments.flatMap((segment) => segment.words)).toEqual(words);
  expect(two.result?.text).toBe(first.result?.text);
  expect(wordError(two)).toBeLessThan(0.05);
  expect(two.result?.diarization.warning).toBeNull();
});

test('where more people are asked for than can be told apart, the labels say so', async () => {
  const six = await app.keyClient.labelSpeakers(first.id, { speakers_expected: 6 });
  expect(six.result?.diarization.warning).toContain('hard to tell apart');
  expect(six.warnings.map(({ code }) => code)).toContain('speakers_uncertain');
  const two = await app.keyClient.labelSpeakers(first.id, { speakers_expected: 2 });
  expect(two.warnings.map(({ code }) => code)).not.toContain('speakers_uncertain');
});

test('no voice is remembered unless a person wants it', async () => {
  await app.client.renameSpeaker(first.id, 2, { name: 'Anna' });
  expect((await app.client.listVoices()).data).toEqual([]);
  await app.client.updateSettings({ remember_voices: true });
  await app.client.renameSpeaker(first.id, 2, { name: 'Ann' });
  expect((await app.client.listVoices()).data).toMatchObject([{ name: 'Ann' }]);
  await app.client.updateSettings({ remember_voices: false });
  await app.client.renameSpeaker(first.id, 2, { name: null });
  expect((await app.client.listVoices()).data).toEqual([]);
});

test('of two people under one name, taking one name back leaves what the other one taught', async () => {
  const sound = async () => {
    const { data } = await app.client.listVoices();
    return data.map(({ name, speech_seconds }) => [name, speech_seconds]);
  };
  await app.client.renameSpeaker(first.id, 1, { name: 'Zoe', remember: true });
  const alone = await sound();
  await app.client.renameSpeaker(first.id, 2, { name: 'Zoe', remember: true });
  expect(await sound()).not.toEqual(alone);
  await app.client.renameSpeaker(first.id, 2, { name: null, remember: true });
  expect(await sound()).toEqual(alone);
  await app.client.renameSpeaker(first.id, 1, { name: null, remember: true });
  expect(await sound()).toEqual([]);
});

test('a voice known from this recording alone follows its name, so a misspelt one is not remembered', async () => {
  const known = async (name: string | null) => {
    await app.client.renameSpeaker(first.id, 2, { name, remember: true });
    const { data } = await app.client.listVoices();
    return data.map((voice) => [voice.name, voice.speech_seconds > 0]);
  };
  expect(await known('Ana')).toEqual([['Ana', true]]);
  expect(await known('Anna')).toEqual([['Anna', true]]);
  expect(await known(null)).toEqual([]);
});

test('a name outlives labeling again', async () => {
  await app.client.renameSpeaker(first.id, 2, { name: 'Anna', remember: true });
  const again = await app.client.labelSpeakers(first.id, { speakers_expected: null });
  expect(again.result?.speakers.map(({ name }) => name)).toEqual([null, 'Anna']);
});

test('a named voice is recognized in a later recording when that is asked for', async () => {
  const { data } = await app.client.listVoices();
  expect(data.map(({ name }) => name)).toEqual(['Anna']);
  const url = `${origin.url}/later.wav`;
  const later = await transcribe(app.client, { url, language: 'en', speaker_recognition: true });
  expect(later.result?.speakers).toMatchObject([
    { name: null, voice_id: null },
    { name: 'Anna', voice_id: data[0]?.id },
  ]);
  const corrected = await app.client.renameSpeaker(later.id, 2, { name: 'Bo', remember: true });
  expect(corrected.result?.speakers[1]).toMatchObject({ name: 'Bo', voice_id: null });
  const names = (await app.client.listVoices()).data.map(({ name }) => name);
  expect(names).toEqual(['Anna', 'Bo']);
  await app.client.renameSpeaker(later.id, 2, { name: null });
  expect((await app.client.listVoices()).data).toEqual(data);
});

test('names reach no one they do not belong to', async () => {
  const { data: before } = await app.client.listVoices();
  const clientOf = async (scope: KeyScope, isTest = false) => {
    const { id, key } = await app.client.createKey({ name: scope, test: isTest, scope });
    return { id, client: createClient({ baseUrl: app.url, key }) };
  };
  const [own, all, tester] = [
    await clientOf('own'),
    await clientOf('all'),
    await clientOf('all', true),
  ];
  const request = { language: 'en', speaker_recognition: true, structure: false };
  const transcribeAs = (client: Client, name: string) =>
    transcribe(client, { ...request, url: `${origin.url}/${name}.wav` });
  const namesIn = ({ result }: Transcription) => result?.speakers.map(({ name }) => name);
  const voicesOf = async (client: Client) =>
    (await client.listVoices()).data.map(({ name, memory }) => [name, memory]);

  // A key that sees only its own recognizes no one the person has named, and teaches only itself.
  const talk = await transcribeAs(own.client, 'talk');
  expect(namesIn(talk)).toEqual([null, null]);
  await own.client.renameSpeaker(talk.id, 2, { name: 'EVIL NAME', remember: true });
  expect(await voicesOf(own.client)).toEqual([['EVIL NAME', own.id]]);
  expect(namesIn(await transcribeAs(own.client, 'later'))).toEqual([null, 'EVIL NAME']);

  // Nor do test keys, which have a memory of their own between them.
  const tried = await transcribeAs(tester.client, 'talk');
  expect(namesIn(tried)).toEqual([null, null]);
  await tester.client.renameSpeaker(tried.id, 1, { name: 'TEST NAME', remember: true });
  expect(await voicesOf(tester.client)).toEqual([['TEST NAME', 'test']]);

  expect(namesIn(await transcribeAs(all.client, 'later'))).toEqual([null, 'Anna']);
  expect(await voicesOf(all.client)).toEqual([
    ['Anna', 'live'],
    ['EVIL NAME', own.id],
  ]);
  const all3 = (await app.client.listVoices()).data;
  expect(all3).toHaveLength(3);
  const [evil] = all3.filter(({ memory }) => memory === own.id);
  await expect(tester.client.forgetVoice(evil?.id ?? '')).rejects.toMatchObject({ status: 404 });
  for (const voice of all3.filter(({ memory }) => memory !== 'live')) {
    await app.client.forgetVoice(voice.id);
  }
  expect((await app.client.listVoices()).data).toEqual(before);
});

test('voices can be renamed and forgotten', async () => {
  const [voice] = (await app.client.listVoices()).data;
  const renamed = await app.client.renameVoice(voice?.id ?? '', { name: 'Anna B.' });
  expect((await app.client.listVoices()).data).toEqual([renamed]);
  expect(renamed).toMatchObject({ id: voice?.id, name: 'Anna B.' });
  await app.client.forgetVoice(voice?.id ?? '');
  expect((await app.client.listVoices()).data).toEqual([]);
  await expect(app.client.forgetVoice(voice?.id ?? '')).rejects.toMatchObject({ status: 404 });
});
