/** The rarer options and endings of `steno transcribe`. */
import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shortFile } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { runSteno, startSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let app: TestApp;
let files: string[];
let note: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
  files = ['Morning talk.mp3', 'Evening talk.mp3'].map((name) => join(folder, name));
  note = join(folder, 'Note.mp3');
  // The same bytes, which are transcribed once for all that ask for nothing else.
  for (const file of [...files, note]) await copyFile(shortFile, file);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const withoutSpeakers = (text: string) => text.replaceAll(/^Speaker \d+: /gm, '');

describe('steno transcribe', () => {
  let out: string;
  beforeEach(async () => {
    out = await makeTempFolder();
    return () => rm(out, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    runSteno(['transcribe', '--data', app.dataDir, '--out', out, ...args]);

  test('writes names as its spellings say', async () => {
    const spellings = ['anna, hannah=Hanna', 'quiet garden=Yard'];
    const result = await run(note, ...spellings.flatMap((one) => ['--spelling', one]));
    expect(result.code).toBe(0);
    const transcript = await readFile(join(out, 'Note.txt'), 'utf8');
    expect(withoutSpeakers(transcript)).toMatch(/^Hanna watched the Yard today\./);
  });

  test('says how a spelling is written', async () => {
    const { code, stderr } = await run(note, '--spelling', 'anna');
    expect(code).toBe(2);
    expect(stderr).toContain('Write it like "cube ernetes, cubernetes=Kubernetes".');
  });

  test('finds what was transcribed before, or does it again', async () => {
    const count = async () => (await app.client.listTranscriptions()).data.length;
    await run(note);
    const before = await count();
    const found = await run(note, '--force');
    expect(found.stderr).toContain(`${note}: transcribed before. Use --again to do it again.`);
    expect(found.stderr).not.toContain('Done');
    expect(await count()).toBe(before);
    expect(await readFile(join(out, 'Note.txt'), 'utf8')).not.toBe('');
    expect(await run(note, '--again', '--force')).toMatchObject({ code: 0 });
    expect(await count()).toBe(before + 1);
  });

  test('goes on after a file that is missing, and ends with 1', async () => {
    const result = await run(join(folder, 'missing.mp3'), note);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('missing.mp3: There is no such file.');
    expect(await readdir(out)).toEqual(['Note.txt']);
  });

  test('says why a recording failed, and ends with 1', async () => {
    const result = await run(join(import.meta.dirname, 'cli-transcribe.test.ts'));
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(
      'cli-transcribe.test.ts: This is not an audio or video file that Steno can read.',
    );
  });

  test('uses a model that exists, also when a service runs', async () => {
    const result = await run(note, '--model', 'imaginary');
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('There is no model named "imaginary"');
    expect(await run(note, '--model', 'demo')).toMatchObject({ code: 0 });
  });
});

describe('Ctrl-C', () => {
  // Also without the soak, cli-signals.all.test.ts stops such a command, and cli-watch.all.test.ts by Ctrl-C.
  test.runIf(isSoak)('ends a service that the command started itself, too', async () => {
    const dataDir = join(await makeTempFolder(), 'data');
    const engine = await writeProgram(join(dataDir, '..', 'engine.sh'), hangingEngine);
    const [file = ''] = files;
    const command = startSteno(['transcribe', '--data', dataDir, file], { STENO_ENGINE: engine });
    await until(() => command.output.stderr.includes('Transcribing: Morning talk.mp3'));
    command.interrupt();
    expect((await command.ended).code).toBe(130);
    expect(await readdir(dataDir)).not.toContain('service.json');
    await rm(dirname(dataDir), { recursive: true, force: true });
  });
});
