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
  type Step,
} from '../helpers/harness/carry-out.ts';
import { projectRoot } from '../helpers/harness/service-process.ts';

const MOST_FILES = 4;

const endpoint: Step[] = [
  {
    file: 'src/shared/routes/queue-routes.ts',
    after: 'export const queueRoutes = {',
    write: `
  getQueueLength: {
    method: 'get', path: '/v1/queue/length', access: 'read',
    summary: 'How many wait', description: 'A number.',
    responses: { 200: json('The number.', z.object({ waiting: z.int() })), default: failure },
  },`,
  },
  {
    file: 'src/shared/routes/queue-routes.ts',
    after: 'Part of the table in routes.ts. */\n',
    write: "import { z } from 'zod';\n",
  },
  {
    file: 'src/main/http/routes/transcriptions.routes.ts',
    after: 'serve(routes.getQueue, ({ principal }) => queue.read(principal));',
    write: `
  serve(routes.getQueueLength, async ({ principal }) => ({ waiting: (await queue.read(principal)).waiting }));`,
  },
];

const setting: Step[] = [
  {
    file: 'src/shared/settings.ts',
    after: 'const shape = {\n',
    write: "  tea: z.enum(['green', 'black']).describe('Served with long recordings.'),\n",
  },
  {
    file: 'src/shared/settings.ts',
    after: 'export const DEFAULT_SETTINGS: Settings = {\n',
    write: "  tea: 'black',\n",
  },
  {
    file: 'src/renderer/src/pages/settings/general-section.tsx',
    after:
      '          Pause the recording while I write, and go on a little earlier\n        </Checkbox>\n',
    write: `        <Checkbox
          checked={settings.tea === 'green'}
          onChange={(checked) => void update({ tea: checked ? 'green' : 'black' })}
        >
          Green tea with long recordings
        </Checkbox>
`,
  },
];

const exportFormat: Step[] = [
  {
    file: 'src/shared/exports/options.ts',
    after: "['eaf', 'textgrid', 'otr', 'qdpx'",
    write: ", 'lrc'",
  },
  {
    file: 'src/shared/exports/options.ts',
    after: "  txt: 'text/plain',\n",
    write: "  lrc: 'text/plain',\n",
  },
  {
    file: 'src/shared/exports/write-lrc.ts',
    write: `import type { Transcription } from '../transcription/transcription.ts';

/** Lyrics with times. */
export function writeLrc({ result }: Transcription): string {
  return (result?.segments ?? []).map(({ start, text }) => \`[\${start.toFixed(2)}]\${text}\\n\`).join('');
}
`,
  },
  {
    file: 'src/shared/exports/write-export.ts',
    after: "'txt' | 'md' | 'csv'",
    write: " | 'lrc'",
  },
  {
    file: 'src/shared/exports/write-export.ts',
    after: '  switch (format) {\n',
    write: "    case 'lrc':\n      return writeLrc(transcription);\n",
  },
  {
    file: 'src/shared/exports/write-export.ts',
    after: "import { writeCsv } from './write-csv.ts';\n",
    write: "import { writeLrc } from './write-lrc.ts';\n",
  },
  {
    file: 'src/renderer/src/components/export-formats.ts',
    after: "  { format: 'txt', name: 'TXT', what: 'Plain text' },\n",
    write: "  { format: 'lrc', name: 'LRC', what: 'Lyrics with times' },\n",
  },
];

const languageModel: Step[] = [
  {
    file: 'src/main/llm/write-headline.ts',
    write: `import { z } from 'zod';
import { ask, LlmError, type LlmServer, type Outcome } from './server.ts';
import { saidIn, type WritingContext } from './write-chapter.ts';

const Answer = z.object({ headline: z.string() });

export function writeHeadline(
  server: LlmServer,
  { segments, readEvidence, signal }: WritingContext,
): Promise<Outcome<string>> {
  const user = saidIn(segments);
  return ask(server, { system: 'You write a headline.', user, schema: Answer, signal }, (answer) => {
    if (readEvidence(user).objection(answer.headline) === null) return answer.headline;
    throw new LlmError('not_supported', 'That was not said.');
  });
}
`,
  },
  {
    file: 'src/main/llm/improve.ts',
    after: "import { writeSummary } from './write-summary.ts';\n",
    write: "import { writeHeadline } from './write-headline.ts';\n",
  },
  {
    file: 'src/main/llm/improve.ts',
    after: "const mode = fallbacks.length === 0 ? 'llm' : 'mixed';\n",
    write: `  const headline = await writeHeadline(server, context);
  if ('value' in headline) structured.summary.text = headline.value;
`,
  },
];

const migration: Step[] = [
  {
    file: 'src/main/repositories/migrations/9999-tea.ts',
    write: `export const tea = \`
  ALTER TABLE sign_in_codes ADD COLUMN tea TEXT NOT NULL DEFAULT 'black';
\`;
`,
  },
  {
    file: 'src/main/repositories/migrate.ts',
    after: "from './migrations/0012-services.ts';\n",
    write: "import { tea } from './migrations/9999-tea.ts';\n",
  },
  {
    file: 'src/main/repositories/migrate.ts',
    after: '  services,\n',
    write: '  tea,\n',
  },
  {
    file: 'src/main/repositories/postgres/postgres-schema.ts',
    after: '  { statements: typed(services), compatible: false },\n',
    write: '  { statements: typed(tea), compatible: true },\n',
  },
  {
    file: 'src/main/repositories/postgres/postgres-schema.ts',
    after: "from '../migrations/0012-services.ts';\n",
    write: "import { tea } from '../migrations/9999-tea.ts';\n",
  },
  {
    file: 'src/main/repositories/tables.ts',
    after: '  sign_in_codes: { hash: string; expires_at: number',
    write: "; tea?: 'black' | 'green'",
  },
];

const taskKind: Step[] = [
  {
    file: 'src/main/repositories/tasks/tasks.ts',
    after: 'export type TaskKind = ',
    write: "'tea' | ",
  },
  {
    file: 'src/main/repositories/tasks/tasks.ts',
    after: 'export const GROUP_LIMITS: Record<TaskKind, number> = {\n',
    write: '  tea: 1,\n',
  },
  {
    file: 'src/main/core.ts',
    after: '    transcription: nextLeftJob,\n',
    write: `    tea: async (db, { exceptKeys }) => {
      const rows = db.selectFrom('settings').select('name as key').where('value', '=', '"tea"');
      const row = await rows.where('name', 'not in', ['', ...exceptKeys]).executeTakeFirst();
      return row ? { ...row, group: '' } : null;
    },
`,
  },
  {
    file: 'src/main/queue/after/making-tea.ts',
    write: `import type { Core } from '../../core.ts';
import { createTaskWorker } from '../tasks/task-worker.ts';

export function createTeaMaking({ db, tasks, clock, logger, onStop }: Core): void {
  const worker = createTaskWorker({
    tasks,
    kind: 'tea',
    claim: () => tasks.claim('tea'),
    run: (task) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('settings').where('name', '=', task.key).execute();
        await tasks.settle(trx, task);
      }),
    onError: (err) => logger.error({ err }, 'no tea'),
    concurrency: () => 1,
    clock,
  });
  onStop(tasks.onReady('tea', worker.start));
  onStop(worker.stop);
}
`,
  },
  {
    file: 'src/main/jobs.ts',
    after: '  const outbox = createOutbox(core, sink);\n',
    write: '  createTeaMaking(core);\n',
  },
  {
    file: 'src/main/jobs.ts',
    after: "import { createExporting } from './queue/after/exporting.ts';\n",
    write: "import { createTeaMaking } from './queue/after/making-tea.ts';\n",
  },
];

const error: Step[] = [
  {
    file: 'src/shared/error-catalogue.ts',
    after: 'export const ERRORS = {\n',
    write: "  kettle_cold: entry(418, 'The kettle is cold. Wait until it boils.', true),\n",
  },
];

const page: Step[] = [
  {
    file: 'src/renderer/src/route.ts',
    after: "  | { page: 'trash' }\n",
    write: "  | { page: 'tea' }\n",
  },
  {
    file: 'src/renderer/src/route.ts',
    after: "  if (path === '/trash') return { page: 'trash' };\n",
    write: "  if (path === '/tea') return { page: 'tea' };\n",
  },
  {
    file: 'src/renderer/src/pages/tea-page.tsx',
    write: `export function TeaPage() {
  return <main>There is tea for everybody.</main>;
}
`,
  },
  {
    file: 'src/renderer/src/app.tsx',
    after: "import { SignedOutPage } from './pages/signed-out-page.tsx';\n",
    write: "import { TeaPage } from './pages/tea-page.tsx';\n",
  },
  {
    file: 'src/renderer/src/app.tsx',
    after: "    case 'trash':\n      return <TrashPage />;\n",
    write: "    case 'tea':\n      return <TeaPage />;\n",
  },
];

const RECIPES: Record<string, Step[]> = {
  'An endpoint': endpoint,
  'A setting': setting,
  'An export format': exportFormat,
  'A use of the language model': languageModel,
  'A kind of task': taskKind,
  'An error': error,
  'A page of the window': page,
  'A migration': migration,
};
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
import { MIGRATIONS } from './src/main/repositories/migrate.ts';
import { postgresMigrations } from './src/main/repositories/postgres/postgres-schema.ts';
import { makeTempFolder } from './test/helpers/harness/app.ts';
import { openCore } from './test/helpers/harness/core.ts';
const { core, stop } = openCore(await makeTempFolder(), { clock: systemClock });
createTeaMaking(core);
await core.db.transaction().execute(async (trx) => {
  await trx.insertInto('settings').values({ name: 'one', value: '"tea"' }).execute();
  await trx.insertInto('sign_in_codes').values({ hash: '', expires_at: 0, tea: 'green' }).execute();
  await core.tasks.add(trx, 'tea', [{ key: 'one' }]);
});
const left = () => core.db.selectFrom('settings').selectAll().where('value', '=', '"tea"').execute();
while ((await left()).length > 0) await systemClock.sleep(20);
const tea = await core.db.selectFrom('sign_in_codes').select('tea').execute();
await stop();
console.log(JSON.stringify({ tea, lacking: MIGRATIONS.length - postgresMigrations(null).length }));
process.exit(0);`,
  );
  expect(seen).toEqual({ tea: [{ tea: 'green' }], lacking: 0 });
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
