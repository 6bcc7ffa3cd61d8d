/** The whole core in this process, on a data folder and a port of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/main/app.ts';
import type { StartTask, TaskName, Tasks } from '../../../src/main/child-tasks/child-tasks.ts';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import { waitForAll } from '../../../src/main/cli/commands/transcribe-command.ts';
import type { Clock } from '../../../src/main/core/clock.ts';
import { type Config, loadConfig } from '../../../src/main/core/config.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { findService } from '../../../src/main/core/service-file.ts';
import type { StartChild } from '../../../src/main/processes/child-process.ts';
import { labelRecording } from '../../../src/main/speakers/label-recording.ts';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import { type Client, createClient } from '../../../src/shared/client.ts';
import type { CatalogueModel } from '../../../src/shared/models/model-catalogue.ts';
import type { CatalogueSpeakerModel } from '../../../src/shared/models/speaker-model-catalogue.ts';
import type {
  CreateTranscriptionInput,
  Transcription,
} from '../../../src/shared/transcription/transcription.ts';
import { remembering } from '../engines/remembering-engine.ts';
import { childHere } from './child-here.ts';
import { keyOfLabels, remembered } from './remembered.ts';
import { databaseFor } from './test-database.ts';

/** What starts a task's process in place of the usual. */
export type TestTasks = {
  [Name in TaskName]?: StartChild<Tasks[Name]['request'], Tasks[Name]['result']>;
};

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** As the tasks' processes do it, without a process: starting those takes most of the time of a short recording. */
const HERE: TestTasks = {
  label: childHere(remembered(labelRecording, keyOfLabels)),
  structure: childHere(
    remembered(
      (input) => JSON.stringify(structureTranscript(input)),
      async (input) => JSON.stringify(input),
    ),
  ),
};

/** Each task has a type of its own, and what stands in for one has the same. */
export const tasksHere = (tasks: TestTasks = {}): StartTask =>
  ((name: TaskName) => (tasks[name] ?? HERE[name])?.() ?? startNodeTask(name)) as StartTask;

/** For tests that bring speaker models: a file that is none ends its process. */
export const IN_PROCESSES: TestTasks = { label: () => startNodeTask('label') };

/** `client` is the signed-in window, `keyClient` holds a live API key. A given data folder outlives the app. */
export async function startTestApp(
  overrides: Partial<Config> = {},
  {
    tasks = {},
    remembers = overrides.engineFile === undefined,
    ...parts
  }: {
    catalogue?: readonly CatalogueModel[];
    speakerCatalogue?: readonly CatalogueSpeakerModel[];
    tasks?: TestTasks;
    clock?: Clock;
    /** Whether what the engine has computed before is remembered; not for an engine of the test's own. */
    remembers?: boolean;
  } = {},
) {
  const dataDir = overrides.dataDir ?? (await makeTempFolder());
  const config = {
    ...loadConfig({ port: 0, dataDir }, {}),
    database: await databaseFor(dataDir),
    ytDlpUrl: null,
    ...overrides,
  };
  const app = createApp(config, {
    logger: createLogger('silent'),
    startTask: tasksHere(tasks),
    ...(remembers && { aroundEngine: remembering }),
    ...parts,
  });
  const { url, signInUrl } = await app.start().catch(async (error: unknown) => {
    await app.stop();
    throw error;
  });
  const client = await connect(dataDir);
  const { key } = await client.createKey({ name: 'test' });
  return {
    url,
    port: Number(new URL(url).port),
    signInUrl,
    client,
    key,
    keyClient: createClient({ baseUrl: url, key }),
    dataDir,
    async stop(): Promise<void> {
      await app.stop();
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client signed in like the window, of the service that runs on a data folder. */
export async function connect(dataDir: string): Promise<Client> {
  const service = await findService(dataDir);
  if (!service) throw new Error('No service runs on this folder.');
  return createClient({ baseUrl: service.url, key: service.token });
}

export function makeTempFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'steno-test-'));
}

/** Creates a transcription and waits until it is over. */
export async function transcribe(
  client: Client,
  input: CreateTranscriptionInput,
): Promise<Transcription> {
  const { id } = await client.createTranscription(input);
  return finished(client, id);
}

export async function finished(client: Client, id: string): Promise<Transcription> {
  await waitForAll(client, [id], () => {}, new AbortController().signal);
  return client.getTranscription(id);
}

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** A request with any header, also those that `fetch` refuses to send. */
export function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
