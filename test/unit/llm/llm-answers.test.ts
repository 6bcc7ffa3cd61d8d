import { expect, test } from 'vitest';
import {
  readAnswer,
  SummaryAnswer,
  toJsonSchema,
} from '../../../src/main/llm/ask-language-model.ts';

const ANSWER = { sentences: [{ text: 'Yes {really}.', points: [1] }] };
const JSON_TEXT = JSON.stringify(ANSWER);

test.each([
  ['alone', JSON_TEXT],
  ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['after thoughts', `<think>{"sentences": maybe}</think>\n${JSON_TEXT}`],
  ['with words around it', `Here you are: ${JSON_TEXT} Anything else {?}`],
])('an answer is read %s', (_, text) => {
  expect(readAnswer(text, SummaryAnswer)).toEqual(ANSWER);
});

test.each([
  ['', 'not_json'],
  ['No.', 'not_json'],
  [JSON_TEXT.slice(0, -2), 'not_json'],
  ['{"sentences": "none"}', 'wrong_shape'],
  ['{"sentences": [{"text": "Yes."}]}', 'wrong_shape'],
])('%j is %s', (text, reason) => {
  expect(() => readAnswer(text, SummaryAnswer)).toThrow(expect.objectContaining({ reason }));
});

test('the schema forbids fields of the model’s own', () => {
  expect(toJsonSchema(SummaryAnswer)).toMatchObject({
    type: 'object',
    required: ['sentences'],
    additionalProperties: false,
  });
});
