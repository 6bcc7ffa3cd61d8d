import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { Button } from '../../components/button.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { Loading } from '../../components/loading.tsx';
import type { TranscriptView } from '../../route.ts';
import { useAgain } from '../../stores/library/again-store.ts';
import { useTranscript } from '../../stores/transcript/transcript-store.ts';
import { deleteAndLeave } from './delete-and-leave.ts';
import { FinishedTranscript } from './finished-transcript.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { LeftOut } from './reading/left-out.tsx';
import { TranscriptFacts } from './transcript-facts.tsx';
import { UnfinishedTranscript } from './unfinished-transcript.tsx';
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
  const open = useTranscript((state) => state.open);
  useEffect(() => {
    window.scrollTo(0, 0);
    void open(id);
  }, [id, open]);

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
    return <PageHeading title="Not found">This recording no longer exists</PageHeading>;
  }
  if (problem && !transcription) return <NotLoaded message={message} />;
  if (!transcription) return <Loading />;
  return (
    <>
      <TranscriptFacts transcription={transcription} />
      {isSample(transcription) && <SampleTour />}
      {compare === null && <VersionsBar transcription={transcription} />}
      {compare !== null && transcription.result ? (
        <CompareVersions transcription={transcription} otherId={compare} />
      ) : (
        <Body transcription={transcription} {...shown} />
      )}
    </>
  );
}

/** The sample that comes with Steno, by the name it is uploaded under; renamed, it is one like any other. */
function isSample({ source, result }: Transcription): boolean {
  return result !== null && source.type === 'upload' && source.title === SAMPLE_NAME;
}

function NotLoaded({ message }: { message: string }) {
  const reload = useTranscript((state) => state.reload);
  return (
    <>
      <PageHeading title="Not loaded">This recording could not be loaded</PageHeading>
      <p role="alert" className="mt-2 mb-4 text-soft">
        {message}
      </p>
      <Button onClick={() => void reload()}>Try again</Button>
    </>
  );
}

function Body({ transcription, ...shown }: { transcription: Transcription } & Shown) {
  const { result } = transcription;
  if (!result) return <UnfinishedTranscript transcription={transcription} at={shown.at} />;
  if (result.segments.length === 0) {
    return <SilentTranscript transcription={transcription} result={result} />;
  }
  return <FinishedTranscript transcription={transcription} result={result} {...shown} />;
}

type SilentTranscriptProps = { transcription: Transcription; result: TranscriptionResult };

/** A recording in which no speech was found: it can still be listened to. */
export function SilentTranscript({ transcription, result }: SilentTranscriptProps) {
  const { media, coverage, suppressed } = result;
  return (
    <div className="mt-6 space-y-4 pb-32 sm:pb-24">
      <p className="max-w-reading text-soft">
        No speech was found in this recording. If somebody speaks in it, give the language, or let a
        larger model listen;{' '}
        <Link href="/settings/models" className="text-accent underline underline-offset-2">
          Models
        </Link>{' '}
        has them.
      </p>
      {media && <MediaElement media={media} />}
      <div className="sm:-ml-18">
        <LeftOut coverage={coverage} suppressed={suppressed} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => useAgain.getState().ask(transcription)}>
          Transcribe again…
        </Button>
        <Button onClick={() => deleteAndLeave(transcription)}>Delete</Button>
      </div>
      {media && <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} />}
    </div>
  );
}

/** What the sample is called that comes with Steno. */
export const SAMPLE_NAME = 'Sample recording.mp3';
const KEY = 'sample-tour';

const HINTS = [
  ['Click a word', 'to hear it from there.'],
  ['Press E', 'to correct the sentence that is playing; Esc leaves it as it was.'],
  ['Click a speaker', 'to give them a name; it is used all through the text.'],
  ['Open Summary', 'for the contents, the main points and the chapters.'],
  ['Press Export', 'for Word, subtitles, Markdown and more.'],
] as const;

/** The first tour: what to try on the sample, above its text, until it is closed. */
export function SampleTour() {
  const [open, setOpen] = useState(localStorage.getItem(KEY) !== 'done');
  if (!open) return null;
  return (
    <section aria-labelledby="try-it" className="card relative mt-4 py-3 pr-12 pl-4 text-sm">
      <h2 id="try-it" className="font-semibold">
        Try it
      </h2>
      <ul className="mt-1 grid gap-x-8 gap-y-1 text-soft sm:grid-cols-2">
        {HINTS.map(([what, why]) => (
          <li key={what}>
            <strong className="font-medium text-ink">{what}</strong> {why}
          </li>
        ))}
      </ul>
      <div className="absolute top-2 right-2">
        <IconButton
          label="Close the hints"
          tip="Close"
          onClick={() => {
            localStorage.setItem(KEY, 'done');
            setOpen(false);
            document.querySelector<HTMLElement>('h1')?.focus();
          }}
        >
          <X aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
