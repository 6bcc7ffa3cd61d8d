/**
 * What the service does with a graphics card: it trusts none before it proved good, and no recording suffers from one.
 */
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Device } from '../../../src/shared/models/devices.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
} from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { CARD, type CardMode, fakeCard, LIBRARY } from '../../helpers/engines/fake-card.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const UNUSED = 'Not used for demo: ';
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Cut into several windows, of which a card may lose one. */
const longBytes = () => asFile(compose(loadPool(), clipsIn('en', 12))).bytes;

/** A service whose computer has the card, and a recording. */
async function setUp(
  mode: CardMode,
  { bytes = shortBytes(), device = null as string | null } = {},
) {
  const folder = await makeTempFolder();
  const log = join(folder, 'starts.txt');
  const program = join(folder, 'engine');
  const engineFile = await writeProgram(program, fakeCard(mode, log));
  const app: TestApp = await startTestApp({ engineFile, lanes: 2, device }, { tasks: ONE_VOICE });
  const origin: Origin = await serveRecordings({ '/talk': bytes });
  open.push({ stop: () => origin.close() }, app);
  const url = `${origin.url}/talk`;
  const starts = () => readFileSync(log, 'utf8').trim().split('\n');
  return {
    app,
    folder,
    transcribeSample: () => transcribe(app.client, { url, language: 'en', structure: false }),
    starts,
    startsOnCard: () => starts().filter((line) => line === CARD.id).length,
    becomes: (next: CardMode) => writeProgram(program, fakeCard(next, log)),
    async card(): Promise<Device | undefined> {
      return (await app.client.listDevices()).data.find(({ id }) => id === CARD.id);
    },
  };
}

/** What a card that does all of it says of the long recording, once for all tests. */
let longText: Promise<string | undefined> | null = null;
function textOfLong(): Promise<string | undefined> {
  longText ??= setUp('good', { bytes: longBytes() })
    .then(({ transcribeSample }) => transcribeSample())
    .then(({ result }) => result?.text);
  return longText;
}

const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map((it) => it.code);

test('a card with the same words as the processor is used, and measured apart from it', async () => {
  const { app, transcribeSample, startsOnCard, card } = await setUp('good');
  const done = await transcribeSample();
  expect(done.status).toBe('completed');
  expect(codes(done)).not.toContain('card_failed');
  // For the trial, and for the recording.
  expect(startsOnCard()).toBe(2);
  expect(await card()).toMatchObject({ in_use: true, off: null, name: CARD.name });
  expect((await card())?.speeds.map(({ model }) => model)).toEqual(['demo']);
  const [processor] = (await app.client.listDevices()).data;
  expect(processor).toMatchObject({ id: 'cpu', in_use: false, speeds: [] });
});

test.skipIf(process.platform === 'darwin')(
  'a card whose library is built meanwhile is used from then on, without a restart',
  async () => {
    const { app, folder, transcribeSample, startsOnCard, card } = await setUp('waits');
    const mark = join(folder, 'steno-vulkan.building');
    const isBeingBuilt = async () => (await app.client.listDevices()).building;
    expect(await isBeingBuilt()).toBe(false);
    await writeFile(mark, String(process.pid));
    expect(await isBeingBuilt()).toBe(true);
    expect((await transcribeSample()).status).toBe('completed');
    expect(await card()).toBeUndefined();

    await writeFile(join(folder, 'made'), '');
    await rename(join(folder, 'made'), join(folder, LIBRARY));
    await rm(mark);
    await expect.poll(card).toMatchObject({ name: CARD.name });
    expect(await isBeingBuilt()).toBe(false);
    expect((await transcribeSample()).status).toBe('completed');
    expect(startsOnCard()).toBe(2);
  },
);

test('a build that was killed counts for nothing', async () => {
  const { app, folder } = await setUp('waits');
  // No process has the first number, and every one is in the group of the second.
  for (const left of ['4194305', '0', '-1', '']) {
    await writeFile(join(folder, 'steno-vulkan.building'), left);
    expect((await app.client.listDevices()).building).toBe(false);
  }
});

/** To Steno the same; each for itself in proving-cards.test.ts. */
const HEARS_NOTHING = [
  ['exclaims', 'it finds nothing where the processor finds words'],
  ['silent', 'it finds nothing where the processor finds words'],
] as const;
test.each([
  ...doseOf(HEARS_NOTHING, 1),
  ['crashes', 'its driver crashes'],
  ['slow', 'the processor is faster'],
] as const)('a card that %s is off, and a sentence says why', async (mode, why) => {
  const { transcribeSample, card } = await setUp(mode);
  const done = await transcribeSample();
  expect(done.status).toBe('completed');
  expect(codes(done)).not.toContain('card_failed');
  expect(await card()).toMatchObject({ in_use: false, off: `${UNUSED}${why}.` });
});

test('a card that is off stays so until it is tried again, such as with a new driver', async () => {
  const { app, transcribeSample, startsOnCard, card, becomes } = await setUp('other_words');
  const before = await transcribeSample();
  expect(before.status).toBe('completed');
  expect(codes(before)).not.toContain('card_failed');
  const off = `${UNUSED}it finds other words than the processor.`;
  expect(await card()).toMatchObject({ in_use: false, off });
  const tried = startsOnCard();
  expect((await transcribeSample()).status).toBe('completed');
  expect(startsOnCard()).toBe(tried);
  await becomes('good');
  const { data } = await app.client.tryDevice(CARD.id);
  expect(data.find(({ id }) => id === CARD.id)).toMatchObject({ off: null });
  await expect.poll(async () => (await card())?.trying).toBe(false);
  expect(await card()).toMatchObject({ in_use: true, off: null });
  const after = await transcribeSample();
  expect(after.result?.text).toBe(before.result?.text);
  await expect(app.client.tryDevice('another')).rejects.toMatchObject({ code: 'not_found' });
});

test('a card that is lost leaves the recording to the processor, and is not asked for ever', async () => {
  const bytes = longBytes();
  const { app, transcribeSample, starts, startsOnCard, card } = await setUp('lost', { bytes });
  const done = await transcribeSample();
  expect(done.status).toBe('completed');
  expect(done.result?.text).toBe(await textOfLong());
  // For the trial, and one for all windows that the card left.
  expect(starts().filter((device) => device === 'cpu')).toHaveLength(2);
  expect(codes(done)).toContain('card_failed');
  for (const device of [CARD.id, 'auto']) {
    // Opened again for the next recording, as after some minutes without one.
    await app.client.updateSettings({ device });
    expect(codes(await transcribeSample())).toContain('card_failed');
  }
  await app.client.updateSettings({ device: CARD.id });
  const tried = startsOnCard();
  expect(await card()).toMatchObject({
    in_use: false,
    off: `${UNUSED}it failed several times while transcribing.`,
  });
  expect(codes(await transcribeSample())).not.toContain('card_failed');
  expect(startsOnCard()).toBe(tried);
});

test('a window that the card has no memory for is transcribed by the processor', async () => {
  const { transcribeSample, card } = await setUp('tight', { bytes: longBytes() });
  const done = await transcribeSample();
  expect(done.status).toBe('completed');
  expect(codes(done)).toContain('card_failed');
  expect(done.result?.text).toBe(await textOfLong());
  expect(await card()).toMatchObject({ in_use: true, off: null });
});

test('a model that the card has no memory for is computed on the processor', async () => {
  const { transcribeSample, card } = await setUp('full');
  const done = await transcribeSample();
  expect(done.status).toBe('completed');
  expect(codes(done)).not.toContain('card_failed');
  expect((await card())?.off).toContain('too little free memory for demo');
});

test('who chose the processor keeps it, and who chose a card has it, though it is slower', async () => {
  const { app, transcribeSample, starts, card } = await setUp('slow');
  await app.client.updateSettings({ device: 'cpu' });
  expect((await transcribeSample()).status).toBe('completed');
  expect(starts()).not.toContain(CARD.id);
  expect(await app.client.listDevices()).toMatchObject({ choice: 'cpu', fixed: false });
  await app.client.updateSettings({ device: CARD.id });
  expect((await transcribeSample()).status).toBe('completed');
  expect(await card()).toMatchObject({ in_use: true, off: null });
});

test('what Steno is started with counts more than the settings', async () => {
  const { app, transcribeSample, starts } = await setUp('good', { device: 'cpu' });
  expect((await transcribeSample()).status).toBe('completed');
  expect(starts()).not.toContain(CARD.id);
  expect(await app.client.listDevices()).toMatchObject({ choice: 'cpu', fixed: true });
});

test('the speeds that the catalogue estimates are those of a good card', async () => {
  const { app, startsOnCard } = await setUp('good');
  await expect
    .poll(async () =>
      (await app.client.listModelCatalogue()).data.some(({ speed }) => speed !== null),
    )
    .toBe(true);
  // For the trial, and to be timed.
  expect(startsOnCard()).toBe(2);
});
