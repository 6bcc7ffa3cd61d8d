import { useEffect, useMemo, useState } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { client } from '../../../api/client.ts';
import { errorText } from '../../../api/error-text.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { Link } from '../../../components/link.tsx';
import { Loading } from '../../../components/loading.tsx';
import { navigate } from '../../../router.ts';
import { describeVersion } from '../../../text/versions.ts';
import { wordsOf } from '../reading/words-at.ts';
import {
  type ComparedWord,
  compareWords,
  countDifferences,
  type Passage,
  type Piece,
} from './compare-words.ts';
import { keepOnly } from './versions-bar.tsx';

type CompareVersionsProps = {
  transcription: Transcription;
  otherId: string;
};

/** The texts of two versions side by side, with the words that differ marked; the older one first. */
export function CompareVersions({ transcription, otherId }: CompareVersionsProps) {
  const { other, problem } = useOther(otherId);
  const [whole, setWhole] = useState(false);
  const pair = useMemo(
    () => other && [transcription, other].toSorted((a, b) => a.version - b.version),
    [transcription, other],
  );
  const [before, after] = pair ?? [];
  const passages = useMemo(
    () => (before && after ? compareWords(allWords(before), allWords(after)) : []),
    [before, after],
  );
  if (problem) {
    return (
      <div className="mt-6 space-y-4">
        <p role="alert" className="text-soft">
          {problem}
        </p>
        <Link href={`/t/${transcription.id}`} className={buttonClass('plain')}>
          Back to the text
        </Link>
      </div>
    );
  }
  if (!before || !after) return <Loading />;
  const count = countDifferences(passages);
  return (
    <div className="mt-6 space-y-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p role="status" className="font-medium">
          {count === 0
            ? 'Both versions say the same.'
            : `${count === 1 ? '1 place differs' : `${count} places differ`}`}
        </p>
        <Checkbox checked={whole} onChange={setWhole}>
          Show what is the same as well
        </Checkbox>
        <Link href={`/t/${transcription.id}`} className={`ml-auto ${buttonClass('plain')}`}>
          Back to the text
        </Link>
      </div>
      <div className="card text-sm">
        <div className={`${ROW} border-b border-line py-3`}>
          <span className="max-sm:hidden" />
          <Version version={before} other={after} name="Earlier version" />
          <Version version={after} other={before} name="Later version" />
        </div>
        <ol className="divide-y divide-line">
          {passages
            .filter(({ changed }) => changed || whole)
            .map((passage) => (
              <PassageRow key={passage.startMs} passage={passage} id={transcription.id} />
            ))}
        </ol>
      </div>
    </div>
  );
}

const ROW = 'grid gap-x-6 gap-y-2 px-4 sm:grid-cols-versions';

type VersionProps = { version: Transcription; other: Transcription; name: string };

function Version({ version, other, name }: VersionProps) {
  const keep = () => {
    keepOnly([other]);
    navigate(`/t/${version.id}`);
  };
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <p className="min-w-32 flex-1 wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="text-soft">{describeVersion(version)}</span>
      </p>
      <Button onClick={keep} aria-label={`Keep this one: the ${name.toLowerCase()}`}>
        Keep this one
      </Button>
    </div>
  );
}

function PassageRow({ passage, id }: { passage: Passage; id: string }) {
  return (
    <li
      className={`${ROW} py-2.5 [contain-intrinsic-size:auto_--spacing(16)] [content-visibility:auto]`}
    >
      <Link
        href={`/t/${id}?at=${passage.startMs / 1000}`}
        className="text-soft tabular-nums hover:text-accent"
      >
        {formatClock(passage.startMs)}
      </Link>
      <Pieces pieces={passage.before} mark="del" />
      <Pieces pieces={passage.after} mark="ins" />
    </li>
  );
}

const MARKS = {
  del: 'rounded-sm bg-danger-wash px-0.5 text-danger decoration-1',
  ins: 'rounded-sm bg-accent-wash px-0.5 text-accent decoration-1 underline-offset-2',
};

function Pieces({ pieces, mark: Mark }: { pieces: readonly Piece[]; mark: 'del' | 'ins' }) {
  return (
    <p dir="auto" className="leading-relaxed wrap-anywhere">
      {pieces.map(({ text, changed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a passage never change
        <span key={index}>
          {index > 0 && ' '}
          {changed ? <Mark className={MARKS[Mark]}>{text}</Mark> : text}
        </span>
      ))}
    </p>
  );
}

type Found = { other: Transcription | null; problem: string | null };

function useOther(id: string): Found {
  const [found, setFound] = useState<Found>({ other: null, problem: null });
  useEffect(() => {
    client
      .getTranscription(id, { words: true })
      .then((other) => ({ other, problem: other.result ? null : 'This version has no text yet.' }))
      .catch((thrown: unknown) => ({ other: null, problem: errorText(thrown) }))
      .then(setFound);
  }, [id]);
  return found;
}

function allWords({ result }: Transcription): ComparedWord[] {
  return (result?.segments ?? []).flatMap(wordsOf);
}
