/** A throw-away one of each that CONTRIBUTING.md has a recipe for, by what the recipe says. */
import type { Step } from './carry-out.ts';

const endpoint: Step[] = [
  {
    file: 'src/shared/routes/queue-routes.ts',
    after: 'export const queueRoutes = {',
    write: `
  getQueueLength: {
    ...at('get', '/v1/queue/length', 'read'),
    summary: 'How many wait', description: 'A number.',
    responses: { 200: json('The number.', z.object({ waiting: z.int() })) },
  },`,
  },
  {
    file: 'src/shared/routes/queue-routes.ts',
    after: 'Part of the table in routes.ts. */\n',
    write: "import { z } from 'zod';\n",
  },
  {
    file: 'src/main/http/routes/queue.routes.ts',
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
    file: 'src/shared/exports/export-options.ts',
    after: "['eaf', 'textgrid', 'otr', 'qdpx'",
    write: ", 'lrc'",
  },
  {
    file: 'src/shared/exports/export-options.ts',
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
import { ask, LlmError, type LlmServer, type Outcome } from './ask-language-model.ts';
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
    write: `import { ddl, TEXT } from './column-types.ts';

export const tea = ddl\`
  ALTER TABLE sign_in_codes ADD COLUMN tea \${TEXT} NOT NULL DEFAULT 'black';
\`;
`,
  },
  {
    file: 'src/main/repositories/migrations/migrations.ts',
    after: "from './0012-services.ts';\n",
    write: "import { tea } from './9999-tea.ts';\n",
  },
  {
    file: 'src/main/repositories/migrations/migrations.ts',
    after: '  { both: [services], compatible: false },\n',
    write: '  { both: [tea], compatible: true },\n',
  },
  {
    file: 'src/main/repositories/tables.ts',
    after: '  signInCodes: { hash: string; expiresAt: number',
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
    after: '  const delivery = createWebhookDelivery(core, sink);\n',
    write: '  createTeaMaking(core);\n',
  },
  {
    file: 'src/main/jobs.ts',
    after: "import { createAutomaticExport } from './queue/after/automatic-export.ts';\n",
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

export const RECIPES: Record<string, Step[]> = {
  'An endpoint': endpoint,
  'A setting': setting,
  'An export format': exportFormat,
  'A use of the language model': languageModel,
  'A kind of task': taskKind,
  'An error': error,
  'A page of the window': page,
  'A migration': migration,
};
