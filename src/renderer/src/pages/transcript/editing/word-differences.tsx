import { differences } from './text-differences.ts';

/** What a text says now, with what it said before struck out. */
export function WordDifferences({ before, after }: { before: string; after: string }) {
  return differences(before, after).map(({ text, is, at }) => {
    if (is === 'gone') {
      return (
        <del key={at} className="text-soft">
          {text}
        </del>
      );
    }
    if (is === 'same') return <span key={at}>{text}</span>;
    return (
      <ins key={at} className="bg-accent-wash font-medium no-underline">
        {text}
      </ins>
    );
  });
}
