import { useEffect } from 'react';
import type {
  Transcription,
  TranscriptionSummary,
} from '../../../../../shared/transcription/transcription.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Link } from '../../../components/link.tsx';
import { useRemovals } from '../../../stores/library/trash-store.ts';
import { useVersions } from '../../../stores/transcript/versions-store.ts';
import { statusText } from '../../../text/status-text.ts';
import { describeVersion } from '../../../text/versions.ts';

/** Where a recording has several versions: which one this is, the way to the others, and to keep only one. */
export function VersionsBar({ transcription }: { transcription: Transcription }) {
  const { id, recording_id } = transcription;
  const all = useVersions((state) => state.versions);
  const hidden = useRemovals((state) => state.hidden);
  useEffect(() => void useVersions.open(recording_id), [recording_id]);
  const versions = all.filter(
    (version) =>
      !hidden.has(version.id) &&
      version.recording_id === recording_id &&
      isWorthShowing(version, id),
  );
  const number = versions.findIndex((version) => version.id === id) + 1;
  const others = versions.filter((version) => version.id !== id);
  if (number === 0 || others.length === 0) return null;
  return (
    <section
      aria-label="Versions"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-panel px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">
          Version {number} of {versions.length}
        </span>{' '}
        <span className="text-soft">· {describeVersion(transcription)}</span>
      </p>
      <ul className="contents">
        {others.map((other) => (
          <OtherVersion
            key={other.id}
            other={other}
            number={versions.indexOf(other) + 1}
            comparable={transcription.status === 'completed' && other.status === 'completed'}
            id={id}
          />
        ))}
      </ul>
      {transcription.status === 'completed' && (
        <Button onClick={() => keepOnly(others)}>Keep this one</Button>
      )}
    </section>
  );
}

/** Nothing is in a version that failed without text. */
function isWorthShowing({ id, status, text_until }: TranscriptionSummary, open: string): boolean {
  return id === open || status !== 'failed' || text_until !== null;
}

type OtherVersionProps = {
  id: string;
  other: TranscriptionSummary;
  number: number;
  comparable: boolean;
};

function OtherVersion({ id, other, number, comparable }: OtherVersionProps) {
  const state = other.status === 'completed' ? describeVersion(other) : statusText(other);
  return (
    <li className="flex items-center gap-2">
      <Link href={`/t/${other.id}`} title={state} className={buttonClass('plain')}>
        Open version {number}
      </Link>
      {comparable && (
        <Link href={`/t/${id}?compare=${other.id}`} className={buttonClass('plain')}>
          Compare
        </Link>
      )}
    </li>
  );
}

/** Deletes the other versions of a recording, which can be undone for a moment. */
export function keepOnly(others: readonly TranscriptionSummary[]): void {
  const name = others.length === 1 ? 'the other version' : `${others.length} other versions`;
  useRemovals.removeVersions(others, name);
}
