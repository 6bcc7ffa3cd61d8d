import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { describeIncomplete } from '../../../../shared/exports/export-document.ts';
import type {
  Transcription,
  TranscriptionError,
} from '../../../../shared/transcription/transcription.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useTranscribeAgain } from '../../components/dialogs/transcribe-again-dialog.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { YtDlpOffer } from '../../components/yt-dlp-offer.tsx';
import { navigate } from '../../router.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { PLAIN_TEXT, useExport } from '../../stores/transcript/export-store.ts';
import { useVersions } from '../../stores/transcript/versions-store.ts';
import { canHelp, explain, isOfTracks, settingsFor } from '../../text/error-advice.ts';
import { useLinks } from '../library/add/link-store.ts';
import { ModelNotice } from '../library/model-notice.tsx';
import { deleteAndLeave } from './delete-and-leave.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { LiveText } from './reading/live-text.tsx';

type FailedTranscriptProps = {
  transcription: Transcription;
  error: TranscriptionError;
  /** The moment to begin at, in seconds. */
  at: number | null;
};

/** A recording that failed or was canceled: why, what can be done about it, and the text there is. */
export function FailedTranscript({ transcription, error, at }: FailedTranscriptProps) {
  const { partial, duration_seconds: length } = transcription;
  const incomplete = describeIncomplete(transcription);
  const media = partial?.media;
  useGoingOn(transcription, error);
  return (
    <div className="mt-6 space-y-4">
      <Notice look={error.code === 'canceled' ? 'quiet' : 'danger'} icon={CircleAlert}>
        <p>{explain(error)}</p>
        {incomplete && <p className="font-medium">{incomplete}</p>}
      </Notice>
      {error.code === 'yt_dlp_missing' && <YtDlpOffer />}
      {error.code === 'model_missing' && <ModelNotice />}
      <Actions transcription={transcription} error={error} />
      {partial && <LiveText segments={partial.segments} at={at} />}
      {media && <MediaElement media={media} />}
      {media && <PlayerBar durationMs={(length ?? 0) * 1000} />}
    </div>
  );
}

/** Once what it lacked is there, the recording goes on by itself as another version: the page follows it. */
function useGoingOn({ recording_id, version }: Transcription, { code }: TranscriptionError): void {
  const newer = useVersions(({ versions }) =>
    versions.find(
      (other) =>
        other.recording_id === recording_id && other.version > version && other.status !== 'failed',
    ),
  );
  const isWaiting = code === 'yt_dlp_missing' || code === 'model_missing';
  const freshId = isWaiting ? newer?.id : undefined;
  useEffect(() => {
    if (freshId !== undefined) navigate(`/t/${freshId}`);
  }, [freshId]);
}

function Actions({ transcription, error }: Omit<FailedTranscriptProps, 'at'>) {
  const { id, source, text_until } = transcription;
  const help = settingsFor(error.code);
  const hasText = text_until !== null;
  const onGoOn = async () => {
    const freshId = await useLibrary.goOn(transcription);
    if (freshId !== null) navigate(`/t/${freshId}`);
  };
  const onChoose = async () => {
    if (await useLinks.chooseInstead({ id, link: source.url }, 'choose')) navigate('/');
  };
  return (
    <div className="flex flex-wrap gap-2">
      {error.code === 'source_is_playlist' ? (
        <Button onClick={onChoose} id="choose">
          Choose recordings
        </Button>
      ) : (
        canHelp(error.code) && (
          <Button look={hasText ? 'primary' : 'plain'} onClick={onGoOn}>
            {hasText ? 'Continue' : 'Try again'}
          </Button>
        )
      )}
      {hasText && <TakeText id={id} />}
      {(canHelp(error.code) || isOfTracks(error.code)) && (
        <Button onClick={() => useTranscribeAgain.ask(transcription)}>Transcribe again…</Button>
      )}
      {help && error.code !== 'yt_dlp_missing' && (
        <Link href={help.href} className={buttonClass('plain')}>
          {help.title}
        </Link>
      )}
      <Button onClick={() => deleteAndLeave(transcription)}>Delete</Button>
    </div>
  );
}

function TakeText({ id }: { id: string }) {
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button onClick={() => setExporting(true)}>Export…</Button>
      <CopyButton text={() => useExport.text(id, PLAIN_TEXT)}>Copy text</CopyButton>
      <ExportDialog id={id} open={exporting} incomplete onClose={() => setExporting(false)} />
    </>
  );
}
