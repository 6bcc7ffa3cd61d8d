/** A worker that looks for each of the given expressions in long texts made of its own pieces, and tells each it has done. */
import { parentPort, workerData } from 'node:worker_threads';

export type Pumped = { source: string; flags: string };

const { expressions, characters } = workerData as { expressions: Pumped[]; characters: number };
for (const { source, flags } of expressions) {
  const all = flags.includes('g') || flags.includes('y') ? flags : `${flags}g`;
  for (const text of textsFor(source, characters)) {
    for (const _ of text.matchAll(new RegExp(source, all)));
    new RegExp(source, flags).test(text);
  }
  parentPort?.postMessage(source);
}

/** Its letters and what is written in it, again and again, behind a beginning of its own and before what does not fit. */
function textsFor(source: string, characters: number): string[] {
  const written = source.replaceAll(/\\[pPu]\{[^{}]*\}|\\u[\da-f]{4}|\(\?(?:<\w+>|<?[=!]|:)/g, '');
  const found = written.matchAll(/[A-Za-z][A-Za-z :./<>-]+|[^\\[\](){}*+?|^$]/g);
  const own = [...new Set([...found].map(([piece]) => piece))].slice(0, 8);
  const begun = [2, 3, 4].map((count) => own.slice(0, count).join(''));
  const pieces = [...own, ...begun, own.join(''), ' ', 'a', '0', '\n', 'A '].filter(
    (piece) => piece !== '',
  );
  const heads = ['', ...own.filter((piece) => piece.length > 1).slice(0, 1)];
  return heads.flatMap((head) =>
    pieces.map((piece) => `${head}${piece.repeat(Math.ceil(characters / piece.length))}\u0001`),
  );
}
