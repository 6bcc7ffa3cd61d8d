import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../../src/shared/routes/route.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { TrackChoice } from '../../../src/shared/transcription/tracks.ts';
import { UpdateTranscription } from '../../../src/shared/transcription/update-transcription.ts';
import { parseWorded } from '../../../src/shared/validation-messages.ts';

const said = (schema: z.ZodType, value: unknown) => parseWorded(schema, value).problem?.message;

const SHAPES = z.union([
  z.strictObject({ words: z.array(z.object({ at: z.int().max(9) })) }),
  z.strictObject({ text: z.string() }),
]);

test.each<[string, z.ZodType, unknown, string]>([
  ['a text', z.string(), 7, 'must be text'],
  ['a number', z.coerce.number(), 'many', 'must be a number'],
  ['a whole number', z.int(), 1.5, 'must be a whole number'],
  ['a switch', z.boolean(), 'yes', 'must be true or false'],
  ['a list', z.array(z.int()), 'a, b', 'must be a list'],
  ['an object', z.object({}), [], 'must be an object'],
  ['a date of JavaScript', z.date(), 'today', 'must be a value of the type date'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'must be at most 2,000 characters'],
  ['a short text', z.string().min(3), 'ab', 'must be at least 3 characters'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a text of one length', z.string().length(1), 'ab', 'must be exactly 1 character'],
  ['a long list', z.array(z.int()).max(2), [1, 2, 3], 'must have at most 2 items'],
  ['an empty list', z.array(z.int()).min(1), [], 'must not be empty'],
  ['a number too large', z.number().max(5), 6, 'must be at most 5'],
  ['a number that no computer counts with', z.int().max(5), 1e30, 'must be at most 5'],
  ['a number not below', z.number().lt(5), 5, 'must be less than 5'],
  ['a number too small', z.number().min(0), -1, 'must be at least 0'],
  ['a number not above', z.number().positive(), 0, 'must be more than 0'],
  ['none of some', z.enum(['txt', 'md']), 'doc', 'must be one of txt, md'],
  ['not the only one', z.literal(true), false, 'must be true'],
  ['an address', z.url(), 'here', 'must be an address such as https://example.com/'],
  ['a time', z.iso.datetime(), 'noon', 'must be a date and time such as 2026-05-04T09:30:00Z'],
  ['a UUID', z.uuid(), '1', 'must be a UUID'],
  ['a beginning', z.string().startsWith('s3:'), 'x', 'must begin with s3:'],
  ['an end', z.string().endsWith('.mp3'), 'x', 'must end with .mp3'],
  ['a part', z.string().includes('@'), 'x', 'must contain @'],
  ['a pattern without words', z.string().regex(/^a$/), 'x', 'is not written as it should be'],
  ['a step', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  ['a rule without words', z.string().refine(() => false), 'x', 'is not valid'],
  [
    'a rule with words',
    z.string().refine(() => false, 'must be one line'),
    'x',
    'must be one line',
  ],
  [
    'a name in a table',
    z.record(z.string().max(2), z.int()),
    { eng: 1 },
    'is a name that must be at most 2 characters',
  ],
  ['a key', z.map(z.string(), z.int()), new Map([[{}, 1]]), 'is a name that must be text'],
  ['an element', z.map(z.any(), z.int()), new Map([[{}, 'b']]), 'has a value that must be a whole'],
  ['either', z.union([z.int(), z.enum(['all'])]), 'x', 'must be a whole number, or all'],
  ['either, with words', TrackChoice, 'x', 'must be the number of a track, mix or speakers'],
  [
    'a kind of several',
    z.object({ kind: z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]) }),
    { kind: { type: 'b' } },
    'must be one of a',
  ],
  ['the shape that is nearest', SHAPES, { words: [{ at: 10 }] }, 'words.0.at must be at most 9.'],
])('%s', (_what, schema, value, sentence) => {
  expect(said(schema, value)).toContain(sentence);
});

describe('a sentence', () => {
  const title = (value: unknown) => parseWorded(UpdateTranscription, { title: value }).problem;

  test('begins with the name of the value and ends with its limit', () => {
    expect(title('x'.repeat(201))).toEqual({
      about: 'wrong',
      param: 'title',
      message: 'title must be at most 200 characters.',
    });
    expect(title('two\nlines')?.message).toBe('title must be one line.');
    expect(said(UpdateTranscription, {})).toBe('The request must name something to change.');
    expect(said(UpdateTranscription, { tags: ['a', 'b,c'] })).toBe('tags.1 must have no comma.');
  });

  test('tells what is missing from what is wrong, and what does not exist before both', () => {
    const schema = z.strictObject({ url: z.string(), inner: z.strictObject({}).optional() });
    expect(said(schema, {})).toBe('url is missing.');
    expect(said(schema, { url: null })).toBe('url must be text.');
    expect(parseWorded(schema, { URL: 'x' }).problem).toEqual({
      about: 'unknown',
      param: 'URL',
      message: 'There is no field "URL".',
    });
    expect(said(schema, { url: 'x', inner: { a: 1 } })).toBe('There is no field "inner.a".');
  });
});

const WRONG = [null, true, -1, 1e99, 1.5, '', 'x'.repeat(9999), 'a\nb', [], ['', -1], {}, { x: 1 }];

test('whatever is asked for, no word of it is a library’s', () => {
  const schemas = Object.values(routes).flatMap(({ request }: Route) => [
    request?.query,
    ...Object.values(request?.body?.content ?? {}).map(({ schema }) => schema),
  ]);
  const sentences = schemas.flatMap((schema) => {
    if (!(schema instanceof z.ZodObject)) return [];
    return Object.keys(schema.shape).flatMap((field) =>
      WRONG.map((value) => said(schema, { [field]: value })),
    );
  });
  const real = sentences.filter((sentence) => sentence !== undefined);
  expect(real.length).toBeGreaterThan(500);
  for (const sentence of real) {
    expect(sentence).toMatch(/^(?:There is no field ".+"|.+ (?:must|is|has|needs) .+)\.$/s);
    expect(sentence).not.toMatch(/: expected|received|Invalid|Too (?:big|small)|[<>]=|\.\.$/);
  }
});
