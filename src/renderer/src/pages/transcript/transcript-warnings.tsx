import { Menu } from '@base-ui/react/menu';
import { FlaskConical, TriangleAlert, X } from 'lucide-react';
import { tracksToTranscribe } from '../../../../shared/transcription/tracks.ts';
import type { Transcription, WarningCode } from '../../../../shared/transcription/transcription.ts';
import { useTranscribeAgain } from '../../components/dialogs/transcribe-again-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { TextLink } from '../../components/link.tsx';
import { MENU_ITEM, MenuButton } from '../../components/menu-popup.tsx';
import { Notice } from '../../components/notice.tsx';
import { dismiss, useDismissed } from '../../stores/browser-storage.ts';
import { trackChoices } from '../../text/tracks.ts';
import { FailedParts } from './failed-parts.tsx';

export function TranscriptWarnings({ transcription }: { transcription: Transcription }) {
  // The page itself says where no speech was found; the demo model has words of its own.
  const warnings = transcription.warnings.filter(
    ({ code }) => code !== 'demo_model' && !isSaidByThePage(code, transcription),
  );
  const demo = transcription.warnings.some(({ code }) => code === 'demo_model');
  return (
    <>
      {demo && <DemoWarning />}
      {warnings.length > 0 && (
        <div className="mt-3 space-y-2">
          {warnings.map(({ code, message }) => (
            <Notice key={code} icon={TriangleAlert}>
              <p className="wrap-anywhere">{message}</p>
              {code === 'several_tracks' && <TrackMenu transcription={transcription} />}
              {code === 'part_failed' && <FailedParts transcription={transcription} />}
              {OF_YT_DLP.has(code) && (
                <TextLink href="/settings/links">Settings for links</TextLink>
              )}
            </Notice>
          ))}
        </div>
      )}
    </>
  );
}

/** Short, for it comes with every recording until there is a real model; once closed it stays away. */
function DemoWarning() {
  if (useDismissed(DEMO_CLOSED)) return null;
  return (
    <p className="mt-2 flex min-h-8 items-center gap-x-2 text-sm text-soft">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <span>
        The demo model knows only a few hundred words.{' '}
        <TextLink href="/settings/models">Get a real model</TextLink>
      </span>
      <IconButton
        icon={X}
        label="Close this note"
        tip="Close"
        onClick={() => dismiss(DEMO_CLOSED)}
      />
    </p>
  );
}

/** What another yt-dlp mends. */
const OF_YT_DLP: ReadonlySet<WarningCode> = new Set([
  ...(['source_formats_missing', 'source_program_outdated', 'source_python_outdated'] as const),
]);

const DEMO_CLOSED = 'demo-warning-closed';

/** Where no speech was found, and how sure the labels of the speakers are, the page itself says. */
function isSaidByThePage(code: WarningCode, { result }: Transcription): boolean {
  const ofSpeakers = code === 'speakers_uncertain' || code === 'speakers_failed';
  return code === 'no_speech' || (ofSpeakers && (result?.diarization.warning ?? null) !== null);
}

/** The other audio tracks of a recording of which one was transcribed; choosing one asks for the other options. */
function TrackMenu({ transcription }: { transcription: Transcription }) {
  const { source, options } = transcription;
  const used = tracksToTranscribe(source.tracks, options.track);
  const others = trackChoices(source.tracks).filter(
    ([track]) => used.length > 1 || track !== used[0],
  );
  return (
    <MenuButton label="Transcribe again with…" align="start">
      {others.map(([track, name]) => (
        <Menu.Item
          key={track}
          className={`${MENU_ITEM} wrap-anywhere`}
          onClick={() => useTranscribeAgain.ask(transcription, { track })}
        >
          <bdi>{name}</bdi>
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
