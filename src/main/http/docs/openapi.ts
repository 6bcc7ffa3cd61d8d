/** The OpenAPI 3.1 description of the HTTP API, made from the table of routes and its schemas. */
import { z } from 'zod';
import type { Access, Route } from '../../../shared/routes/route.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { Transcription } from '../../../shared/transcription/transcription.ts';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './openapi-schemas.ts';

type Content = Record<string, { schema: JsonSchema }>;
type Response = { description: string; content?: Content };
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
  security: readonly Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response>;
};
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
};

export function describeApi(version: string): OpenApiDocument {
  const writer = createSchemaWriter();
  const table: [string, Route][] = Object.entries(routes);
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, route] of table) {
    const operations = paths[route.path] ?? {};
    operations[route.method] = describeRoute(name, route, writer);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Steno',
      version,
      description: 'Turns recordings into text on this machine. Times are seconds.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(table.map(([, route]) => tagOf(route.path)))].map((name) => ({ name })),
    paths,
    webhooks: { transcription: { post: describeWebhook(writer) } },
    components: {
      schemas: writer.components(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'steno_session_4717',
          description: 'Of the signed-in window; the number is that of the port.',
        },
      },
    },
  };
}

/** The window may do all that keys may. */
const KEY = { bearer: [] };
const COOKIE = { session: [] };
const SECURITY: Record<Access, Operation['security']> = {
  public: [],
  read: [KEY, COOKIE],
  write: [KEY, COOKIE],
  window: [COOKIE],
};

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
    security: SECURITY[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: describeContent(body.content, 'input', writer) },
    }),
    responses: Object.fromEntries(responses),
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
    summary: 'Sent to `webhook_url` when a transcription is completed or has failed',
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

/** `/v1/sign-in-links/{id}` belongs to `sign-in-links`. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? '';
}
