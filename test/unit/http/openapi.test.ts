import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withErrorTable } from '../../../scripts/error-table.ts';
import { VERSION } from '../../../src/main/core/config.ts';
import { describeApi } from '../../../src/main/http/docs/openapi.ts';
import { writeReference } from '../../../src/main/http/docs/openapi-reference.ts';
import { ERROR_CODES } from '../../../src/shared/error-catalogue.ts';
import { EXPORT_TYPES } from '../../../src/shared/exports/export-options.ts';
import { routes } from '../../../src/shared/routes/routes.ts';

const api = describeApi(VERSION);
const text = JSON.stringify(api, null, 2);

describe('the OpenAPI document', () => {
  test('is the one in the repository (node scripts/openapi.ts writes it)', () => {
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(`${text}\n`);
  });

  test('comes with a row for every error in the page of the API (the same script writes it)', () => {
    const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    expect(withErrorTable(page)).toBe(page);
    for (const code of ERROR_CODES) expect(page).toContain(`\n| \`${code}\` |`);
  });

  test('describes every route, with an operation of its own', () => {
    for (const [name, { method, path, summary }] of Object.entries(routes)) {
      expect(api.paths[path]?.[method]).toMatchObject({ operationId: name, summary });
    }
  });

  test('says of every operation how it fails, and of every tag what it is about', () => {
    for (const operation of Object.values(api.paths).flatMap((methods) => Object.values(methods))) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']));
      expect(operation.description).toMatch(/^[A-Z`].*\.$/);
      expect(operation.summary).not.toMatch(/\.$/);
    }
    for (const { name, description } of api.tags) expect(description, name).toMatch(/\.$/);
    for (const { content } of Object.values(api.components.responses)) {
      expect(content).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      });
    }
  });

  test('tells the formats of an export apart', () => {
    expect(api.paths['/v1/transcriptions/{id}/export']?.['get']?.responses['200']).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/ExportedTranscription' } },
        'text/csv': { schema: { type: 'string' } },
        [EXPORT_TYPES.docx]: { schema: { type: 'string', format: 'binary' } },
      },
    });
  });

  test('refers only to objects it defines', () => {
    const referred = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id);
    expect(referred.length).toBeGreaterThan(20);
    const undefinedOnes = referred.filter((id) => !Object.hasOwn(api.components.schemas, `${id}`));
    expect(undefinedOnes).toEqual([]);
    expect(text).not.toContain('$defs');
  });

  test('says what may be null', () => {
    expect(api.components.schemas['Transcription']?.properties?.['error']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/TranscriptionError' }, { type: 'null' }],
    });
  });

  test('lets a request leave out what has a default, and an answer not', () => {
    expect(api.components.schemas['CreateTranscription']?.required).toEqual(['url']);
    expect(api.components.schemas['Transcription']?.required).toContain('metadata');
  });

  test('has the upload, the live events, the key and the webhook', () => {
    expect(api.paths['/v1/files']?.['post']?.requestBody?.content).toHaveProperty([
      'multipart/form-data',
    ]);
    expect(api.paths['/v1/events']?.['get']?.responses['200']).toHaveProperty([
      'content',
      'text/event-stream',
    ]);
    expect(api.paths['/v1/transcriptions']?.['post']?.security).toEqual([
      { bearer: [] },
      { session: [] },
    ]);
    expect(api.paths['/health']?.['get']?.security).toEqual([]);
    expect(api.webhooks).toHaveProperty('transcription');
  });

  test('becomes a reference that names every operation and object', () => {
    const reference = writeReference(api);
    for (const { method, path } of Object.values(routes)) {
      expect(reference).toContain(`## ${method.toUpperCase()} ${path}\n`);
    }
    for (const name of Object.keys(api.components.schemas)) {
      expect(reference).toContain(`## ${name}\n`);
    }
    expect(reference).not.toMatch(/undefined|\[object/);
  });
});
