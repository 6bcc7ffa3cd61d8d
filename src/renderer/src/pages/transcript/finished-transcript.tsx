import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Chapter } from '../../../../shared/transcription/structured.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { TRANSCRIPT_HELP } from '../../keys/key-tables.ts';
import type { TranscriptView } from '../../route.ts';
import type { Finished } from '../../stores/transcript/transcript-store.ts';
import { MediaDialog } from './clips/media-export-dialog.tsx';
import { mayHavePicture } from './clips/media-export-store.ts';
import { ConflictDialog, ConflictNotice } from './editing/conflict-notice.tsx';
import { OriginalDialog } from './editing/original-dialog.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { usePrinting } from './export/use-printing.ts';
import { useFind } from './find/find-store.ts';
import { HighlightCard } from './highlights/highlight-card.tsx';
import { usePlacing } from './highlights/placed-highlights.ts';
import { openDialog, useDialog } from './open-dialog.ts';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { Contents } from './reading/contents.tsx';
import { goToView } from './reading/go-to-text.ts';
import { NameCard } from './speakers/name-card.tsx';
import { SpeakerQuestions } from './speakers/speaker-question-dialog.tsx';
import { useCuesToShow } from './subtitles/cues-to-show.ts';
import { TabsAndTools } from './tabs-and-tools.tsx';
import { TranscriptViews } from './transcript-views.tsx';
import { useGoneStep, useMoment, usePageEffects, useTabPlaces } from './use-page-effects.ts';
import { useTranscriptKeys } from './use-transcript-keys.ts';

type FinishedTranscriptProps = {
  transcription: Finished;
  /** The moment to begin at, in seconds. */
  at: number | null;
  view: TranscriptView;
};

/** The recording and its text: to read, play, correct and export. */
export function FinishedTranscript({ transcription, at, view }: FinishedTranscriptProps) {
  const { segments, structured, media } = transcription.result;
  const tab = structured || (view !== 'summary' && view !== 'terms') ? view : 'read';
  const views = useRef<HTMLDivElement>(null);
  const chapters = structured?.table_of_contents ?? [];
  const cues = useCuesToShow(transcription.id, segments, tab === 'subtitles');
  usePlacing(transcription, segments);
  usePrinting(transcription);
  usePageEffects(transcription.id);
  useTabPlaces(tab, views);
  useFindInText(tab);

  useMoment(at);
  useGoneStep(tab);
  useTranscriptKeys();

  return (
    <Tabs.Root
      data-home
      tabIndex={-1}
      value={tab}
      onValueChange={goToView}
      className="short:mt-0 mt-3 pb-32 outline-none sm:pb-24"
    >
      <TabsAndTools transcription={transcription} reading={tab === 'read'} />
      <ConflictNotice />
      <TranscriptViews {...{ transcription, tab, cues, ref: views }} />
      {media && <Player {...{ transcription, media, chapters, cues }} />}
      <NameCard />
      <SpeakerQuestions />
      <HighlightCard />
      <TranscriptDialogs {...{ transcription, chapters }} />
    </Tabs.Root>
  );
}

type PlayerProps = {
  transcription: Transcription;
  media: NonNullable<TranscriptionResult['media']>;
  chapters: readonly Chapter[];
  cues: ReturnType<typeof useCuesToShow>;
};

/** The bar at the bottom; a film is shown next to the text instead. */
function Player({ transcription, media, chapters, cues }: PlayerProps) {
  return (
    <>
      {!media.type.startsWith('video/') && <MediaElement media={media} />}
      <PlayerBar
        durationMs={(transcription.duration_seconds ?? 0) * 1000}
        chapters={chapters}
        subtitles={{ cues, language: transcription.language ?? 'en' }}
      />
    </>
  );
}

/** Search and review show the text; leaving the text ends both. */
function useFindInText(tab: TranscriptView): void {
  const looking = useFind(({ open, doubt }) => open || doubt !== null);
  const onTab = useEffectEvent(() => {
    if (tab === 'read' || !looking) return;
    useFind.close();
    useFind.setDoubt(null);
  });
  useEffect(() => {
    if (looking) goToView('read');
  }, [looking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the text is what ends it.
  useEffect(() => onTab(), [tab]);
}

type TranscriptDialogsProps = Pick<PlayerProps, 'transcription' | 'chapters'>;

function TranscriptDialogs({ transcription, chapters }: TranscriptDialogsProps) {
  const { id } = transcription;
  const dialog = useDialog((state) => state.open);
  const onClose = () => openDialog(null);
  return (
    <>
      <ExportDialog id={id} open={dialog === 'export'} onClose={onClose} />
      <Drawer open={dialog === 'contents'} title="Contents" onClose={onClose}>
        <Contents chapters={chapters} onChosen={onClose} />
      </Drawer>
      <MediaDialog id={id} isVideo={mayHavePicture(transcription)} />
      <ConflictDialog open={dialog === 'conflicts'} onClose={onClose} />
      <OriginalDialog id={id} open={dialog === 'original'} onClose={onClose} />
      <ShortcutsDialog groups={TRANSCRIPT_HELP} open={dialog === 'help'} onClose={onClose}>
        Click a word to hear it; double-click it to write another. Select words to highlight them,
        to give them to another speaker or to save that part of the recording. Over the waveform the
        wheel zooms.
      </ShortcutsDialog>
    </>
  );
}
