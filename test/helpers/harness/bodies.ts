/** Bodies of requests, good and bad. */
import fc from 'fast-check';
import { anyText } from '../corpus/texts-random.ts';

export const anything = fc.oneof(fc.jsonValue(), anyText(), fc.double());

/** What is nearly right, JSON with a character changed, left out or put in, any JSON, and what is none. */
export function bodies(
  fields: fc.Arbitrary<unknown>,
): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const broken = fc
    .tuple(fields, fc.nat(), fc.nat(2), anyText({ maxLength: 3 }))
    .map(([value, at, removed, added]) => {
      const text = JSON.stringify(value) ?? '';
      const from = at % (text.length + 1);
      return text.slice(0, from) + added + text.slice(from + removed);
    });
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => new Uint8Array(array));
  return fc.oneof(
    { weight: 4, arbitrary: fields.map((value) => JSON.stringify(value) ?? '') },
    { weight: 3, arbitrary: broken },
    { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: bytes },
  );
}
