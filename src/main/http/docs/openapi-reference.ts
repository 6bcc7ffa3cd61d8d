/** The OpenAPI description as Markdown, for developers and coding agents. */
import type { OpenApiDocument, Operation } from './openapi.ts';
import type { JsonSchema } from './openapi-schemas.ts';

/**
 * Every operation with its parameters and responses, then the objects they use. With `part`, only operations with it in
 * their path; empty if there are none.
 */
export function writeReference({ paths, components }: OpenApiDocument, part = ''): string {
  const chosen = Object.entries(paths).filter(([path]) => path.includes(part));
  if (chosen.length === 0) return '';
  const operations = chosen.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => writeOperation(method, path, operation)),
  );
  const named = namesIn([chosen, components.responses], components.schemas);
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => named.has(name))
    .map(([name, schema]) => writeSchema(name, schema));
  return ['# Reference', FAILURES, ...operations, '# Objects', ...schemas].join('\n\n');
}

const FAILURES =
  'Beside the answers listed, each may be `4XX` (refused) or `5XX` (failed): Error as `application/json`.';

/** The names of all schemas that are referenced, directly or indirectly. */
function namesIn(thing: unknown, schemas: Record<string, JsonSchema>): Set<string> {
  const names = new Set<string>();
  const collect = (at: unknown): void => {
    const references = JSON.stringify(at).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ''] of references) {
      if (names.has(name)) continue;
      names.add(name);
      collect(schemas[name]);
    }
  };
  collect(thing);
  return names;
}

function writeOperation(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema, description }) => [
      `\`${name}\` (${place}${required ? ', required' : ''})`,
      typeOf(schema),
      describe(schema, description),
    ],
  );
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `Body: ${bodyOf(schema)} as \`${type}\`.`,
  );
  const answers = Object.entries(operation.responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    const bodies = Object.entries(response.content ?? {}).map(
      ([type, { schema }]) => ` ${bodyOf(schema)} as \`${type}\`.`,
    );
    return [`- \`${status}\` ${response.description}${bodies.join('')}`];
  });
  return [
    `## ${method.toUpperCase()} ${path}`,
    `${operation.summary}. ${operation.description}${needs(operation)}`,
    ...(parameters.length > 0 ? [table(['parameter', 'type', ''], parameters)] : []),
    ...body,
    answers.join('\n'),
  ].join('\n\n');
}

function needs({ security }: Operation): string {
  if (security.length === 0) return '';
  return security.some((scheme) => 'bearer' in scheme)
    ? ' Needs a key.'
    : ' For the signed-in window, not for keys.';
}

function writeSchema(name: string, schema: JsonSchema): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
    const type = typeof value === 'boolean' ? 'anything' : typeOf(value);
    const about = typeof value === 'boolean' ? '' : describe(value);
    return [`\`${field}\`${required.has(field) ? '' : ' (optional)'}`, type, about];
  });
  const body = fields.length > 0 ? table(['field', 'type', ''], fields) : `${typeOf(schema)}.`;
  return [`## ${name}`, ...(schema.description ? [schema.description] : []), body].join('\n\n');
}

function bodyOf(schema: JsonSchema): string {
  if (!schema.properties) return typeOf(schema);
  const fields = Object.keys(schema.properties).map((field) => `\`${field}\``);
  return `a form with ${fields.join(', ')}`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.properties && schema.type === 'object') return fieldsOf(schema);
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    return `list of ${typeOf(schema.items)}`;
  }
  return [schema.type ?? 'anything'].flat().join(' or ');
}

/** An object without a name, described inline. */
function fieldsOf(schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, value]) => `\`${name}\`: ${typeof value === 'boolean' ? 'anything' : typeOf(value)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

function describe(schema: JsonSchema, description = schema.description): string {
  const usual =
    schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\`.`;
  return [description, usual].filter((part) => part).join(' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
