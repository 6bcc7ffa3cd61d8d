/** Finds regular expressions of the product whose time grows faster than the text. */
import { reasonAgainst } from './expression-speed.ts';
import { expressionsOf, filesBelow } from './source-files.ts';

const slow = ['src', 'bin'].flatMap(filesBelow).flatMap((file) =>
  expressionsOf(file).flatMap((expression) => {
    const why = reasonAgainst(expression);
    const { line, source, flags } = expression;
    return why === null ? [] : [`${file}:${line} /${source}/${flags}: ${why}`];
  }),
);
for (const finding of slow) console.error(finding);
if (slow.length > 0) {
  console.error('Write it so that each character is looked at once, or use indexOf and slice.');
  process.exitCode = 1;
}
