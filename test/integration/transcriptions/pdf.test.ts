/** A transcript as PDF, printed by the browser of this machine. */
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { findChromium } from '../../../src/main/media/chromium/find-chromium.ts';
import { createPdfPrinter } from '../../../src/main/media/chromium/print-pdf.ts';
import { writePrintedPage } from '../../../src/main/services/exports/pdf-file.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { programsOf } from '../../helpers/faults/programs-of.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { noChromium } from '../../helpers/harness/chromium.ts';
import { writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let folder: string;
let temporary: string;
let talk = '';
const { signal } = new AbortController();
const LONG = Array.from(
  { length: 60 },
  (_, at) => `Sentence ${at} of a long talk about the weather.`,
);

beforeAll(async () => {
  folder = await makeTempFolder();
  temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // Browsers run as nobody where tests run as root.
  for (const open of [folder, temporary]) await chmod(open, 0o755);
  vi.stubEnv('TMPDIR', temporary);
  const dataDir = join(folder, 'data');
  [talk = ''] = await storeTranscripts(dataDir, [
    { title: 'Weather.mp3', windows: [[...LONG, 'שלום לכולם']], speakers: ['Anna', 'Ben'] },
  ]);
  app = await startTestApp({ dataDir });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.stubEnv('TMPDIR', temporary);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a PDF holds, with its streams unpacked. */
function read(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1');
  const streams = [...file.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, packed = '']) => {
      try {
        return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    },
  );
  return [file, ...streams].join('\n');
}

const pdf = async (paper: 'a4' | 'letter' = 'a4') =>
  read(
    await (await app.keyClient.exportTranscription(talk, { format: 'pdf', paper })).file.bytes(),
  );

describe.skipIf(noChromium !== null)('a transcript', () => {
  test('has pages of the size asked for, its title, and its scripts', async () => {
    const file = await pdf();
    expect(file).toMatch(/^%PDF-1\.\d/);
    expect(file).toMatch(/\/Title\s*\(Weather\)/);
    const sizes = [...file.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(sizes.length).toBeGreaterThan(1);
    expect(
      sizes.map(([, width, height]) => [Number(width), Number(height)].map(Math.round)),
    ).toEqual(sizes.map(() => [595, 842]));
    // Latin and Hebrew letters can be searched for and copied.
    expect(file).toMatch(/beginbf(?:char|range)[\s\S]*<05[DE][0-9A-F]>/i);
    // With what screen readers need.
    expect(file).toContain('/MarkInfo');
  });

  test('comes on Letter, too', async () => {
    expect(await pdf('letter')).toMatch(/\/MediaBox\s*\[0 0 612 792\]/);
  });

  test('leaves nothing in the temporary folder', async () => {
    await pdf();
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe('the browser', () => {
  const print = (page: string, env: NodeJS.ProcessEnv = process.env, stop = signal) =>
    createPdfPrinter({ clock: systemClock, env })(page, { signal: stop });
  const program = (name: string, script: string) => writeScript(join(folder, name), script);

  test.skipIf(noChromium !== null)('asks for nothing, whatever a page wants', async () => {
    const asked: string[] = [];
    const origin = await startOrigin((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const { url } = origin;
    const wants = `<!doctype html><link rel="stylesheet" href="${url}/a"><img src="${url}/b"><iframe src="${url}/c"></iframe>Text`;
    expect(read(await print(wants))).toMatch(/^%PDF/);
    expect(asked).toEqual([]);
    await origin.close();
  });

  test.skipIf(noChromium !== null).each([
    ['page', 'a4'],
    ['continuous', 'letter'],
  ] as const)('puts 25 lines on a page where they are numbered: %s', async (lineNumbers, paper) => {
    const pagesOf = async (count: number) => {
      const passages = Array.from({ length: count }, () => ({
        marks: [],
        ...{ start: 0, time: '0:00', speaker: 'Anna', text: 'Yes, שלום 漢字.' },
      }));
      const sections = [{ start: 0, time: null, title: '', passages }];
      const head = {
        ...{ title: 'Weather', facts: ['English'], incomplete: null, summary: '' },
        ...{ language: 'en', highlights: [], marked: [] },
      };
      const page = writePrintedPage({ ...head, sections, lineNumbers }, { paper });
      return read(await print(page)).match(/\/Type\s*\/Page\b/g)?.length;
    };
    // With the title, the facts and the heading above them.
    expect(await pagesOf(72)).toBe(3);
    expect(await pagesOf(73)).toBe(4);
  });

  test('that is missing is named, with what to install and what else can be done', async () => {
    await expect(print('Text', { PATH: join(folder, 'nothing') })).rejects.toMatchObject({
      code: 'pdf_printer_missing',
      message: expect.stringMatching(/Chromium, Chrome or Edge.*print it/),
    });
    await expect(print('Text', { STENO_CHROMIUM: '/nowhere' })).rejects.toMatchObject({
      code: 'pdf_printer_missing',
      message: 'STENO_CHROMIUM names /nowhere, which is no program.',
    });
  });

  test.runIf(process.platform === 'linux')('in a snap does not count', async () => {
    const snap = join(folder, 'snap');
    await mkdir(snap);
    await program('snap/chromium', 'exec /snap/bin/chromium "$@"');
    await expect(findChromium({ PATH: snap })).rejects.toMatchObject({
      code: 'pdf_printer_missing',
    });
    const other = await program('snap/google-chrome', 'exec true');
    expect(await findChromium({ PATH: snap })).toBe(other);
  });

  test('that does not print is an error, and leaves nothing', async () => {
    const broken = await program('broken', 'exit 1');
    await expect(print('Text', { STENO_CHROMIUM: broken })).rejects.toMatchObject({
      code: 'pdf_failed',
    });
    expect(await readdir(temporary)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('ends when no one waits for it any more', async () => {
    const slow = await program('slow', 'exec sleep 1000');
    const leaving = new AbortController();
    const printing = print('Text', { STENO_CHROMIUM: slow }, leaving.signal);
    printing.catch(() => {});
    await until(async () => (await readdir(temporary)).length > 0);
    leaving.abort(new Error('Gone.'));
    await expect(printing).rejects.toThrow('Gone.');
    expect(await readdir(temporary)).toEqual([]);
    expect(programsOf(temporary)).toEqual([]);
  });
});
