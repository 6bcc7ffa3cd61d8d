/** How fast the machine is, is found out a few times; where that fails no one is told that it is still being done. */
import { expect, test } from 'vitest';
import { createEventBus } from '../../../src/main/core/events.ts';
import { createModelCatalogueService } from '../../../src/main/services/models/model-catalogue.service.ts';
import { describeNeeds } from '../../../src/renderer/src/text/models.ts';
import type { MeasuredSpeed } from '../../../src/shared/models/model-advice.ts';
import { MODEL_CATALOGUE } from '../../../src/shared/models/model-catalogue.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const FAST: MeasuredSpeed = {
  shape: { width: 384, encoderLayers: 4, decoderLayers: 4 },
  encodeMs: 100,
  decodeMs: 2,
};

type Options = { isBusy?: () => Promise<boolean>; before?: MeasuredSpeed | null };

function start(
  results: (() => Promise<MeasuredSpeed>)[],
  { isBusy = async () => false, before = null }: Options = {},
) {
  const clock = createFakeClock();
  const events: ServerEvent[] = [];
  const bus = createEventBus();
  bus.subscribe((event) => void events.push(event));
  const stored: MeasuredSpeed[] = [];
  let machine = 'processor';
  let asked = 0;
  const service = createModelCatalogueService(
    { events: bus, clock, closing: new AbortController().signal },
    {
      catalogue: MODEL_CATALOGUE.slice(0, 1),
      files: { list: async () => [] },
      downloads: { list: async () => [] },
      languages: async () => ['en'],
      machine: async () => ({ name: machine, memoryBytes: 8_000_000_000 }),
      isBusy,
      remembered: { read: async () => before, write: async (_, speed) => void stored.push(speed) },
      measureSpeed: () => results[asked++]?.() ?? Promise.reject(new Error('asked too often')),
    },
  );
  const words = async () => {
    const { data, measuring } = await service.list();
    const [entry] = data;
    return entry && describeNeeds(entry, measuring);
  };
  const moveTo = (other: string) => {
    machine = other;
  };
  return { clock, events, words, stored, moveTo, asked: () => asked };
}

test('nothing is said of a speed that could not be measured, and after a minute it is tried again', async () => {
  const { clock, events, words, asked } = start([
    () => Promise.reject(new Error('no engine')),
    async () => FAST,
  ]);
  expect(await words()).toMatch(/^\S+ MB of memory$/);
  expect(events).toEqual([{ type: 'models' }]);
  expect(await words()).not.toContain('Measuring');
  expect(asked()).toBe(1);
  await clock.advance(60_000);
  expect(await words()).toContain('An hour takes');
  expect(await words()).toContain('An hour takes');
  expect(asked()).toBe(2);
});

test('while it takes long it is said to go on', async () => {
  const { promise, resolve } = Promise.withResolvers<MeasuredSpeed>();
  const { clock, events, words } = start([() => promise]);
  const first = words();
  await clock.sleeping();
  await clock.advance(3000);
  expect(await first).toContain('Measuring speed');
  resolve(FAST);
  await expect.poll(words).toContain('An hour takes');
  expect(events).toEqual([{ type: 'models' }]);
});

test('what was measured on a busy machine is measured again later, and the best of five counts', async () => {
  const SLOW = { ...FAST, encodeMs: 1000, decodeMs: 20 };
  const { clock, words, asked } = start([
    async () => SLOW,
    async () => FAST,
    () => Promise.reject(new Error('no memory left')),
    async () => SLOW,
    async () => SLOW,
    async () => SLOW,
  ]);
  const slow = await words();
  expect(await words()).toBe(slow);
  expect(asked()).toBe(1);
  const said: (string | undefined)[] = [];
  for (let visit = 0; visit < 10; visit++) {
    await clock.advance(60_000);
    await words();
    said.push(await words());
  }
  expect(new Set(said).size).toBe(1);
  expect(said[0]).not.toBe(slow);
  expect(asked()).toBe(6);
});

test('while recordings are transcribed nothing is measured, and nothing said of a speed', async () => {
  let busy = true;
  const { clock, words, asked } = start([async () => FAST], { isBusy: async () => busy });
  const first = words();
  await clock.sleeping();
  await clock.advance(3000);
  expect(await first).toContain('Measuring speed');
  expect(asked()).toBe(0);
  busy = false;
  await clock.advance(5000);
  expect(await words()).toContain('An hour takes');
  expect(asked()).toBe(1);
});

test('what was measured before this start counts from the beginning', async () => {
  const { words, stored } = start([async () => ({ ...FAST, encodeMs: 1000 })], { before: FAST });
  expect(await words()).toContain('An hour takes');
  await Promise.resolve();
  for (const speed of stored) expect(speed).toEqual(FAST);
});

test('what was measured on the processor is not said of a graphics card', async () => {
  const SLOW = { ...FAST, encodeMs: 1000, decodeMs: 20 };
  const { words, moveTo, asked } = start([async () => SLOW, async () => FAST]);
  const slow = await words();
  moveTo('card');
  expect(await words()).toMatch(/^An hour takes/);
  expect(await words()).not.toBe(slow);
  expect(asked()).toBe(2);
});
