import { formatClock, toMs } from '../../../../shared/time.ts';
import type { FailedPart, Transcription } from '../../../../shared/transcription/transcription.ts';
import { Button } from '../../components/button.tsx';
import { navigate } from '../../router.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { useVersions } from '../../stores/transcript/versions-store.ts';
import { playSpan } from './player/controls.ts';

/** Which parts are missing from the text and why, each to be heard, and all of them to be transcribed again. */
export function FailedParts({ transcription }: { transcription: Transcription }) {
  const newer = useNewerVersion(transcription);
  const byReason = Map.groupBy(
    transcription.result?.failed_parts ?? [],
    ({ error }) => error.message,
  );
  const onAgain = async () => {
    const freshId = await useLibrary.goOn(transcription);
    if (freshId !== null) navigate(`/t/${freshId}`);
  };
  return (
    <>
      {[...byReason].map(([reason, parts]) => (
        <div key={reason}>
          <p>{reason}</p>
          <ul className="-mx-2 flex max-h-40 flex-wrap gap-x-1 overflow-y-auto">
            {parts.map((part) => (
              <li key={part.start}>
                <Part part={part} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {newer === 'none' && <Button onClick={onAgain}>Transcribe these parts again</Button>}
      {newer === 'under way' && <p>They are being transcribed again, as another version.</p>}
      {newer === 'done' && <p>There is a later version of this recording.</p>}
    </>
  );
}

function Part({ part: { start, end } }: { part: FailedPart }) {
  return (
    <button
      type="button"
      onClick={() => playSpan({ startMs: toMs(start), endMs: toMs(end) })}
      className="rounded-md px-2 py-1 text-accent tabular-nums underline underline-offset-2 hover:bg-raised focus-visible:-outline-offset-2"
    >
      <span className="sr-only">Listen to </span>
      {formatClock(start * 1000)}–{formatClock(end * 1000)}
    </button>
  );
}

/** Whether the recording has a later version, which these parts may be in. */
function useNewerVersion({ recording_id, version }: Transcription): 'none' | 'under way' | 'done' {
  const versions = useVersions((state) => state.versions);
  const newer = versions.filter(
    (one) => one.recording_id === recording_id && one.version > version && one.status !== 'failed',
  );
  if (newer.length === 0) return 'none';
  return newer.some(({ status }) => status === 'completed') ? 'done' : 'under way';
}
