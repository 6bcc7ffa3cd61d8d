import { Button } from '../../components/button.tsx';
import { useTranscribeAgain } from '../../components/dialogs/transcribe-again-dialog.tsx';
import { TextLink } from '../../components/link.tsx';
import type { Finished } from '../../stores/transcript/transcript-store.ts';
import { deleteAndLeave } from './delete-and-leave.ts';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { LeftOut } from './reading/left-out.tsx';

/** A recording in which no speech was found: it can still be listened to. */
export function SilentTranscript({ transcription }: { transcription: Finished }) {
  const { media, coverage, suppressed } = transcription.result;
  return (
    <div className="mt-6 space-y-4 pb-32 sm:pb-24">
      <p className="max-w-reading text-soft">
        No speech was found in this recording. If somebody speaks in it, give the language, or let a
        larger model listen; <TextLink href="/settings/models">Models</TextLink> has them.
      </p>
      {media && <MediaElement media={media} />}
      <div className="sm:-ml-18">
        <LeftOut coverage={coverage} suppressed={suppressed} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => useTranscribeAgain.ask(transcription)}>
          Transcribe again…
        </Button>
        <Button onClick={() => deleteAndLeave(transcription)}>Delete</Button>
      </div>
      {media && <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} />}
    </div>
  );
}
