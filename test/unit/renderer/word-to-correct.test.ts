import { expect, test } from 'vitest';
import { lettersAt } from '../../../src/renderer/src/pages/transcript/reading/words-at.ts';

/** The word that is selected where one presses before the bar; between two bars all that they enclose. */
function selected(marked: string, language: string): string {
  const [before = '', inside = '', after] = marked.split('|');
  const text = before + inside + (after ?? '');
  const length = after === undefined ? 0 : inside.length;
  const place = lettersAt({ id: 0, text, language }, { offset: before.length, length });
  return text.slice(place.offset, place.offset + place.length);
}

test.each([
  ['She |bought cheese.', 'en', 'bought'],
  ['She bought chee|se.', 'en', 'cheese'],
  ['She bought cheese|.', 'en', 'cheese'],
  ['“|Cheese,” she said', 'en', 'Cheese'],
  ['the state-of-th|e-art one', 'en', 'state-of-the-art'],
  ['I don’|t know', 'en', 'don’t'],
  ['two |wor|ds here', 'en', 'words'],
  ['sel|ected wor|ds here', 'en', 'selected words'],
  ['nothing | | here', 'en', ''],
  ['أين |كتاب اللغة؟', 'ar', 'كتاب'],
  ['שלום |עולם!', 'he', 'עולם'],
  ['हिन्|दी भाषा', 'hi', 'हिन्दी'],
  ['我们今天|去北京。', 'zh', '去'],
  ['我们今天去北|京。', 'zh', '北京'],
  ['我们|今天去|北京。', 'zh', '今天去'],
  ['สวัส|ดีครับ', 'th', 'สวัสดี'],
  ['東京に|行きます', 'ja', '行き'],
  ['the 😀|😀 word', 'en', '😀😀'],
])('one word is selected without the signs around it: %s', (marked, language, word) => {
  expect(selected(marked, language)).toBe(word);
});
