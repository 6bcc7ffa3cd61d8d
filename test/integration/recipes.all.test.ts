/** The recipes of CONTRIBUTING.md: one throw-away of each is added to a copy of the program by what it says, and used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withErrorTable } from '../../scripts/error-table.ts';
import { makeTempFolder } from '../helpers/harness/app.ts';
import {
  buildThere,
  carryOut,
  compileErrors,
  copyProgram,
  runThere,
} from '../helpers/harness/carry-out.ts';
import { RECIPES } from '../helpers/harness/recipes.ts';
import { projectRoot } from '../helpers/harness/service-process.ts';

const MOST_FILES = 4;

const CONTRIBUTING = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
const written = new Map(
  CONTRIBUTING.split('\n- **').map((text) => {
    const [name = '', rest = ''] = text.split('**: ', 2);
    return [name, rest.split('\n\n')[0] ?? ''];
  }),
);

let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
  copyProgram(folder);
  carryOut(folder, Object.values(RECIPES).flat());
});

test.each(Object.entries(RECIPES))(
  '%s touches what its recipe names, four files at most',
  (name, steps) => {
    const files = [...new Set(steps.map(({ file }) => file))];
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    const named = [...(written.get(name) ?? '').matchAll(/`(src\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    const isNamed = (file: string) =>
      named.some((path) => path === file || (path.endsWith('/') && file.startsWith(path)));
    expect(files.filter((file) => !isNamed(file))).toEqual([]);
  },
);

test('no recipe is left out', () => {
  expect([...written.keys()].filter((name) => /^An? /.test(name))).toEqual(Object.keys(RECIPES));
});

test('the compiler asks for nothing more', async () => {
  expect(await compileErrors(folder)).toBe('');
});

test('the endpoint answers, the setting is kept, and the format is exported', async () => {
  const seen = await runThere(
    folder,
    'use',
    `import { startTestApp, makeTempFolder } from './test/helpers/harness/app.ts';
import { storeTranscripts } from './test/helpers/corpus/stored-transcripts.ts';
const dataDir = await makeTempFolder();
const [id] = await storeTranscripts(dataDir, [{ title: 'Tea', windows: [['Milk first.']] }]);
const app = await startTestApp({ dataDir });
const length = await app.client.getQueueLength();
const before = (await app.client.getSettings()).tea;
await app.client.updateSettings({ tea: 'green' });
const after = (await app.client.getSettings()).tea;
const { file } = await app.client.exportTranscription(id, { format: 'lrc' });
const text = await file.text();
await app.stop();
console.log(JSON.stringify({ length, before, after, text }));
process.exit(0);`,
  );
  expect(seen).toEqual({
    length: { waiting: 0 },
    before: 'black',
    after: 'green',
    text: '[0.00]Milk first.\n',
  });
});

test('the language model is asked, and only what was said is taken', async () => {
  const seen = await runThere(
    folder,
    'ask',
    `import { improve } from './src/main/llm/improve.ts';
import { systemClock } from './src/main/core/clock.ts';
import { structureTranscript } from './src/main/structure/structure-transcript.ts';
import { durationOf, speak } from './test/helpers/corpus/texts-spoken.ts';
import { goodAnswer } from './test/helpers/servers/llm-answers.ts';
const segments = speak([Array.from({ length: 12 }, (_, at) => 'The kettle in room ' + (at + 10) + ' is warm and quiet today.')].map((one) => one).flat());
const durationMs = durationOf(segments);
const headlineOf = async (headline) => {
  const complete = async (request) =>
    JSON.stringify(request.system.startsWith('You write a headline') ? { headline } : goodAnswer(request));
  const server = { complete, contextTokens: async () => 8192, models: async () => [] };
  const input = { structured: structureTranscript({ segments, durationMs }), segments, durationMs };
  const text = input.structured.summary.text;
  await improve({ ...input, signal: new AbortController().signal }, { server, model: 'm', clock: systemClock });
  return input.structured.summary.text === text ? null : input.structured.summary.text;
};
console.log(JSON.stringify([await headlineOf('The kettle is warm'), await headlineOf('Napoleon owed 480000 francs to Josephine')]));`,
  );
  expect(seen).toEqual(['The kettle is warm', null]);
});

test('the migration makes its column, and the task is worked on', async () => {
  const seen = await runThere(
    folder,
    'brew',
    `import { systemClock } from './src/main/core/clock.ts';
import { createTeaMaking } from './src/main/queue/after/making-tea.ts';
import { postgresMigrations } from './src/main/repositories/migrations/migrations.ts';
import { makeTempFolder } from './test/helpers/harness/app.ts';
import { openCore } from './test/helpers/harness/core.ts';
const { core, stop } = openCore(await makeTempFolder(), { clock: systemClock });
createTeaMaking(core);
await core.db.transaction().execute(async (trx) => {
  await trx.insertInto('settings').values({ name: 'one', value: '"tea"' }).execute();
  await trx.insertInto('signInCodes').values({ hash: '', expiresAt: 0, tea: 'green' }).execute();
  await core.tasks.add(trx, 'tea', [{ key: 'one' }]);
});
const left = () => core.db.selectFrom('settings').selectAll().where('value', '=', '"tea"').execute();
while ((await left()).length > 0) await systemClock.sleep(20);
const tea = await core.db.selectFrom('sign_in_codes').select('tea').execute();
await stop();
console.log(JSON.stringify({ tea, there: postgresMigrations(null).at(-1).trim() }));
process.exit(0);`,
  );
  const there = `ALTER TABLE sign_in_codes ADD COLUMN tea TEXT COLLATE "C" NOT NULL DEFAULT 'black';`;
  expect(seen).toEqual({ tea: [{ tea: 'green' }], there });
});

test('the error has its sentence, and its row in the reference', async () => {
  const seen = await runThere(
    folder,
    'fail',
    `import { AppError } from './src/main/core/errors.ts';
import { withErrorTable } from './scripts/error-table.ts';
const { message } = new AppError('kettle_cold');
console.log(JSON.stringify({ message, isListed: withErrorTable('').includes('| \`kettle_cold\` | 418 | yes |') }));`,
  );
  expect(seen).toEqual({
    message: 'The kettle is cold. Wait until it boils.',
    isListed: true,
  });
  expect(withErrorTable('')).not.toContain('kettle_cold');
});

test('the page has its address, and the window holds it', async () => {
  const route = await runThere(
    folder,
    'route',
    `import { toRoute } from './src/renderer/src/route.ts';
console.log(JSON.stringify(toRoute('/tea')));`,
  );
  expect(route).toEqual({ page: 'tea' });
  const scripts = await buildThere(folder);
  expect(scripts).toContain('There is tea for everybody.');
  expect(scripts).toContain('Green tea with long recordings');
  expect(scripts).toContain('Lyrics with times');
});
