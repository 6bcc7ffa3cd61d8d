/** Makes requests of every operation from what the OpenAPI document says of its parameters and bodies. */
import fc from 'fast-check';
import { VERSION } from '../../../src/main/core/config.ts';
import {
  describeApi,
  type Operation,
  type Parameter,
} from '../../../src/main/http/docs/openapi.ts';
import type { JsonSchema } from '../../../src/main/http/docs/openapi-schemas.ts';
import { anyText } from '../corpus/texts-random.ts';
import { anything, bodies } from './bodies.ts';

const api = describeApi(VERSION);

export type GeneratedRequest = {
  method: string;
  /** With `{id}` and the like still in it. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

export const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** `addresses` and `folders` stand in for every address and folder, so that nothing else is asked or watched. */
export function requestsOf(
  { path, method, operation }: (typeof operations)[number],
  places: { addresses: readonly string[]; folders: readonly string[] },
): fc.Arbitrary<GeneratedRequest> {
  const make = (schema: JsonSchema, name = ''): fc.Arbitrary<unknown> => {
    if (/url|mirror/.test(name)) return fc.constantFrom(...places.addresses);
    if (/folder|path/.test(name)) return fc.constantFrom(...places.folders);
    return valueFor(schema, make);
  };
  const text = (parameter: Parameter) =>
    fc.oneof(
      { weight: 3, arbitrary: make(parameter.schema, parameter.name).map(String) },
      { weight: 1, arbitrary: anyText({ maxLength: 300 }) },
    );
  const some = (where: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === where)
          .map((parameter) => [parameter.name, text(parameter)]),
      ),
      { requiredKeys: [] },
    );
  return fc
    .record({ query: some('query'), headers: some('header'), content: contentOf(operation, make) })
    .map(({ query, headers, content }) => ({
      method: method.toUpperCase(),
      path,
      query: new URLSearchParams(query as Record<string, string>).toString(),
      headers: { ...printable(headers as Record<string, string>), ...content?.headers },
      body: content?.body ?? null,
    }));
}

type Content = { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> };

function contentOf(
  { requestBody }: Operation,
  make: (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Content | null> {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined) return fc.constant(null);
  const isJson = type === 'application/json';
  const good = isJson ? make(content.schema).map((value) => JSON.stringify(value)) : UPLOAD;
  const body = fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 1, arbitrary: bodies(isJson ? make(content.schema) : anything) },
  );
  const right = type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type;
  const given = fc.oneof(
    { weight: 19, arbitrary: fc.constant(right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/json', 'multipart/form-data'),
    },
  );
  return fc.record({ body, headers: given.map((value) => ({ 'content-type': value })) });
}

const BOUNDARY = 'steno';
const UPLOAD = fc
  .string({ maxLength: 200 })
  .map(
    (text) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`,
  );

/** A value that the schema allows, or nearly; patterns and formats are met by chance alone. */
function valueFor(
  schema: JsonSchema,
  make: (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { $ref, enum: values, anyOf, type } = schema;
  if ($ref)
    return fc
      .constant(null)
      .chain(() => make(api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map((one) => make(one as JsonSchema)));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => make({ ...schema, type: one } as JsonSchema)));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true });
    case 'string':
      return stringOf(schema);
    case 'array': {
      const most = Math.min(5, schema.maxItems ?? 5);
      return fc.array(make(schema.items as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: most,
      });
    }
    case 'object':
      return objectOf(schema, make);
    default:
      return anything;
  }
}

function stringOf({ format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const length = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 50, 400) };
  const words = ['en', 'de', 'demo', 'talk', 'id', 'newest', 'completed'];
  return fc.oneof(
    { weight: 2, arbitrary: fc.string(length) },
    { weight: 1, arbitrary: anyText(length) },
    { weight: 2, arbitrary: fc.constantFrom(...words) },
  );
}

function objectOf(
  { properties, required, additionalProperties }: JsonSchema,
  make: (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (!properties) {
    const value =
      typeof additionalProperties === 'object'
        ? make(additionalProperties as JsonSchema)
        : anything;
    return fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: 5 });
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, make(field as JsonSchema, name)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(required ?? [])] });
}

/** Other characters cannot be sent in a header. */
function printable(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e]/g, '?')]),
  );
}
