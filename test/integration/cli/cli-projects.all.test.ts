/** Projects on the command line. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFile } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const steno = (...args: string[]) => runSteno([...args, '--data', app.dataDir]);

test('create, list, rename and delete, by name in any case or by id', async () => {
  const created = await steno('projects', 'create', 'Board meetings');
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^prj_\w{22}\n$/) });
  const twice = await steno('projects', 'create', 'board MEETINGS');
  expect(twice).toMatchObject({ code: 1, stdout: '' });
  expect(twice.stderr).toContain('There is a project named “board MEETINGS” already.');
  expect((await steno('projects', 'rename', 'BOARD meetings', 'Board')).code).toBe(0);
  expect((await steno('projects')).stdout).toMatch(
    /^ID +NAME +RECORDINGS\nprj_\w{22} +Board +0\n$/,
  );
  expect((await steno('projects', 'delete', created.stdout.trim())).stderr).toBe(
    'Deleted the project "Board".\n',
  );
  const gone = await steno('projects', 'delete', 'Board');
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toContain('There is no project "Board". Create it with');
});

test('a recording goes into the project, with its options, or is not taken', async () => {
  const none = await steno('transcribe', sampleFile, '--project', 'Talks');
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('There is no project "Talks".');
  expect((await app.client.listTranscriptions()).data).toEqual([]);
  const { id } = await app.client.createProject({ name: 'Talks', vocabulary: ['Zoë'] });
  const done = await steno('transcribe', sampleFile, '--project', 'talks', '--format', 'json');
  expect(JSON.parse(done.stdout)).toMatchObject({
    project_id: id,
    options: { vocabulary: ['Zoë'] },
  });
});

test('a transcript that is imported goes into the project, or is not taken', async () => {
  const given = join(folder, 'short.srt');
  await writeFile(given, '1\n00:00:00,200 --> 00:00:01,500\nZoë: The quick brown fox.\n');
  const none = await steno('import', sampleFile, given, '--project', 'Interviews');
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain('There is no project "Interviews".');
  const { id } = await app.client.createProject({ name: 'Interviews' });
  const done = await steno('import', sampleFile, given, '--project', 'INTERVIEWS');
  const made = await app.client.getTranscription(done.stdout.trim());
  expect(made.project_id).toBe(id);
});
