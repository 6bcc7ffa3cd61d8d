import { readdir, rm, stat } from 'node:fs/promises';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { ModelDownload } from '../../../shared/models/models.ts';
import { AppError } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';

export type Downloadable = { name: string; bytes: number; sha256: string };

/** What downloads need from the rest of the program. */
export type ModelDownloadPorts = {
  /** Where files are stored until they are complete and verified; nothing here is ever loaded. */
  incoming: string;
  list(): Promise<{ name: string }[]>;
  /** The download addresses; the next one is tried when one does not have the file. */
  addresses(model: Downloadable): Promise<string[]>;
  /** Verifies the bytes and installs the file. @throws model_altered, model_invalid, model_exists */
  install(file: string, model: Downloadable, signal: AbortSignal): Promise<unknown>;
  /** Resumes where an earlier attempt stopped: partial data is stored next to the destination as `.part`. */
  fetch(options: {
    url: string;
    destination: string;
    bytes: number;
    signal: AbortSignal;
    onProgress: (receivedBytes: number) => void;
  }): Promise<void>;
};

const EXTENSION = '.bin';
const PART = '.bin.part';
/** Often enough for a smooth progress bar. */
const REPORT_MS = 300;
const ELSEWHERE = 'Check the address that models are downloaded from.';
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  source_unreachable: `The server that keeps the models could not be reached. Check your connection. ${ELSEWHERE}`,
  source_timeout: 'The server that keeps the models sent nothing for too long. Try again.',
  source_too_slow: 'The model did not arrive within a day. Try again to go on where it stopped.',
  source_not_found: `The server has no such model. ${ELSEWHERE}`,
  source_is_web_page: `The server sent a web page instead of the model. ${ELSEWHERE}`,
  source_too_large: `The server sent more than the model has. ${ELSEWHERE}`,
  source_incomplete: 'Only part of the model arrived. Try again.',
  blocked_address: `Steno does not download from this address. ${ELSEWHERE}`,
};
const OWN_SENTENCE: ReadonlySet<ErrorCode> = new Set([
  'data_folder_away',
  'disk_failed',
  'disk_full',
  'engine_missing',
  'model_altered',
  'model_exists',
  'model_invalid',
]);

type Running = { controller: AbortController; ended: Promise<void> };

export type ModelDownloadService = ReturnType<typeof createModelDownloadService>;

/** Downloads of catalogue models: they can be paused, resume after a restart, and end as an installed model. */
export function createModelDownloadService(
  { events, clock, dataFolder }: Pick<Core, 'events' | 'clock' | 'dataFolder'>,
  { ports, catalogue }: { ports: ModelDownloadPorts; catalogue: readonly Downloadable[] },
) {
  const known = new Map<string, ModelDownload>();
  const running = new Map<string, Running>();
  const find = (name: string) => catalogue.find((model) => model.name === name);
  const fileOf = (name: string) => ownFile(ports.incoming, name + EXTENSION);

  const report = (download: ModelDownload): ModelDownload => {
    known.set(download.name, download);
    events.emit({ type: 'model_download', download });
    return download;
  };

  const arrive = async (model: Downloadable, signal: AbortSignal): Promise<void> => {
    const { bytes } = model;
    const destination = fileOf(model.name);
    let reportedAt = clock.mono();
    let percent = 0;
    if ((await sizeOf(destination)) === 0) {
      const onProgress = (received: number) => {
        const now = Math.floor((received / bytes) * 100);
        if (now === percent && clock.mono() - reportedAt < REPORT_MS) return;
        [percent, reportedAt] = [now, clock.mono()];
        report(stateOf(model, 'downloading', received));
      };
      const addresses = await ports.addresses(model);
      await dataFolder.during(() =>
        firstThatHas(addresses, (url) =>
          ports.fetch({ url, destination, bytes, signal, onProgress }),
        ),
      );
    }
    report(stateOf(model, 'checking', bytes));
    await dataFolder.during(() => ports.install(destination, model, signal));
  };

  const run = async (model: Downloadable, signal: AbortSignal): Promise<void> => {
    try {
      await arrive(model, signal);
      known.delete(model.name);
      events.emit({ type: 'models' });
    } catch (thrown) {
      const received = await receivedBytes(fileOf(model.name));
      if (signal.aborted) report(stateOf(model, 'paused', received));
      else report({ ...stateOf(model, 'failed', received), error: explain(thrown) });
    } finally {
      running.delete(model.name);
    }
  };

  const halt = async (name: string): Promise<void> => {
    const download = running.get(name);
    download?.controller.abort();
    await download?.ended;
  };

  /** Includes those that an earlier run left unfinished. */
  const list = async (): Promise<ModelDownload[]> => {
    const left = (await readdir(ports.incoming).catch(() => [])).filter((n) => n.endsWith(PART));
    for (const name of left.map((file) => file.slice(0, -PART.length))) {
      const model = find(name);
      if (!model || known.has(name)) continue;
      known.set(name, stateOf(model, 'paused', await receivedBytes(fileOf(name))));
    }
    return [...known.values()];
  };

  return {
    list,

    /** Starts or resumes a download. @throws not_found, model_exists */
    async start(name: string): Promise<ModelDownload> {
      const model = find(name);
      if (!model) throw notInCatalogue(name);
      if ((await ports.list()).some((installed) => installed.name === name)) {
        throw new AppError('model_exists', {
          message: `The model "${name}" is installed already.`,
        });
      }
      await dataFolder.require();
      const received = await receivedBytes(fileOf(name));
      // Nothing is waited for between looking and starting: of two requests at once one starts it.
      const current = known.get(name);
      if (running.has(name) && current) return current;
      const controller = new AbortController();
      const download = report(stateOf(model, 'downloading', received));
      running.set(name, { controller, ended: run(model, controller.signal) });
      return download;
    },

    /** Keeps the data received so far. @throws not_found */
    async pause(name: string): Promise<ModelDownload> {
      await halt(name);
      const download = (await list()).find((one) => one.name === name);
      if (!download) throw notDownloading(name);
      return download;
    },

    /** Aborts the download and deletes its data. @throws not_found */
    async cancel(name: string): Promise<void> {
      await halt(name);
      if (!(await list()).some((one) => one.name === name)) throw notDownloading(name);
      known.delete(name);
      const file = fileOf(name);
      for (const ending of ['', '.part', '.part.json']) await rm(file + ending, { force: true });
      events.emit({ type: 'models' });
    },

    /** Pauses all downloads when the service stops. */
    async stop(): Promise<void> {
      await Promise.all([...running.keys()].map(halt));
    },
  };
}

/** Tries one address after another until one has the file. */
async function firstThatHas(
  addresses: readonly string[],
  fetch: (url: string) => Promise<void>,
): Promise<void> {
  for (const url of addresses) {
    try {
      return await fetch(url);
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'source_not_found';
      if (!isMissing || url === addresses.at(-1)) throw error;
    }
  }
}

function notInCatalogue(name: string): AppError {
  return new AppError('not_found', {
    message: `The catalogue has no model named "${name}". "steno models catalogue" shows those there are.`,
  });
}

function notDownloading(name: string): AppError {
  return new AppError('not_found', { message: `The model "${name}" is not being downloaded.` });
}

function stateOf(
  { name, bytes }: Downloadable,
  state: ModelDownload['state'],
  received: number,
): ModelDownload {
  return { name, state, received_bytes: Math.min(received, bytes), bytes, error: null };
}

/** The fetch errors are worded for recordings; models get their own messages. */
function explain(thrown: unknown): ModelDownload['error'] {
  const { code, message } = toAppError(thrown);
  if (OWN_SENTENCE.has(code)) return { code, message };
  const failed = new AppError('model_download_failed');
  return { code: failed.code, message: SENTENCES[code] ?? failed.message };
}

async function receivedBytes(file: string): Promise<number> {
  const [whole, part] = await Promise.all([sizeOf(file), sizeOf(`${file}.part`)]);
  return whole || part;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
