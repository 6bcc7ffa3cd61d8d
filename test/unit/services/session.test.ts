import { expect, test } from 'vitest';
import type { SessionRepository } from '../../../src/main/repositories/accounts/session.repository.ts';
import { createSessionService } from '../../../src/main/services/accounts/session.service.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Sessions in memory. */
function setUp() {
  const clock = createFakeClock();
  const rows = new Map<string, number>();
  const sessions: SessionRepository = {
    insert: async ({ hash, expiresAt }) => {
      rows.set(hash, expiresAt);
    },
    isValid: async (hash, now) => (rows.get(hash) ?? 0) > now,
    removeExpired: async (now) => {
      for (const [hash, expiresAt] of rows) if (expiresAt <= now) rows.delete(hash);
    },
  };
  return { clock, rows, service: createSessionService({ sessions, clock }) };
}

test('a code is good for one sign-in within the hour', async () => {
  const { clock, service } = setUp();
  const [used, late] = [service.createCode(), service.createCode()];
  await clock.advance(59 * MINUTE);
  const token = await service.redeem(used);
  expect(await service.isValid(token ?? '')).toBe(true);
  expect(await service.redeem(used)).toBeNull();
  await clock.advance(MINUTE);
  expect(await service.redeem(late)).toBeNull();
});

test('a session ends after 90 days and is forgotten', async () => {
  const { clock, rows, service } = setUp();
  const token = await service.redeem(service.createCode());
  await clock.advance(90 * DAY - 1);
  expect(await service.isValid(token ?? '')).toBe(true);
  await clock.advance(1);
  expect(await service.isValid(token ?? '')).toBe(false);
  await service.redeem(service.createCode());
  expect(rows.size).toBe(1);
});

test('what is stored opens nothing', async () => {
  const { rows, service } = setUp();
  const token = (await service.redeem(service.createCode())) ?? '';
  const [stored = ''] = rows.keys();
  expect(stored).not.toContain(token);
  expect(await service.isValid(stored)).toBe(false);
});

test('the local token is this process’s own', () => {
  const [one, other] = [setUp().service, setUp().service];
  expect(one.isLocal(one.localToken)).toBe(true);
  expect(one.isLocal(other.localToken)).toBe(false);
  expect(one.isLocal('')).toBe(false);
});
