import { ArrowLeft, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Link, TextLink } from '../../components/link.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import type { TranscriptView } from '../../route.ts';
import { showRecording } from '../../stores/library/change-recordings.ts';
import { notify } from '../../stores/toasts.ts';
import { isFinished, useTranscript } from '../../stores/transcript/transcript-store.ts';
import { FailedTranscript } from './failed-transcript.tsx';
import { FinishedTranscript } from './finished-transcript.tsx';
import { PendingTranscript } from './pending-transcript.tsx';
import { isSample, SampleTour } from './sample-tour.tsx';
import { SilentTranscript } from './silent-transcript.tsx';
import { TranscriptHeading } from './transcript-heading.tsx';
import { CompareVersions } from './versions/compare-versions.tsx';
import { VersionsBar } from './versions/versions-bar.tsx';

type TranscriptPageProps = {
  id: string;
  /** The moment to begin at, in seconds. */
  at: number | null;
  view: TranscriptView;
  /** Another version to compare it with. */
  compare: string | null;
};

/** One recording: its text when finished, else how far it is or why it failed. */
export default function TranscriptPage({ id, at, view, compare }: TranscriptPageProps) {
  useEffect(() => {
    window.scrollTo(0, 0);
    void useTranscript.open(id);
  }, [id]);

  return (
    <main className="page-width py-6 sm:pt-5 short:pt-0.5">
      <Link
        href="/"
        className="mb-2 inline-flex items-center gap-1.5 text-sm text-soft hover:text-ink short:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Library
      </Link>
      <Content at={at} view={view} compare={compare} />
    </main>
  );
}

type Shown = Pick<TranscriptPageProps, 'at' | 'view'>;

function Content({ compare, ...shown }: Omit<TranscriptPageProps, 'id'>): ReactNode {
  const transcription = useTranscript((state) => state.transcription);
  const problem = useTranscript((state) => state.problem);
  const message = useTranscript((state) => state.message);
  if (problem === 'deleted') {
    return (
      <>
        <PageHeading title="Not found">There is no such recording</PageHeading>
        <p className="mt-2 text-soft">
          If it was deleted lately, it is in the <TextLink href="/trash">trash</TextLink>.
        </p>
      </>
    );
  }
  if (problem && !transcription) return <NotLoaded message={message} />;
  if (!transcription) return <Loading />;
  return (
    <>
      <TranscriptHeading transcription={transcription} />
      {transcription.trashed_at !== null && <InTrash id={transcription.id} />}
      {isSample(transcription) && <SampleTour />}
      {compare === null && <VersionsBar transcription={transcription} />}
      {compare !== null && transcription.result ? (
        <CompareVersions key={compare} transcription={transcription} otherId={compare} />
      ) : (
        <Body transcription={transcription} {...shown} />
      )}
    </>
  );
}

/** Who comes back to one that was deleted does not work on it unknowingly. */
function InTrash({ id }: Pick<Transcription, 'id'>) {
  const restore = () => notify(async () => showRecording(await client.restoreTranscription(id)));
  return (
    <div className="mt-4">
      <Notice look="warning" icon={Trash2}>
        <div role="status" className="flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
          This recording is in the trash.
          <Button icon={RotateCcw} className="-my-1.5" onClick={restore}>
            Restore
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function NotLoaded({ message }: { message: string }) {
  return (
    <>
      <PageHeading title="Not loaded">This recording could not be loaded</PageHeading>
      <p role="alert" className="mt-2 mb-4 text-soft">
        {message}
      </p>
      <Button onClick={() => useTranscript.reload()}>Try again</Button>
    </>
  );
}

function Body({ transcription, ...shown }: { transcription: Transcription } & Shown) {
  const { status, error } = transcription;
  if (!isFinished(transcription)) {
    return status === 'failed' && error ? (
      <FailedTranscript transcription={transcription} error={error} at={shown.at} />
    ) : (
      <PendingTranscript transcription={transcription} />
    );
  }
  if (transcription.result.segments.length === 0)
    return <SilentTranscript transcription={transcription} />;
  return <FinishedTranscript transcription={transcription} {...shown} />;
}
