import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Converts zod schemas to JSON Schema; schemas with an id become components and are referenced. */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {};

  return {
    /** `input` is what a caller sends, before defaults; `output` is what the service returns. */
    write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
      // Wrapped in an object, so that a schema with an id becomes a reference here too.
      const { $defs, properties } = z.toJSONSchema(z.object({ schema }), {
        io,
        override: ({ jsonSchema }) => simplify(jsonSchema, io),
      });
      for (const [id, definition] of Object.entries($defs ?? {})) {
        components[id] = relocate(definition);
      }
      const written = properties?.['schema'];
      return typeof written === 'object' ? relocate(written) : {};
    },

    components: (): Record<string, JsonSchema> =>
      Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  // Responses may gain fields; only requests are strict.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The format states it; the pattern is zod's implementation.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

/** Moves references from zod's location of definitions to OpenAPI's. */
function relocate(schema: JsonSchema): JsonSchema {
  const { id: _, ...rest } = schema;
  const moved: JsonSchema = JSON.parse(
    JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return moved;
}
