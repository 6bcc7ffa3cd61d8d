/**
 * The typed client of the service, used by the window, the command line and the tests: the routes table as functions.
 * `client.name(…path parameters, body or query, options)` sends the request, parses the response, and throws errors of
 * the service as `ApiError`.
 */
import { parse } from 'content-disposition';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { CaptionsEvent } from './captions.ts';
import { ErrorBody } from './error-body.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { ExportInput, ExportManyInput } from './exports/export-options.ts';
import type { ClipInput } from './exports/media-export.ts';
import { Model } from './models/models.ts';
import { SpeakerModel } from './models/speaker-models.ts';
import { parseJson } from './parse-json.ts';
import { PieceAcknowledgement, type PieceQuery } from './recordings.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { ServerEvent } from './server-event.ts';
import { UploadedFile } from './sources/uploaded-file.ts';
import { type CreateTranscriptionInput, Transcription } from './transcription/transcription.ts';

/** An error response, with its code and a message for the user. */
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

type ClientOptions = {
  /** Such as `http://127.0.0.1:4717`; empty in a page served by the service itself. */
  baseUrl: string;
  /** An API key; left out when a cookie signs in. */
  key?: string;
  fetch?: typeof fetch;
  /** The schema for transcriptions with their text. */
  transcription?: z.ZodType<Transcription>;
};

/** With `keepalive` a request is sent even if the page is being closed. */
type CallOptions = {
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
  headers?: Readonly<Record<string, string>>;
};

export type ListenOptions = {
  /** The last event received: later events are sent first, or `reload` if it is no longer known. */
  lastEventId?: string | undefined;
  /** Called when the connection is open; there may be no events yet. */
  onOpen?: () => void;
};

type Routes = typeof routes;
type InJson<Schema> = { content: { 'application/json': { schema: Schema } } };

/** The parameter names of a path, as the types of the arguments that replace them. */
type PathArguments<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [parameter: string | number, ...PathArguments<Rest>]
  : [];

/** A query's values as parsed: numbers, lists and booleans, which are text in the URL. */
type Query<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]: Name extends keyof z.output<Schema>
    ? Readonly<z.output<Schema>[Name]> | undefined
    : never;
};
type Input<Request> = Request extends { body: InJson<infer Body extends z.ZodType> }
  ? [body: z.input<Body>]
  : Request extends { query: infer Search extends z.ZodType }
    ? [query?: Query<Search>]
    : [];
type Output<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202
    ? Responses[Status] extends InJson<infer Answer extends z.ZodType>
      ? z.output<Answer>
      : never
    : never;
}[keyof Responses];
type Answer<Responses> = [Output<Responses>] extends [never] ? undefined : Output<Responses>;
type Call<Entry extends Route> = (
  ...given: [...PathArguments<Entry['path']>, ...Input<Entry['request']>, options?: CallOptions]
) => Promise<Answer<Entry['responses']>>;

/** Endpoints that return JSON or nothing; the others are in `special`. */
type AnswersJson = Record<200 | 201 | 202, InJson<z.ZodType>> & Record<204, unknown>;
type Plain = {
  [Name in keyof Routes as Routes[Name]['responses'] extends Partial<AnswersJson>
    ? Name
    : never]: Call<Routes[Name]>;
};

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const request = createRequest(options);
  const checked = options.transcription ?? Transcription;
  const plain = Object.fromEntries(
    Object.entries<Route>(routes).map(([name, route]) => [name, call(request, route, checked)]),
  ) as Plain;
  return { ...plain, ...special(request) };
}

type Request = (
  method: string,
  path: string,
  init?: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined; json?: unknown },
) => Promise<Response>;

function createRequest({ baseUrl, key, fetch: send = fetch }: ClientOptions): Request {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  return async (method, path, { json, signal, ...init } = {}) => {
    const content =
      json === undefined
        ? {}
        : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
    const response = await send(baseUrl + path, {
      ...init,
      ...content,
      method,
      signal: signal ?? null,
      headers: { ...authorization, ...content.headers, ...(init.headers as typeof authorization) },
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  };
}

/** Calls one endpoint that accepts and returns JSON. */
function call(request: Request, route: Route, transcription: z.ZodType) {
  const names = route.path.match(/\{\w+\}/g) ?? [];
  const takesJson = Boolean(route.request?.body?.content['application/json']);
  const takes = takesJson || Boolean(route.request?.query);
  const answer = answerOf(route, transcription);
  return async (...given: unknown[]): Promise<unknown> => {
    const parameters = given.splice(0, names.length);
    const input = takes ? given.shift() : undefined;
    const path = withParameters(route.path, parameters) + (takesJson ? '' : queryOf(input));
    const init = (given.shift() ?? {}) as CallOptions;
    const response = await request(
      route.method.toUpperCase(),
      path,
      takesJson ? { ...init, json: input } : init,
    );
    return answer ? answer.parse(await response.json()) : undefined;
  };
}

function answerOf(route: Route, transcription: z.ZodType): z.ZodType | undefined {
  const success = route.responses[200] ?? route.responses[201] ?? route.responses[202];
  const schema = success?.content?.['application/json']?.schema;
  return schema === Transcription && route.method === 'get' ? transcription : schema;
}

function withParameters(path: string, parameters: readonly unknown[]): string {
  const left = [...parameters];
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(left.shift())));
}

/** The query string with its `?`; undefined values are left out, and lists are joined with commas. */
function queryOf(input: unknown): string {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const texts = given.map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(texts)}`;
}

/** Streams, bytes and forms, and responses of which more than the body matters. */
function special(request: Request) {
  async function* listen(path: string, signal: AbortSignal, options: ListenOptions) {
    const { lastEventId, onOpen } = options;
    const init = lastEventId === undefined ? {} : { headers: { 'last-event-id': lastEventId } };
    const response = await request('GET', path, { signal, ...init });
    onOpen?.();
    for await (const { id, data } of readEvents(response)) {
      yield { id, event: ServerEvent.parse(JSON.parse(data)) };
    }
  }
  const sendModel =
    <Schema extends z.ZodType>(path: string, schema: Schema) =>
    async (file: Blob, query: ImportQuery): Promise<z.output<Schema>> => {
      const headers = { 'content-type': 'application/octet-stream' };
      const response = await request('POST', path + queryOf(query), { body: file, headers });
      return schema.parse(await response.json());
    };

  return {
    /** Creates one unless an equal one exists: then `found` is true and nothing is created. */
    createOrFindTranscription: async (input: CreateTranscriptionInput) => {
      const json = { ...input, reuse: true };
      const response = await request('POST', routes.createTranscription.path, { json });
      const transcription = Transcription.parse(await response.json());
      return { transcription, found: response.status === 200 };
    },
    /** The transcription as a file, with its suggested name. */
    exportTranscription: async (id: string, options: ExportInput) => {
      const path = withParameters(routes.exportTranscription.path, [id]);
      const response = await request('GET', path + queryOf(options));
      return { filename: fileNameOf(response), file: await response.blob() };
    },
    /** A part of the recording, made while this waits. */
    getClip: async (id: string, query: ClipInput, signal?: AbortSignal) => {
      const path = withParameters(routes.getClip.path, [id]) + queryOf(query);
      return toFile(await request('GET', path, { signal }));
    },
    getMediaExportFile: async (id: string, signal?: AbortSignal) => {
      const path = withParameters(routes.getMediaExportFile.path, [id]);
      return toFile(await request('GET', path, { signal }));
    },
    exportTranscriptions: async (input: ExportManyInput, signal?: AbortSignal): Promise<Blob> => {
      const init = { json: input, signal };
      return (await request('POST', routes.exportTranscriptions.path, init)).blob();
    },
    /** The waveform of the recording: one byte per eighth of a second. */
    getWaveform: async (id: string): Promise<Uint8Array> => {
      const response = await request('GET', withParameters(routes.getWaveform.path, [id]));
      return new Uint8Array(await response.arrayBuffer());
    },
    /** Uploads a file; pass the response's `url` to `createTranscription`. */
    uploadFile: async (file: Blob, filename: string, signal?: AbortSignal) => {
      const body = new FormData();
      // Forms have no way to write some of these characters.
      body.set('file', file, filename.replaceAll(/\p{Cc}/gu, ''));
      const response = await request('POST', routes.uploadFile.path, { body, signal });
      return UploadedFile.parse(await response.json());
    },
    /** Sends a piece of a recording that is being made; it is on the disk when this resolves. */
    putPiece: async (
      id: string,
      number: number,
      samples: Uint8Array<ArrayBuffer>,
      { signal, ...query }: PieceQuery & { signal?: AbortSignal } = {},
    ) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const path = withParameters(routes.putPiece.path, [id, number]) + queryOf(query);
      const response = await request('PUT', path, { body: samples, headers, signal });
      return PieceAcknowledgement.parse(await response.json());
    },
    /** How a recording that is being made stands, and its text, until it is over. */
    recordingEvents: (id: string, signal: AbortSignal, options: ListenOptions = {}) =>
      listen(withParameters(routes.recordingEvents.path, [id]), signal, options),
    /** The text of a recording that is being made, by the code of a link to its captions. */
    async *captions(code: string, signal: AbortSignal, onOpen: () => void) {
      const path = withParameters(routes.captionEvents.path, [code]);
      const response = await request('GET', path, { signal });
      onOpen();
      for await (const { data } of readEvents(response))
        yield CaptionsEvent.parse(JSON.parse(data));
    },
    importModel: sendModel(routes.importModel.path, Model),
    importSpeakerModel: sendModel(routes.importSpeakerModel.path, SpeakerModel),
    /** Live events until the signal aborts or the connection ends; the caller reconnects. */
    events: (signal: AbortSignal, options: ListenOptions = {}) =>
      listen(routes.events.path, signal, options),
    /** The current state of a transcription, then its changes until it ends. */
    transcriptionEvents: (id: string, signal: AbortSignal, options: ListenOptions = {}) =>
      listen(withParameters(routes.transcriptionEvents.path, [id]), signal, options),
  };
}

/** A file as it arrives, for what may be too large for memory, and its name. */
function toFile(response: Response) {
  if (!response.body) throw new Error('The service sent no file.');
  return { filename: fileNameOf(response), body: response.body };
}

function fileNameOf(response: Response): string {
  const { filename } = parse(response.headers.get('content-disposition') ?? '').parameters;
  if (filename === undefined) throw new Error('The service sent a file without a name.');
  return filename;
}

/** The file name of an added model, the name it gets, and whether the user vouches for it. */
type ImportQuery = { filename: string; name?: string; confirmed?: boolean };

/** The messages of an event stream; EventSource cannot send a key. Comments are skipped. */
export async function* readEvents(response: Response) {
  if (!response.body) return;
  const text = response.body.pipeThrough(new TextDecoderStream());
  const reader = text.pipeThrough(new EventSourceParserStream()).getReader();
  // Not `for await`: Safari's streams have none.
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield { id: value.id ?? '', data: value.data };
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The text at a URL of a result, such as its subtitles; these URLs contain their own token. */
export async function downloadText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw await toApiError(response);
  return response.text();
}

async function toApiError(response: Response): Promise<Error> {
  const text = await response.text();
  const body = ErrorBody.safeParse(parseJson(text));
  return body.success
    ? new ApiError(response.status, body.data)
    : new Error(`The service answered ${response.status}.`);
}
