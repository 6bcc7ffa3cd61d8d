/** A day in the life of a service, small: everything that stores something happens once. */
import { readdir, rm } from 'node:fs/promises';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { isTerminal } from '../../../src/shared/transcription/job-state.ts';
import {
  type CreateTranscriptionInput,
  Transcription,
} from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings, shortBytes } from '../corpus/recordings.ts';
import { makeTempFolder } from '../harness/app.ts';
import { until } from '../harness/until.ts';
import { type Origin, startOrigin } from '../servers/http-origin.ts';
import { startReceiver, type WebhookReceiver } from '../servers/webhook-receiver.ts';

/** The recording that is deleted in the end is transcribed in one piece. */
export const WINDOWS_OF_DELETED = 1;

/** The servers that a day needs besides Steno. */
export type ExternalServers = {
  recordings: Origin;
  silent: Origin;
  receiver: WebhookReceiver;
  /** The folder that finished recordings are exported into. */
  texts: string;
};

/** A talk of two windows, which a long pause divides. */
const composeTalk = (): Buffer =>
  asFile(compose(loadPool(), clipsIn('en', 6), [400, 400, 400, 2500, 400, 400])).bytes;
let talk: Buffer | undefined;

export async function startExternalServers(): Promise<ExternalServers & AsyncDisposable> {
  talk ??= composeTalk();
  const recordings = await serveRecordings({ '/talk.wav': talk });
  const silent = await startOrigin(() => {});
  const receiver = await startReceiver(null);
  const texts = await makeTempFolder();
  return {
    recordings,
    silent,
    receiver,
    texts,
    async [Symbol.asyncDispose]() {
      await Promise.all([recordings.close(), silent.close(), receiver.close()]);
      await rm(texts, { recursive: true, force: true });
    },
  };
}

/** What a caller was told, and may rely on whatever happens to the service. */
export type Told = {
  /** A key of a script, in plain text: nothing may hold it. */
  key: string | null;
  /** The address of each upload by the name of its recording. */
  uploads: Map<string, string>;
  /** The id of each transcription by the same name. */
  created: Map<string, string>;
  /** How those ended that were seen to be over. */
  over: Map<string, string>;
  /** Ids whose deletion was asked for, whether it was answered or not. */
  deleted: Set<string>;
  edited: boolean;
};

export const toldNothing = (): Told => ({
  key: null,
  uploads: new Map(),
  created: new Map(),
  over: new Map(),
  deleted: new Set(),
  edited: false,
});

/** A running service, and the token that its window signs in with. */
type Served = { url: string; token: string };

/**
 * Lives through the day. May break off anywhere with the service, and is begun again on its next start: what was told
 * is not asked for again, and what was asked in vain is asked again under its idempotency key.
 */
export async function liveThrough(
  served: Served,
  servers: ExternalServers,
  told: Told,
): Promise<void> {
  const window = createClient({ baseUrl: served.url, key: served.token });
  told.key ??= (await window.createKey({ name: 'script', scope: 'own' })).key;
  const script = createClient({ baseUrl: served.url, key: told.key });
  const webhook_url = servers.receiver.url;

  const upload = async (
    name: string,
    by: Client,
    bytes: Uint8Array<ArrayBuffer> | string = new Uint8Array(shortBytes()),
  ) => {
    const url =
      told.uploads.get(name) ?? (await by.uploadFile(new Blob([bytes]), `${name}.mp3`)).url;
    told.uploads.set(name, url);
    return url;
  };
  const create = async (name: string, by: string, input: CreateTranscriptionInput) => {
    const id = told.created.get(name) ?? (await createUnder(name, { ...served, token: by }, input));
    told.created.set(name, id);
    return id;
  };
  const end = (id: string) =>
    until(async () => {
      const { status } = await window.getTranscription(id, { words: false });
      if (isTerminal(status)) told.over.set(id, status);
      return isTerminal(status);
    });

  const { token } = served;
  const wanted = { formats: ['txt' as const], folder: servers.texts, name: '{id}.{ext}' };
  await window.updateSettings({ auto_export: wanted });
  const heard = await create('heard', token, { url: await upload('heard', window), webhook_url });
  const link = `${servers.recordings.url}/talk.wav`;
  const linked = await create('linked', token, { url: link, webhook_url });
  // Its language is named, so that none of it is transcribed before all windows are planned.
  const metered = await create('metered', told.key, {
    url: await upload('metered', script),
    language: 'en',
  });
  const text = await upload('broken', window, 'No recording at all.');
  const broken = await create('broken', token, { url: text });
  for (const id of [heard, linked, metered, broken]) await end(id);

  const silence = `${servers.silent.url}/silence.mp3`;
  const canceled = await create('canceled', token, { url: silence, webhook_url });
  const { status } = await window.getTranscription(canceled);
  if (!isTerminal(status)) await window.cancelTranscription(canceled);
  await end(canceled);

  if (!told.edited && told.over.get(heard) === 'completed') await edit(window, heard);
  told.edited = true;

  const deleted = await create('deleted', token, { url: await upload('deleted', window) });
  if (!told.deleted.has(deleted)) await end(deleted);
  told.deleted.add(deleted);
  const { data } = await window.listTranscriptions();
  if (data.some(({ id }) => id === deleted)) await window.deleteTranscription(deleted);
  const exported = [...told.over].filter(([, status]) => status === 'completed');
  await until(async () => {
    const names = await readdir(servers.texts);
    return exported.every(([id]) => id === deleted || names.includes(`${id}.txt`));
  });
  await window.createBackup();
}

async function createUnder(
  idempotencyKey: string,
  { url, token }: Served,
  input: CreateTranscriptionInput,
): Promise<string> {
  const response = await fetch(`${url}/v1/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(input),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`Not created: ${JSON.stringify(answer)}`);
  return Transcription.parse(answer).id;
}

async function edit(client: Client, id: string): Promise<void> {
  const { revision } = await client.getTranscription(id);
  await client.editSegments(id, {
    revision,
    segments: [{ id: 0, text: 'Corrected by a person.' }],
  });
}
