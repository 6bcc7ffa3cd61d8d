import CircleAlert from 'lucide-react/icons/circle-alert';
import { formatClock } from '../../../../shared/time.ts';
import type {
  Transcription,
  TranscriptionError,
} from '../../../../shared/transcription/transcription.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { navigate } from '../../router.ts';
import { useAgain } from '../../stores/library/again-store.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { usePlaylists } from '../../stores/library/playlist-store.ts';
import { canHelp, explain, isOfTracks, settingsFor } from '../../text/advice.ts';
import { formatProgress, formatTimeLeft } from '../../text/format.ts';
import { statusText } from '../../text/stages.ts';
import { LiveText } from './live-text.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { deleteAndLeave } from './tools/delete-and-leave.ts';

/** How far the recording is, or why there is no text. */
export function UnfinishedTranscript({ transcription }: { transcription: Transcription }) {
  const { status, error } = transcription;
  return status === 'failed' && error ? (
    <Failed transcription={transcription} error={error} />
  ) : (
    <Running transcription={transcription} />
  );
}

type FailedProps = { transcription: Transcription; error: TranscriptionError };

function Failed({ transcription, error }: FailedProps) {
  const retry = useLibrary((state) => state.retry);
  const chooseInstead = usePlaylists((state) => state.chooseInstead);
  const help = settingsFor(error.code);
  const onRetry = async () => {
    const freshId = await retry(transcription.id);
    if (freshId !== null) navigate(`/t/${freshId}`);
  };
  const onChoose = async () => {
    const { id, source } = transcription;
    if (await chooseInstead({ id, link: source.url }, 'choose')) navigate('/');
  };
  return (
    <div className="mt-6 space-y-4">
      <Notice
        look={error.code === 'canceled' ? 'quiet' : 'danger'}
        icon={<CircleAlert aria-hidden />}
      >
        <p>{explain(error)}</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        {error.code === 'source_is_playlist' ? (
          <Button onClick={() => void onChoose()} id="choose">
            Choose recordings
          </Button>
        ) : (
          canHelp(error.code) && <Button onClick={() => void onRetry()}>Try again</Button>
        )}
        {(canHelp(error.code) || isOfTracks(error.code)) && (
          <Button onClick={() => useAgain.getState().ask(transcription)}>Transcribe again…</Button>
        )}
        {help && (
          <Link href={help.href} className={buttonClass('plain')}>
            {help.title}
          </Link>
        )}
        <Button onClick={() => deleteAndLeave(transcription)}>Delete</Button>
      </div>
    </div>
  );
}

function Running({ transcription }: { transcription: Transcription }) {
  const cancel = useLibrary((state) => state.cancel);
  const { id, status, progress, eta_seconds: eta, duration_seconds: length } = transcription;
  const { partial } = transcription;
  const media = partial?.media;
  const percent = formatProgress(progress);
  const howFar = eta === null ? percent : `${percent} · ${formatTimeLeft(eta)}`;
  return (
    <div className="mt-6 space-y-6">
      <div className="max-w-lg space-y-3">
        <div className="flex justify-between gap-4 tabular-nums">
          <p className="font-medium">{statusText(transcription)}</p>
          <p className="text-soft">{status === 'processing' ? howFar : ''}</p>
        </div>
        <ProgressBar value={status === 'queued' ? 0 : progress} label="Progress" />
        <div className="flex min-h-9 items-center justify-between gap-4">
          <p className="text-sm text-soft">
            {partial?.segments.length
              ? `Text up to ${formatClock(partial.until * 1000)}. The speakers follow at the end.`
              : 'The text appears here while it is transcribed.'}
          </p>
          {status !== 'completed' && <Button onClick={() => void cancel(id)}>Cancel</Button>}
        </div>
      </div>
      {partial && <LiveText segments={partial.segments} />}
      {media && <MediaElement media={media} />}
      {media && <PlayerBar durationMs={(length ?? 0) * 1000} />}
    </div>
  );
}
