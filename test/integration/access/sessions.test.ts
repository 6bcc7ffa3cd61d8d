import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import { noPeerMessages } from '../../../src/main/peers/peer-messages.ts';
import { createKeyRepository } from '../../../src/main/repositories/accounts/key.repository.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createRevocations } from '../../../src/main/services/accounts/revocations.ts';
import {
  createSessionService,
  type SessionService,
} from '../../../src/main/services/accounts/session.service.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const config = loadConfig({ dataDir: '/unused' }, {});
let folder: string;
let database: OpenDatabase;
let clock: FakeClock;
let revocations: ReturnType<typeof createRevocations>;
let service: SessionService;
let closing: AbortController;

beforeEach(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  clock = createFakeClock();
  closing = new AbortController();
  const { signal } = closing;
  // One of several services.
  const shared = { ...config, database: 'postgres://shared' };
  const core = {
    db: database.db,
    config: shared,
    peerMessages: noPeerMessages(),
    clock,
    closing: signal,
  };
  revocations = createRevocations(core);
  service = createService();
});
afterEach(async () => {
  closing.abort();
  await database.close();
  await rm(folder, { recursive: true });
});

const createService = () =>
  createSessionService({ db: database.db, clock, config }, { revocations });
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

test('what ended without a word to this service is over within five seconds', async () => {
  const [token, other] = [await signIn(), await signIn()];
  const [id, otherId] = [await service.find(token), await service.find(other)];
  const [ended, open] = [revocations.watch(id ?? ''), revocations.watch(otherId ?? '')];
  const key = { test: false, scope: 'all', hint: '', createdAt: 0 } as const;
  const keys = createKeyRepository(database.db);
  for (const name of ['revoked', 'valid']) {
    await keys.insert({ ...key, id: name, name, hash: name, lastUsedAt: null, revokedAt: null });
  }
  const byKey = [revocations.watch('revoked'), revocations.watch('valid')];
  // As another service does it, whose message is lost.
  await database.db
    .deleteFrom('sessions')
    .where('id', '=', id ?? '')
    .execute();
  await keys.revoke('revoked', clock.now());
  await clock.advance(5_000);
  const isOver = () => ended.signal.aborted && (byKey[0]?.signal.aborted ?? false);
  await until(async () => isOver());
  expect([open.signal.aborted, byKey[1]?.signal.aborted]).toEqual([false, false]);
  // Where the database has it again, it holds again.
  expect(revocations.watch('revoked').signal.aborted).toBe(false);
});

test('the local token is this process’s own', () => {
  const other = createService();
  expect(service.isLocal(service.localToken)).toBe(true);
  expect(service.isLocal(other.localToken)).toBe(false);
  expect(service.isLocal('')).toBe(false);
});
