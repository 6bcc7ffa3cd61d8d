import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { people } from '../../../src/main/cli/arguments.ts';
import { loadPool, noise, wavFile } from '../../helpers/corpus/audio.ts';
import { composeDialogue, type Dialogue } from '../../helpers/corpus/dialogues.ts';
import { scoreTurns } from '../../helpers/corpus/diarization-score.ts';
import { poolVoices } from '../../helpers/corpus/pool-voices.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';

const Listing = z.strictObject({
  turns: z.array(
    z.strictObject({
      start: z.number(),
      end: z.number(),
      speaker: z.string(),
      confidence: z.number().min(0).max(1),
    }),
  ),
  method: z.string(),
  model: z.string().nullable(),
});

let folder: string;
let file: string;
let made: Dialogue;

beforeAll(async () => {
  folder = await makeTempFolder();
  file = join(folder, 'Two people.wav');
  const voices = poolVoices(loadPool()).filter(({ name }) => name === HIM || name === HER);
  made = composeDialogue({ voices, durationMs: 20_000, seed: 31, gapMs: [200, 800] });
  await writeFile(file, wavFile(made.samples));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runSteno(['speakers', '--data', join(folder, 'data'), ...args]);

/** How much of the speech has the wrong speaker. */
const confusion = (turns: readonly { start: number; end: number; speaker: string }[]) => {
  const found = turns.map(({ start, end, speaker }) => ({
    startMs: start * 1000,
    endMs: end * 1000,
    speaker,
  }));
  return scoreTurns(made.truth, found, { unscored: made.pauses }).confusion;
};

describe('steno speakers', () => {
  test('--json: who speaks when, with nothing else on stdout', async () => {
    const { code, stdout } = await run(file, '--json');
    expect(code).toBe(0);
    const { turns, method, model } = Listing.parse(JSON.parse(stdout));
    expect({ method, model }).toEqual({ method: 'neural', model: 'speaker' });
    expect([...new Set(turns.map(({ speaker }) => speaker))]).toEqual(['Speaker 1', 'Speaker 2']);
    expect(turns).toEqual(turns.toSorted((a, b) => a.start - b.start));
    expect(confusion(turns)).toBeLessThan(0.1);
  });

  test('--rttm: the lines that scoring tools read', async () => {
    const { code, stdout } = await run(file, '--rttm');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const turns = lines.map((line) => {
      expect(line).toMatch(
        /^SPEAKER Two_people\.wav 1 \d+\.\d{3} \d+\.\d{3} <NA> <NA> Speaker_[12] <NA> <NA>$/,
      );
      const [, , , start = '', lasts = '', , , speaker = ''] = line.split(' ');
      return { start: Number(start), end: Number(start) + Number(lasts), speaker };
    });
    expect(confusion(turns)).toBeLessThan(0.1);
  });

  test('--expected: as many people as there are; a table without other options', async () => {
    const { code, stdout } = await run(file, '--expected', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^START +END +SPEAKER +CONFIDENCE\n/);
    expect(stdout).toContain('Speaker 1');
    expect(stdout).not.toContain('Speaker 2');
  });

  test.each([
    ['silence', new Int16Array(16_000 * 5)],
    ['a third of a second', noise(300, -20)],
  ])('%s has no turns, and says why', async (_name, samples) => {
    const empty = join(folder, 'nobody.wav');
    await writeFile(empty, wavFile(samples));
    const { code, stdout, stderr } = await run(empty, '--json');
    expect(code).toBe(0);
    expect(Listing.parse(JSON.parse(stdout)).turns).toEqual([]);
    expect(stderr).toBe('Note: No speech was found in this recording.\n');
  });

  test.each([
    ['half a person', ['--expected', '1.5']],
    ['two forms at once', ['--json', '--rttm']],
  ])('%s is wrong usage', async (_name, flags) => {
    const { code, stdout } = await run(file, ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test.each(['0', '21', '1.5', 'some'])('%s people are not expected', (count) => {
    expect(() => people(count)).toThrow();
    expect(people('20')).toBe(20);
  });

  test('when the reader of its output stops, it ends silently', async () => {
    const running = startSteno(['speakers', '--data', join(folder, 'data'), file]);
    running.stopReading();
    expect(await running.ended).toEqual({ code: 141, stdout: '', stderr: '' });
  });

  test('a source that is not there ends with 1, and says so', async () => {
    const { code, stdout, stderr } = await run(join(folder, 'missing.wav'), '--json');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe('steno: There is no such file.\n');
  });
});
