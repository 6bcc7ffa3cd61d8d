/** Messages between services: whole, in order, and where any is lost, everybody is told to read everything. */
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createPeerMessages, shareEvents } from '../../../src/main/peers/peer-messages.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

/** As PostgreSQL: passes on what is sent in one go together, equal texts once, and refuses long ones. */
function createPostOffice() {
  const listeners: ((text?: string) => void)[] = [];
  const state = { away: false, sent: 0 };
  const post = (texts: readonly string[]): void => {
    if (texts.some((text) => Buffer.byteLength(text) >= 8000)) throw new Error('payload too long');
    state.sent += texts.length;
    for (const text of new Set(texts)) for (const listener of listeners) listener(text);
  };
  const channel = {
    async send(texts: readonly string[]) {
      if (state.away) throw new Error('away');
      post(texts);
    },
    listen: async (onText: (text?: string) => void) => void listeners.push(onText),
  };
  return { channel, state, post, reconnect: (at: number) => listeners[at]?.() };
}

async function setUp() {
  const office = createPostOffice();
  const clock = createFakeClock();
  const open = async () => {
    const peerMessages = createPeerMessages({
      channel: office.channel,
      clock,
      logger: createLogger('silent'),
    });
    const heard: unknown[] = [];
    peerMessages.listen((message) => heard.push(message));
    await peerMessages.open();
    return { ...peerMessages, heard };
  };
  return { ...office, clock, one: await open(), other: await open() };
}

const deleted = (id: string): ServerEvent => ({ type: 'transcription_deleted', id });

test('is heard by the others alone, in order, and as often as it was told', async () => {
  const { one, other } = await setUp();
  const told = ['a', 'b', 'b', 'c'].map((id) => ({ type: 'revoked' as const, id }));
  for (const message of told) one.tell(message);
  await until(() => other.heard.length === told.length);
  expect(other.heard).toEqual(told);
  expect(one.heard).toEqual([]);
});

test.each([
  ['Latin', 'letters '],
  ['Japanese', '文字起こし'],
  ['emoji', '🎙️👩‍👩‍👧'],
  ['control characters', '\u0000\u001f"\\'],
])('of any length comes whole: %s', async (_, part) => {
  const { one, other, state } = await setUp();
  const message = { type: 'revoked' as const, id: part.repeat(5000) };
  one.tell(message);
  one.tell({ type: 'structure' });
  await until(() => other.heard.length === 2);
  expect(other.heard).toEqual([message, { type: 'structure' }]);
  expect(state.sent).toBeGreaterThan(3);
});

test('waits while the database is away; what is too much is read again instead', async () => {
  const { one, other, state, clock } = await setUp();
  state.away = true;
  one.tell({ type: 'structure' });
  await clock.sleeping();
  state.away = false;
  await clock.advance(1000);
  await until(() => other.heard.length === 1);
  state.away = true;
  for (let at = 0; at < 6000; at++) one.tell({ type: 'revoked', id: String(at) });
  await clock.sleeping();
  state.away = false;
  await clock.advance(1000);
  await until(() => JSON.stringify(other.heard).includes('5999'));
  expect(other.heard).toContainEqual({ type: 'missed' });
  one.tell({ type: 'revoked', id: 'x'.repeat(3_000_000) });
  await until(() => other.heard.at(-1) !== other.heard[0]);
  expect(other.heard.at(-1)).toEqual({ type: 'missed' });
});

test('told at the moment when the last ones have been sent do not wait for the next', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const { one, other, channel } = await setUp();
    const { send } = channel;
    channel.send = (texts) => {
      channel.send = send;
      const sent = send(texts);
      void sent.then(async () => {
        for (let turn = 0; turn < turns; turn++) await null;
        one.tell({ type: 'revoked', id: 'late' });
      });
      return sent;
    };
    one.tell({ type: 'structure' });
    await until(() => other.heard.length === 2);
    expect(other.heard.at(-1)).toEqual({ type: 'revoked', id: 'late' });
  }
});

test('that is lost with a connection makes a service read everything, and spoils nothing after', async () => {
  const { one, other, post, reconnect } = await setUp();
  const bus = shareEvents(other);
  const seen: string[] = [];
  bus.subscribe(({ type }) => seen.push(type));
  const before = bus.position();
  // The first half of something, of which the rest never comes.
  post(['stranger 1 1 {"type":"rev']);
  reconnect(1);
  expect(other.heard).toEqual([{ type: 'missed' }]);
  expect(seen).toEqual(['reload']);
  expect(bus.since(before)).toBeNull();
  post(['stranger 2 0 {"type":"structure"}']);
  one.tell({ type: 'event', event: deleted('a'), owner: null });
  await until(() => seen.length === 2);
  expect(seen).toEqual(['reload', 'transcription_deleted']);
  expect(other.heard.slice(1, 2)).toEqual([{ type: 'structure' }]);
});

test('that is nonsense, or of a newer version, is left out', async () => {
  const { one, other, post } = await setUp();
  post(['', 'stranger', 'stranger 1 0 {', 'stranger 2 0 {"type":"dance"}', 'stranger x 0 {}']);
  one.tell({ type: 'structure' });
  await until(() => other.heard.length === 1);
  expect(other.heard).toEqual([{ type: 'structure' }]);
});
