import { isSpaceless } from '../../../../../shared/subtitles/spacing.ts';

/** `at` counts them. */
type Difference = { text: string; is: 'same' | 'gone' | 'new'; at: number };

/** Longer texts are shown one after the other. */
const MOST_PIECES = 1500;

/** Word by word, by the longest common subsequence; neighbours of a kind are one. */
export function differences(before: string, after: string): Difference[] {
  const [was, is] = [piecesOf(before), piecesOf(after)];
  if (was.length * is.length > MOST_PIECES ** 2) {
    return [
      { text: `${before} `, is: 'gone', at: 0 },
      { text: after, is: 'new', at: 1 },
    ];
  }
  const width = is.length + 1;
  const longest = new Uint16Array((was.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = is.length - 1; j >= 0; j--) {
      const same = was[i] === is[j];
      longest[i * width + j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: Difference[] = [];
  const add = (text: string | undefined, kind: Difference['is']) => {
    const last = found.at(-1);
    if (last?.is === kind) last.text += text;
    else found.push({ text: text ?? '', is: kind, at: found.length });
  };
  for (let i = 0, j = 0; i < was.length || j < is.length; ) {
    if (i < was.length && was[i] === is[j]) {
      add(was[i++], 'same');
      j++;
    } else if (i < was.length && at(i + 1, j) >= at(i, j + 1)) add(was[i++], 'gone');
    else add(is[j++], 'new');
  }
  return found;
}

/** Words with the space behind them; letters where a script has no spaces. */
function piecesOf(text: string): string[] {
  return isSpaceless(text) ? [...text] : (`${text} `.match(/(?<!\S)\S+\s+/gu) ?? []);
}
