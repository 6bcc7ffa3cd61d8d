import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/main/core/errors.ts';
import { createCaptionLinks } from '../../../../src/main/services/live-recordings/caption-links.ts';
import { WINDOW } from '../../../../src/main/services/principal.ts';
import {
  CAPTION_HOURS,
  CAPTION_SEGMENTS,
  MAX_CAPTION_VIEWERS,
} from '../../../../src/shared/captions.ts';
import { createFakeClock } from '../../../helpers/harness/fake-clock.ts';

function start() {
  const clock = createFakeClock();
  const made = new Map([
    ['rec_1', 'recording'],
    ['rec_2', 'paused'],
    ['rec_3', 'finished'],
  ]);
  const said: { id: number }[] = [];
  const links = createCaptionLinks({ clock, closing: new AbortController().signal }, {
    get(id: string) {
      const status = made.get(id);
      if (status === undefined) throw new AppError('not_found');
      return { status };
    },
    text: () => ({ segments: said, provisional: [], until: 0, behind: 0, problem: null }),
  } as unknown as Parameters<typeof createCaptionLinks>[1]);
  const refusal = (code: string) => {
    try {
      links.enter(code);
      return 'let in';
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };
  return { clock, links, made, said, refusal };
}

describe('a link to captions', () => {
  it('opens its own recording, and no other', () => {
    const { links, refusal } = start();
    const one = links.share('rec_1', WINDOW, null);
    const two = links.share('rec_2', WINDOW, null);
    expect(links.enter(one.code).recordingId).toBe('rec_1');
    expect(links.enter(two.code).recordingId).toBe('rec_2');
    for (const wrong of ['', 'rec_1', one.code.slice(1), `${one.code}x`, one.code.toUpperCase()])
      expect(refusal(wrong)).toBe('not_found');
  });

  it('is made for what is being recorded alone', () => {
    const { links } = start();
    expect(() => links.share('rec_3', WINDOW, null)).toThrow('ended');
    let released = 0;
    const grant = { signal: new AbortController().signal, [Symbol.dispose]: () => void released++ };
    expect(() => links.share('rec_4', WINDOW, grant)).toThrow(AppError);
    expect(released).toBe(1);
  });

  it.each([
    ['hours have passed', ({ clock }) => clock.advance(CAPTION_HOURS * 3_600_000)],
    ['it is taken back', ({ links }) => links.unshare('rec_1', WINDOW)],
    ['another is made', ({ links }) => links.share('rec_1', WINDOW, null)],
  ] satisfies [string, (of: ReturnType<typeof start>) => unknown][])(
    'ends when %s, for those who read along as well',
    async (_, end) => {
      const parts = start();
      const { code } = parts.links.share('rec_1', WINDOW, null);
      const { signal } = parts.links.enter(code).watch();
      await parts.clock.advance(CAPTION_HOURS * 3_600_000 - 1);
      expect([signal.aborted, parts.refusal(code)]).toEqual([false, 'let in']);
      await end(parts);
      expect([signal.aborted, parts.refusal(code)]).toEqual([true, 'not_found']);
    },
  );

  it('ends with the key that made it, and with the recording', async () => {
    const { links, refusal, made, clock } = start();
    const key = new AbortController();
    let released = 0;
    const grant = { signal: key.signal, [Symbol.dispose]: () => void released++ };
    const { code } = links.share('rec_1', WINDOW, grant);
    const other = links.share('rec_2', WINDOW, null);
    key.abort();
    await clock.advance(1);
    expect([refusal(code), released]).toEqual(['not_found', 1]);
    made.set('rec_2', 'finishing');
    expect(refusal(other.code)).toBe('not_found');
    made.set('rec_2', 'recording');
    expect(refusal(other.code)).toBe('not_found');
  });

  it('says nothing else of a recording that was discarded', () => {
    const { links, made } = start();
    const { code } = links.share('rec_1', WINDOW, null);
    made.delete('rec_1');
    expect(() => links.enter(code)).toThrow('This link opens nothing');
  });

  it('shows what was said since it was made, and no more of it than is in view', () => {
    const { links, said } = start();
    for (let id = 0; id < 5; id++) said.push({ id });
    const { code } = links.share('rec_1', WINDOW, null);
    const seen = () => {
      const { from, segments } = links.enter(code).text();
      return { from, ids: segments.map(({ id }) => id) };
    };
    expect(seen()).toEqual({ from: 5, ids: [] });
    said.push({ id: 5 }, { id: 6 });
    expect(seen()).toEqual({ from: 5, ids: [5, 6] });
    for (let id = 7; id < 100; id++) said.push({ id });
    expect(seen()).toMatchObject({ from: 100 - CAPTION_SEGMENTS });
  });

  it('slows down who guesses, and nobody else', async () => {
    const { links, refusal, clock } = start();
    const { code } = links.share('rec_1', WINDOW, null);
    const answers = Array.from({ length: 25 }, (_, at) => refusal(`guess${at}`));
    expect(answers.filter((one) => one === 'rate_limited')).toHaveLength(5);
    expect(refusal(code)).toBe('let in');
    await clock.advance(60_000);
    expect(refusal('guess')).toBe('not_found');
  });

  it('lets a number of people read along, and the next one when somebody leaves', () => {
    const { links, refusal } = start();
    const { code } = links.share('rec_1', WINDOW, null);
    const all = Array.from({ length: MAX_CAPTION_VIEWERS }, () => links.enter(code).watch());
    expect(refusal(code)).toBe('rate_limited');
    all[0]?.[Symbol.dispose]();
    expect(refusal(code)).toBe('let in');
  });
});
