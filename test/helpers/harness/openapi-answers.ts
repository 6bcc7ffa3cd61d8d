/** Holds answers to what the OpenAPI document says of them. */
import { z } from 'zod';
import { VERSION } from '../../../src/main/core/config.ts';
import { describeApi, type Operation } from '../../../src/main/http/docs/openapi.ts';
import type { JsonSchema } from '../../../src/main/http/docs/openapi-schemas.ts';

const api = describeApi(VERSION);
const operations = Object.entries(api.paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods,
}));
const validators = new Map<JsonSchema, z.ZodType>();

/** What the document does not allow about an answer; empty where all is as it says, or it says nothing of the address. */
export function undeclaredIn(
  { method, path }: { method: string; path: string },
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): string[] {
  const operation = operationOf(method, path);
  if (!operation) return [];
  const content = contentOf(operation, status);
  if (!content) return [`${status} is not declared`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const schema = (content[type] ?? content[type.replace(/\/.*/, '/*')])?.schema;
  if (!schema) {
    return text === '' && Object.keys(content).length === 0 ? [] : [`"${type}" is not declared`];
  }
  if (type !== 'application/json') return [];
  const { error } = validatorOf(schema).safeParse(JSON.parse(text));
  return (error?.issues ?? []).map(({ path: at, message }) => `${at.join('.')}: ${message}`);
}

function operationOf(method: string, path: string): Operation | undefined {
  const address = path.split('?', 1)[0] ?? '';
  const found = operations.find(({ pattern }) => pattern.test(address));
  return found?.methods[method.toLowerCase()];
}

function contentOf({ responses }: Operation, status: number) {
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (!response) return null;
  if (!('$ref' in response)) return response.content ?? {};
  return api.components.responses[response.$ref.split('/').at(-1) ?? '']?.content ?? null;
}

/** Reads schemas from the document alone: what the service itself checks by is not asked. */
function validatorOf(schema: JsonSchema): z.ZodType {
  const known = validators.get(schema);
  if (known) return known;
  const whole = { ...schema, $defs: api.components.schemas };
  const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  const validator = z.fromJSONSchema(JSON.parse(local));
  validators.set(schema, validator);
  return validator;
}
