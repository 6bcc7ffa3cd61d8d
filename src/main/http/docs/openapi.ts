/** The OpenAPI 3.1 description of the HTTP API, generated from the routes table and its schemas. */
import { z } from 'zod';
import { ErrorBody } from '../../../shared/error-body.ts';
import { AudioError } from '../../../shared/openai-audio.ts';
import type { Access, Route } from '../../../shared/routes/route.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { Transcription } from '../../../shared/transcription/transcription.ts';
import { DEFAULT_PORT } from '../../core/config.ts';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './openapi-schemas.ts';

type Content = Record<string, { schema: JsonSchema }>;
type Response = { description: string; content?: Content };
type Reference = { $ref: string };
type Server = {
  url: string;
  description: string;
  variables?: Record<string, { default: string; description: string }>;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: readonly Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
};
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: Server[];
  tags: { name: string; description: string | undefined }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, unknown>;
  };
};

type Address = { url: string; port: number };

/** What the document says of every service; made once, since an agent reads the document page by page. */
let known: Described | null = null;
type Described = Pick<OpenApiDocument, 'tags' | 'paths' | 'webhooks'> &
  Pick<OpenApiDocument['components'], 'schemas' | 'responses'>;

/** The whole document, for a service at an address or for any service. */
export function describeApi(version: string, address: Address | null = null): OpenApiDocument {
  known ??= describeRoutes();
  const { tags, paths, webhooks, responses, schemas } = known;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Steno',
      version,
      description: 'Turns recordings into text on this machine. Times are seconds.',
      contact: { name: 'The Steno authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [address ? { url: address.url, description: 'This service.' } : ANY_SERVER],
    tags,
    paths,
    webhooks,
    components: {
      responses,
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `steno_session_${address?.port ?? DEFAULT_PORT}`,
          description: 'Of the signed-in window; the number is that of the port.',
        },
      },
    },
  };
}

function describeRoutes(): Described {
  const writer = createSchemaWriter();
  const table: [string, Route][] = Object.entries(routes);
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, route] of table) {
    const operations = paths[route.path] ?? {};
    operations[route.method] = describeRoute(name, route, writer);
    paths[route.path] = operations;
  }
  const described = {
    tags: [...new Set(table.map(([, route]) => tagOf(route.path)))].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths,
    webhooks: { transcription: { post: describeWebhook(writer) } },
    responses: {
      Refused: describeFailure('The request was refused; `error.code` says why.', writer),
      Failed: describeFailure('Steno could not do it; `error.code` says why.', writer),
    },
  };
  return { ...described, schemas: writer.components() };
}

const ANY_SERVER: Server = {
  url: 'http://127.0.0.1:{port}',
  description: 'Steno on this machine.',
  variables: { port: { default: String(DEFAULT_PORT), description: 'As `--port` says.' } },
};

/** The window may do everything keys may. */
const KEY = { bearer: [] };
const COOKIE = { session: [] };
const SECURITY: Record<Access, Operation['security']> = {
  public: [],
  read: [KEY, COOKIE],
  write: [KEY, COOKIE],
  'read-all': [KEY, COOKIE],
  all: [KEY, COOKIE],
  worker: [KEY, COOKIE],
  window: [COOKIE],
};

/** Errors of any operation: both ranges, since client generators handle those better than `default`. */
const FAILURES: Record<string, Reference> = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Failed' },
};

function describeFailures({ errors }: Route, writer: SchemaWriter) {
  if (errors === undefined) return FAILURES;
  return {
    '4XX': describeFailure('The request was refused.', writer, AudioError),
    '5XX': describeFailure('Steno could not do it.', writer, AudioError),
  };
}

function describeFailure(
  description: string,
  writer: SchemaWriter,
  schema: z.ZodType = ErrorBody,
): Response {
  return {
    description,
    content: { 'application/json': { schema: writer.write(schema, 'output') } },
  };
}

function describeRoute(name: string, route: Route, writer: SchemaWriter): Operation {
  const { params, query, headers, body } = route.request ?? {};
  const parameters = [
    ...describeParameters('path', params, writer),
    ...describeParameters('query', query, writer),
    ...describeParameters('header', headers, writer),
  ];
  const responses = Object.entries(route.responses).map(([status, { description, content }]) => [
    status,
    { description, ...(content && { content: describeContent(content, 'output', writer) }) },
  ]);
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary: route.summary,
    description: route.description,
    security: SECURITY[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: describeContent(body.content, 'input', writer) },
    }),
    responses: { ...Object.fromEntries(responses), ...describeFailures(route, writer) },
  };
}

function describeParameters(
  place: Parameter['in'],
  schema: z.ZodObject | undefined,
  writer: SchemaWriter,
): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const type = z.instanceof(z.ZodType).parse(field);
    const { description, ...written } = writer.write(type, 'input');
    return {
      name,
      in: place,
      required: !type.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema: written,
    };
  });
}

function describeContent(
  content: Record<string, { schema: z.ZodType }>,
  io: 'input' | 'output',
  writer: SchemaWriter,
): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      { schema: writer.write(schema, io) },
    ]),
  );
}

function describeWebhook(writer: SchemaWriter) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: 'transcriptionOver',
    tags: ['webhooks'],
    summary: 'Sent to `webhook_url` when a transcription is completed or has failed',
    description: 'Not signed: choose an address that nobody can guess.',
    security: [],
    parameters: [
      header('X-Service-Event', '`transcription.completed` or `transcription.failed`.'),
      header('X-Service-Delivery', 'A UUID of its own for each attempt.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writer.write(Transcription, 'output') } },
    },
    responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
  };
}

/** The tags of the endpoints, by the first path segment after the version. */
const TAGS: Readonly<Record<string, string>> = {
  health: 'Whether the service is up.',
  metrics: 'Figures for whoever watches over it.',
  transcriptions: 'Making transcriptions, following them, and taking along what was said.',
  tags: 'Words that recordings are filed under.',
  projects: 'What a recording is in, one at most, and the options it gets there.',
  'media-exports': 'Clips of recordings, and video with subtitles, as they are made.',
  queue: 'What waits to be transcribed, and in which order.',
  tasks: 'What workers ask for: windows of recordings to transcribe.',
  trash: 'What was deleted and can still be had back.',
  exports: 'Several transcripts at once.',
  voices: 'The people whose voices are known again.',
  audio: 'For programs made for OpenAI’s audio API.',
  files: 'Recordings from your own disk.',
  recordings: 'Recordings that are being made: their sound, and their text meanwhile.',
  captions: 'What is said in a recording while it is made, for who has a link.',
  search: 'Finding what was said in all recordings.',
  events: 'Changes as they happen.',
  usage: 'What was transcribed, and what it cost.',
  'sign-in-links': 'Letting a browser in.',
  keys: 'The keys that programs send.',
  sessions: 'The browsers that are signed in.',
  settings: "The person's settings.",
  llm: 'The language model that may improve structured text.',
  'watch-folder': 'The folder whose recordings are transcribed by themselves.',
  'automatic-export': 'The files that finished recordings are written as by themselves.',
  storage: 'The room that everything takes.',
  backups: 'Copies of the database.',
  losses: 'What the database has lost, and what became of it.',
  models: 'The Whisper models that transcribe.',
  machines: 'Other machines that transcribe for this service.',
  devices: 'The processor and the graphics cards that models are computed on.',
  'speaker-models': 'The models that tell voices apart.',
  webhooks: 'What is sent to your server when a transcription is over.',
  sources: 'What lies behind a link.',
  'yt-dlp': 'The program that follows links to pages and platforms.',
};

/** `/v1/sign-in-links/{id}` belongs to `sign-in-links`. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? '';
}
