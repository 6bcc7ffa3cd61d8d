import { formatClock } from '../../../../shared/time.ts';
import type { Transcription } from '../../../../shared/transcription/transcription.ts';
import { Button } from '../../components/button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { useLibrary } from '../../stores/library/library-store.ts';
import { formatProgress, formatTimeLeft } from '../../text/format.ts';
import { statusText } from '../../text/status-text.ts';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { LiveText } from './reading/live-text.tsx';

/** How far the recording is, with its text so far. */
export function PendingTranscript({ transcription }: { transcription: Transcription }) {
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
          {status !== 'completed' && <Button onClick={() => useLibrary.cancel(id)}>Cancel</Button>}
        </div>
      </div>
      {partial && <LiveText segments={partial.segments} />}
      {media && <MediaElement media={media} />}
      {media && <PlayerBar durationMs={(length ?? 0) * 1000} />}
    </div>
  );
}
