/** The typed client of the service, used by the window, the command line and the tests. */
import type { z } from 'zod';
import {
  ApiKey,
  ApiKeyList,
  type CreateApiKeyInput,
  CreatedApiKey,
  ErrorBody,
  Health,
  SearchResults,
  ServerEvent,
  SessionList,
  SignInLink,
  UploadedFile,
  Usage,
} from './api.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { readEvents } from './event-reader.ts';
import type { ExportInput } from './exports/options.ts';
import { LlmModelList, type LlmServerInput } from './llm.ts';
import { Model, ModelCatalogue, ModelDownload, ModelList } from './models/models.ts';
import { SpeakerModel, SpeakerModelList } from './models/speaker-models.ts';
import { Settings, type SettingsPatch } from './settings.ts';
import { Quote } from './sources/quote.ts';
import { ExpandedSource } from './sources/sources.ts';
import { WatchFolder } from './sources/watch-folder.ts';
import { YtDlpStatus } from './sources/yt-dlp.ts';
import { Backup, BackupList, Storage } from './storage.ts';
import { EditedSegments, type EditSegments } from './transcription/editing.ts';
import { Voice, VoiceList } from './transcription/speakers.ts';
import {
  type CreateTranscriptionInput,
  Transcription,
  TranscriptionList,
  type TranscriptionSort,
  type TranscriptionStatus,
  TranscriptionSummary,
} from './transcription/transcription.ts';
import {
  type ListDeliveriesInput,
  WebhookEvent,
  WebhookEventDetail,
  WebhookEventList,
  WebhookSink,
  WebhookTestResult,
} from './webhooks.ts';

/** A request the service refused, with its code and a sentence for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly param: string | null;

  constructor(status: number, body: ErrorBody) {
    super(body.error.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.error.code;
    this.param = body.error.param;
  }
}

export type ClientOptions = {
  /** Such as `http://127.0.0.1:4717`; empty in a page the service itself served. */
  baseUrl: string;
  /** An API key; left out where a cookie signs in. */
  key?: string;
  fetch?: typeof fetch;
  /** What transcriptions with their text are checked by. */
  transcription?: z.ZodType<Transcription>;
};

export type ListenOptions = {
  /** The last event that was heard: what came after it is told first, or `reload` when that is not known. */
  lastEventId?: string | undefined;
  /** The service is listening to us; perhaps it has nothing to tell. */
  onOpen?: () => void;
};

/** How an added model's file is called, what it should be called, and whether the person vouches for it. */
export type ImportQuery = { filename: string; name?: string; confirmed?: boolean };

export type Client = ReturnType<typeof createClient>;

/** The HTTP API as functions; answers are parsed, and refusals thrown as `ApiError`. */
export function createClient({
  baseUrl,
  key,
  fetch: send = fetch,
  transcription = Transcription,
}: ClientOptions) {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

  const request = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await send(baseUrl + path, {
      ...init,
      method,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  };

  const parsed = async <Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
    more: RequestInit = {},
  ): Promise<z.output<Schema>> => {
    const init =
      body === undefined
        ? more
        : {
            ...more,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    return schema.parse(await (await request(method, path, init)).json());
  };

  async function* listen(path: string, signal: AbortSignal, options: ListenOptions) {
    const { lastEventId, onOpen } = options;
    const init = lastEventId === undefined ? {} : { headers: { 'last-event-id': lastEventId } };
    const response = await request('GET', path, { signal, ...init });
    onOpen?.();
    for await (const { id, data } of readEvents(response)) {
      yield { id, event: ServerEvent.parse(JSON.parse(data)) };
    }
  }

  const sendModel = async (path: string, file: Blob, query: ImportQuery): Promise<unknown> => {
    const search = new URLSearchParams({
      filename: query.filename,
      confirmed: String(query.confirmed ?? false),
      ...(query.name === undefined ? {} : { name: query.name }),
    });
    const headers = { 'content-type': 'application/octet-stream' };
    return (await request('POST', `${path}?${search}`, { body: file, headers })).json();
  };

  const delivery = (id: string) => `/v1/webhooks/deliveries/${encodeURIComponent(id)}`;
  const model = (name: string) => `/v1/models/${encodeURIComponent(name)}`;
  const one = (id: string) => `/v1/transcriptions/${encodeURIComponent(id)}`;

  return {
    health: () => parsed(Health, 'GET', '/health'),

    createTranscription: (input: CreateTranscriptionInput) =>
      parsed(Transcription, 'POST', '/v1/transcriptions', input),
    /** Creates one, unless the same was made before: then `found` is true and nothing is created. */
    createOrFindTranscription: async (input: CreateTranscriptionInput) => {
      const response = await request('POST', '/v1/transcriptions', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, reuse: true }),
      });
      const transcription = Transcription.parse(await response.json());
      return { transcription, found: response.status === 200 };
    },
    /** What it would take, by what the recording says of itself. */
    quoteTranscription: (input: CreateTranscriptionInput) =>
      parsed(Quote, 'POST', '/v1/transcriptions/quote', input),
    /** Without `words`, the list of words of each segment is empty. */
    getTranscription: (id: string, { words = true }: { words?: boolean } = {}) =>
      parsed(transcription, 'GET', words ? one(id) : `${one(id)}?words=false`),
    listTranscriptions: (
      query: {
        limit?: number;
        cursor?: string;
        status?: readonly TranscriptionStatus[];
        sort?: TranscriptionSort;
      } = {},
    ) => {
      const search = new URLSearchParams();
      if (query.limit !== undefined) search.set('limit', String(query.limit));
      if (query.cursor !== undefined) search.set('cursor', query.cursor);
      if (query.status) search.set('status', query.status.join(','));
      if (query.sort) search.set('sort', query.sort);
      return parsed(TranscriptionList, 'GET', `/v1/transcriptions?${search}`);
    },
    /** Gives it another title; `null` goes back to what the recording calls itself. */
    renameTranscription: (id: string, title: string | null) =>
      parsed(TranscriptionSummary, 'PATCH', one(id), { title }),
    cancelTranscription: (id: string) => parsed(Transcription, 'POST', `${one(id)}/cancel`),
    retryTranscription: (id: string) => parsed(Transcription, 'POST', `${one(id)}/retry`),
    deleteTranscription: async (id: string): Promise<void> => {
      await request('DELETE', one(id), { keepalive: true });
    },

    /** The transcription as a file, with the name it should get. */
    exportTranscription: async (id: string, options: ExportInput) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(options)) query.set(name, String(value));
      const response = await request('GET', `${one(id)}/export?${query}`);
      const encoded = /filename\*=UTF-8''(\S+)/.exec(
        response.headers.get('content-disposition') ?? '',
      );
      const filename = decodeURIComponent(encoded?.[1] ?? `${id}.${options.format}`);
      return { filename, file: await response.blob() };
    },
    /** Changes texts and speakers, all of them or none. With `keepalive` also while the page goes away. */
    editSegments: (
      id: string,
      edit: z.input<typeof EditSegments>,
      { keepalive = false }: { keepalive?: boolean } = {},
    ) => parsed(EditedSegments, 'PATCH', `${one(id)}/segments`, edit, { keepalive }),
    /** How loud the recording is: a byte for each eighth of a second. */
    waveform: async (id: string): Promise<Uint8Array> =>
      new Uint8Array(await (await request('GET', `${one(id)}/waveform`)).arrayBuffer()),

    /** Has the structured text made anew; `generator.pending` tells whether it still is. */
    structureAgain: (id: string) => parsed(Transcription, 'POST', `${one(id)}/structure`),

    /** Names a speaker everywhere; `null` takes the name away. */
    renameSpeaker: (id: string, speaker: number, name: string | null) =>
      parsed(Transcription, 'PATCH', `${one(id)}/speakers/${speaker}`, { name }),
    /** Labels anew, without transcribing again. */
    labelSpeakers: (id: string, expected: number | null) =>
      parsed(Transcription, 'POST', `${one(id)}/speakers`, { speakers_expected: expected }),
    listVoices: () => parsed(VoiceList, 'GET', '/v1/voices'),
    renameVoice: (id: string, name: string) =>
      parsed(Voice, 'PATCH', `/v1/voices/${encodeURIComponent(id)}`, { name }),
    forgetVoice: async (id: string): Promise<void> => {
      await request('DELETE', `/v1/voices/${encodeURIComponent(id)}`);
    },

    /** Sends a file's bytes; give the answer's `url` to `createTranscription`. */
    uploadFile: async (file: Blob, filename: string, signal?: AbortSignal) => {
      const form = new FormData();
      form.set('file', file, filename);
      const init = signal ? { body: form, signal } : { body: form };
      return UploadedFile.parse(await (await request('POST', '/v1/files', init)).json());
    },

    /** A link that signs a browser in, once. */
    createSignInLink: () => parsed(SignInLink, 'POST', '/v1/sign-in-links'),

    getUsage: () => parsed(Usage, 'GET', '/v1/usage'),
    /** Where all the words of `q` were said together. */
    search: (query: { q: string; limit?: number; cursor?: string }) => {
      const search = new URLSearchParams({ q: query.q });
      if (query.limit !== undefined) search.set('limit', String(query.limit));
      if (query.cursor !== undefined) search.set('cursor', query.cursor);
      return parsed(SearchResults, 'GET', `/v1/search?${search}`);
    },

    /** What lies behind a link to several recordings. */
    expandSource: (url: string, signal?: AbortSignal) =>
      parsed(ExpandedSource, 'POST', '/v1/sources/expand', { url }, signal ? { signal } : {}),
    getYtDlp: () => parsed(YtDlpStatus, 'GET', '/v1/yt-dlp'),
    updateYtDlp: () => parsed(YtDlpStatus, 'POST', '/v1/yt-dlp/update'),
    revertYtDlp: () => parsed(YtDlpStatus, 'POST', '/v1/yt-dlp/revert'),

    listModels: () => parsed(ModelList, 'GET', '/v1/models'),
    modelCatalogue: () => parsed(ModelCatalogue, 'GET', '/v1/models/catalogue'),
    confirmModel: (name: string) => parsed(Model, 'POST', `${model(name)}/confirm`),
    deleteModel: async (name: string): Promise<void> => {
      await request('DELETE', model(name));
    },
    downloadModel: (name: string) => parsed(ModelDownload, 'POST', `${model(name)}/download`),
    pauseModelDownload: (name: string) =>
      parsed(ModelDownload, 'POST', `${model(name)}/download/pause`),
    cancelModelDownload: async (name: string): Promise<void> => {
      await request('DELETE', `${model(name)}/download`);
    },
    listSpeakerModels: () => parsed(SpeakerModelList, 'GET', '/v1/speaker-models'),
    deleteSpeakerModel: async (name: string): Promise<void> => {
      await request('DELETE', `/v1/speaker-models/${encodeURIComponent(name)}`);
    },
    /** Sends a Whisper model's bytes. */
    importModel: async (file: Blob, query: ImportQuery) =>
      Model.parse(await sendModel('/v1/models/import', file, query)),
    /** Sends a speaker model's bytes. */
    importSpeakerModel: async (file: Blob, query: ImportQuery) =>
      SpeakerModel.parse(await sendModel('/v1/speaker-models/import', file, query)),
    storage: () => parsed(Storage, 'GET', '/v1/storage'),
    listBackups: () => parsed(BackupList, 'GET', '/v1/backups'),
    createBackup: () => parsed(Backup, 'POST', '/v1/backups'),
    deleteBackups: async (): Promise<void> => {
      await request('DELETE', '/v1/backups');
    },
    watchFolder: () => parsed(WatchFolder, 'GET', '/v1/watch-folder'),
    getSettings: () => parsed(Settings, 'GET', '/v1/settings'),
    updateSettings: (patch: SettingsPatch) => parsed(Settings, 'PATCH', '/v1/settings', patch),
    /** The models of a language model's server that is not set yet. */
    listLlmModels: (server: LlmServerInput) =>
      parsed(LlmModelList, 'POST', '/v1/llm/models', server),
    listKeys: () => parsed(ApiKeyList, 'GET', '/v1/keys'),
    createKey: (input: CreateApiKeyInput) => parsed(CreatedApiKey, 'POST', '/v1/keys', input),
    revokeKey: (id: string) => parsed(ApiKey, 'DELETE', `/v1/keys/${encodeURIComponent(id)}`),
    listSessions: () => parsed(SessionList, 'GET', '/v1/sessions'),
    /** Signs a browser out; `current` is the one that asks. */
    endSession: async (id: string): Promise<void> => {
      await request('DELETE', `/v1/sessions/${encodeURIComponent(id)}`);
    },
    endSessions: async (): Promise<void> => {
      await request('DELETE', '/v1/sessions');
    },

    /** Webhook events with their attempts, newest first. */
    listDeliveries: (query: ListDeliveriesInput = {}) => {
      const search = new URLSearchParams();
      if (query.transcription_id) search.set('transcription_id', query.transcription_id);
      if (query.limit !== undefined) search.set('limit', String(query.limit));
      if (query.cursor !== undefined) search.set('cursor', query.cursor);
      return parsed(WebhookEventList, 'GET', `/v1/webhooks/deliveries?${search}`);
    },
    getDelivery: (id: string) => parsed(WebhookEventDetail, 'GET', delivery(id)),
    redeliver: (id: string) => parsed(WebhookEvent, 'POST', `${delivery(id)}/redeliver`),
    testWebhook: (url: string) => parsed(WebhookTestResult, 'POST', '/v1/webhooks/test', { url }),
    webhookSink: () => parsed(WebhookSink, 'GET', '/v1/webhooks/sink'),

    /** Live changes until the signal aborts or the connection ends; the caller reconnects. */
    events: (signal: AbortSignal, options: ListenOptions = {}) =>
      listen('/v1/events', signal, options),
    /** How a transcription stands, then its changes to the end. */
    transcriptionEvents: (id: string, signal: AbortSignal, options: ListenOptions = {}) =>
      listen(`${one(id)}/events`, signal, options),
  };
}

/** The text at an address of a result, such as its subtitles, which carry their own token. */
export async function downloadText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw await toApiError(response);
  return response.text();
}

async function toApiError(response: Response): Promise<Error> {
  const text = await response.text();
  const body = ErrorBody.safeParse(safeJson(text));
  return body.success
    ? new ApiError(response.status, body.data)
    : new Error(`The service answered ${response.status}.`);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
