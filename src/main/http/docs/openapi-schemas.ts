import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Turns zod schemas into JSON Schema; those with an id are gathered as components and referred to. */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {};

  return {
    /** `input` is what a caller sends, before defaults; `output` what the service answers. */
    write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
      // Wrapped, so that a schema with an id is a reference here as well.
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
  // Answers may gain fields; only what is sent is held to the letter.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says it; the expression is zod's own.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

/** From where zod puts definitions to where OpenAPI has them. */
function relocate(schema: JsonSchema): JsonSchema {
  const { id: _, ...rest } = schema;
  const moved: JsonSchema = JSON.parse(
    JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return moved;
}
