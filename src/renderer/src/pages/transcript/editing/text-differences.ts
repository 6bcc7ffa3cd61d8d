import { isSpaceless } from '../../../../../shared/subtitles/spacing.ts';
import { commonItems } from '../../../text/longest-common-subsequence.ts';

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
  const found: Difference[] = [];
  const add = (pieces: readonly string[], kind: Difference['is']) => {
    const text = pieces.join('');
    const last = found.at(-1);
    if (last?.is === kind) last.text += text;
    else if (text !== '') found.push({ text, is: kind, at: found.length });
  };
  let [i, j] = [0, 0];
  for (const [nextWas, nextIs] of [...commonItems(was, is), [was.length, is.length] as const]) {
    add(was.slice(i, nextWas), 'gone');
    add(is.slice(j, nextIs), 'new');
    add(was.slice(nextWas, nextWas + 1), 'same');
    [i, j] = [nextWas + 1, nextIs + 1];
  }
  return found;
}

/** Words with the space behind them; letters where a script has no spaces. */
function piecesOf(text: string): string[] {
  return isSpaceless(text) ? [...text] : (`${text} `.match(/(?<!\S)\S+\s+/gu) ?? []);
}
