/** What a window does while it records, counted: how often it draws, and how often it asks for what it keeps. */
import { expect, test } from 'vitest';
import { noise } from '../helpers/corpus/audio.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, TRANSCRIBED } from './open-window.ts';
import {
  beginRecording,
  launchWithMicrophone,
  recorded,
  secondsRecorded,
  stopRecording,
} from './recorder.ts';
import { quick } from './window-engines.ts';

const COUNTING = `
  const counts = { transactions: 0, read: 0, drawn: 0, sent: 0 };
  const counted = (of, name, as) => {
    const before = of.prototype[name];
    of.prototype[name] = function (...given) {
      counts[as] += 1;
      return before.apply(this, given);
    };
  };
  counted(IDBDatabase, 'transaction', 'transactions');
  counted(IDBObjectStore, 'getAll', 'read');
  const fetchNow = window.fetch;
  window.fetch = (...given) => {
    if (String(given[0]?.url ?? given[0]).includes('/pieces/')) counts.sent += 1;
    return fetchNow(...given);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.parentElement?.closest('[role="meter"]')) counts.drawn += 1;
  }).observe(document, { subtree: true, attributes: true });
  window.counts = counts;
`;
type Counts = { transactions: number; read: number; drawn: number; sent: number };

test(
  'a window that records draws levels alone, and nothing while it is hidden',
  TRANSCRIBED,
  async () => {
    const { browser, close } = await launchWithMicrophone(noise(5000, -20));
    const engine = await quick();
    const steno = await openWindow({ browser, permissions: ['microphone'], engine });
    const { page } = steno;
    const counts = () => page.evaluate<Counts>('({ ...window.counts })');
    await page.addInitScript(COUNTING);
    await page.goto(`${steno.url}/record`);
    await beginRecording(page);
    await recorded(page, 2);
    const level = page.getByRole('meter', { name: 'Level of the microphone' });
    await until(async () => Number(await level.getAttribute('aria-valuenow')) > 20);

    const before = await counts();
    const seconds = await secondsRecorded(page);
    await recorded(page, seconds + 4);
    const after = await counts();
    const pieces = after.sent - before.sent;
    expect(pieces).toBeGreaterThan(0);
    // A piece is kept, and dropped once it has arrived; one or the other may lie outside of what is counted.
    expect(after.transactions - before.transactions).toBeLessThanOrEqual(2 * pieces + 2);
    expect(after.read - before.read).toBe(0);
    expect(after.drawn).toBeGreaterThan(before.drawn);

    await page.evaluate('Object.defineProperty(document, "hidden", { value: true })');
    const hidden = await counts();
    await recorded(page, seconds + 7);
    expect((await counts()).drawn).toBe(hidden.drawn);
    await stopRecording(page);
    expect(steno.pageErrors).toEqual([]);
    await steno.close();
    await close();
  },
);
