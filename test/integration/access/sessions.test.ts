import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aloneNode } from '../../../src/main/nodes/nodes.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import {
  createRevocations,
  createSessionService,
  type SessionService,
} from '../../../src/main/services/accounts/session.service.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const nodes = aloneNode();
let folder: string;
let database: OpenDatabase;
let clock: FakeClock;
let revocations: ReturnType<typeof createRevocations>;
let service: SessionService;

beforeEach(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  clock = createFakeClock();
  revocations = createRevocations({ nodes });
  service = createService();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const createService = () =>
  createSessionService({ db: database.db, clock, nodes }, { revocations });
const signIn = async (userAgent = '') =>
  (await service.redeem(await service.createCode(), userAgent)) ?? '';
const stored = () => database.db.selectFrom('sessions').selectAll().execute();

test('a code is good for one sign-in within the hour', async () => {
  const [used, late] = [await service.createCode(), await service.createCode()];
  await clock.advance(59 * MINUTE);
  const token = await service.redeem(used, '');
  expect(await service.find(token ?? '')).not.toBeNull();
  expect(await service.redeem(used, '')).toBeNull();
  await clock.advance(MINUTE);
  expect(await service.redeem(late, '')).toBeNull();
});

test('a session ends after 30 days and is forgotten', async () => {
  const token = await signIn();
  await clock.advance(30 * DAY - 1);
  expect(await service.find(token)).not.toBeNull();
  await clock.advance(1);
  expect(await service.find(token)).toBeNull();
  expect((await service.list(null)).data).toEqual([]);
  await signIn();
  expect(await stored()).toHaveLength(1);
});

test('what is stored opens nothing', async () => {
  const token = await signIn();
  const [session] = await stored();
  expect(session?.hash).not.toContain(token);
  expect(await service.find(session?.hash ?? '')).toBeNull();
});

test('signed-in browsers are listed by what they are, the one used last first', async () => {
  const first = await signIn(FIREFOX);
  await clock.advance(5 * MINUTE);
  await signIn();
  await clock.advance(5 * MINUTE);
  const current = await service.find(first);
  const { data } = await service.list(current);
  expect(data.map(({ browser, current }) => [browser, current])).toEqual([
    ['Firefox on Linux', true],
    ['Unknown browser', false],
  ]);
});

test('a session that is ended is over at once, with all that was open in it', async () => {
  const [token, other] = [await signIn(), await signIn()];
  const id = (await service.find(token)) ?? '';
  const { signal } = revocations.watch(id);
  const { signal: others } = revocations.watch((await service.find(other)) ?? '');
  await service.end(id);
  expect(await service.find(token)).toBeNull();
  expect([signal.aborted, others.aborted]).toEqual([true, false]);
  expect(revocations.watch(id).signal.aborted).toBe(true);
  await expect(service.end(id)).rejects.toMatchObject({ code: 'not_found' });
  await service.endAll();
  expect([await service.find(other), others.aborted]).toEqual([null, true]);
});

test('the local token is this process’s own', () => {
  const other = createService();
  expect(service.isLocal(service.localToken)).toBe(true);
  expect(service.isLocal(other.localToken)).toBe(false);
  expect(service.isLocal('')).toBe(false);
});
