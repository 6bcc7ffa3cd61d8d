import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Chapter } from '../../../../shared/transcription/structured.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { Drawer } from '../../components/dialogs/drawer.tsx';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { TRANSCRIPT_HELP } from '../../keys/key-help.ts';
import { type TranscriptView, transcriptPath } from '../../route.ts';
import { navigate } from '../../router.ts';
import { useExport } from '../../stores/transcript/export-store.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { mayHavePicture } from '../../stores/transcript/media-export-store.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { MediaDialog } from './clips/media-export-dialog.tsx';
import { ConflictDialog, ConflictNotice } from './editing/conflict-notice.tsx';
import { OriginalDialog } from './editing/original-dialog.tsx';
import { useGoneStep } from './editing/use-gone-step.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import { usePrinting } from './export/use-printing.ts';
import { HighlightCard } from './highlights/highlight-card.tsx';
import { usePlacing } from './highlights/placed-highlights.ts';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { Contents } from './reading/contents.tsx';
import type { TranscriptTextHandle } from './reading/transcript-text.tsx';
import { useCurrentChapter } from './reading/use-current-chapter.ts';
import { segmentAt } from './reading/words-at.ts';
import { SpeakerNames } from './speakers/speaker-names.tsx';
import { useCuesToShow } from './subtitles/cues-to-show.ts';
import { TranscriptHead } from './transcript-head.tsx';
import { TranscriptViews } from './transcript-views.tsx';
import { useMoment, usePageEffects, useTabPlaces } from './use-page-effects.ts';
import { useTranscriptKeys } from './use-transcript-keys.ts';

type DialogName = 'conflicts' | 'export' | 'help' | 'original' | 'contents';

type FinishedTranscriptProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  /** The moment to begin at, in seconds. */
  at: number | null;
  view: TranscriptView;
};

/** The recording and its text: to read, play, correct and export. */
export function FinishedTranscript({ transcription, result, at, view }: FinishedTranscriptProps) {
  const { segments, structured, media } = result;
  const tab = structured || (view !== 'summary' && view !== 'terms') ? view : 'read';
  const setTab = (next: TranscriptView) => {
    if (next !== tab) navigate(transcriptPath(transcription.id, next));
  };
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const text = useRef<TranscriptTextHandle>(null);
  const views = useRef<HTMLDivElement>(null);
  const chapters = structured?.table_of_contents ?? [];
  const cues = useCuesToShow(transcription.id, segments, tab === 'subtitles');
  usePlacing(transcription, segments);
  usePrinting(transcription);
  usePageEffects(transcription.id);
  useTabPlaces(tab, views);
  useFindInText(tab, setTab);

  const { show, onJump, toMoment } = useJumps(segments, text, setTab);
  useMoment(at, toMoment);
  const onExport = () => {
    useExport.begin(tab === 'subtitles');
    setDialog('export');
  };
  useGoneStep({ tab, setTab, segments, onShow: show });
  const opens = (name: DialogName) => () => setDialog(name);
  useTranscriptKeys({ segments, onShow: show, onHelp: opens('help'), onExport });

  return (
    <Tabs.Root
      data-home
      tabIndex={-1}
      value={tab}
      onValueChange={setTab}
      className="short:mt-0 mt-3 pb-32 outline-none sm:pb-24"
    >
      <TranscriptHead
        {...{ transcription, result }}
        reading={tab === 'read'}
        onShow={show}
        tools={{
          onExport,
          onHelp: opens('help'),
          onOriginal: opens('original'),
          onConflicts: opens('conflicts'),
          onContents: chapters.length > 1 ? opens('contents') : null,
        }}
      />
      <ConflictNotice onChoose={opens('conflicts')} />
      <TranscriptViews
        {...{ transcription, result, tab, cues, onJump, text, ref: views }}
        onListen={() => setTab('speakers')}
        onMoment={(seconds) => toMoment(seconds * 1000)}
      />
      {media && <Player {...{ transcription, media, chapters, cues }} />}
      <SpeakerNames />
      <HighlightCard />
      <TranscriptDialogs
        id={transcription.id}
        {...{ dialog, chapters, onJump }}
        isVideo={mayHavePicture(transcription)}
        onClose={() => setDialog(null)}
      />
    </Tabs.Root>
  );
}

/** Ways to a place in the text, which may first have to come back from behind another tab. */
function useJumps(
  segments: TranscriptionResult['segments'],
  text: RefObject<TranscriptTextHandle | null>,
  setTab: (tab: TranscriptView) => void,
) {
  const show = (segment: number) => {
    setTab('read');
    requestAnimationFrame(() => text.current?.show(segment));
  };
  const jump = (segment: number, ms: number) => {
    setTab('read');
    usePlayer.seek(ms);
    requestAnimationFrame(() => text.current?.show(segment, { head: true }));
  };
  return {
    show,
    onJump: (segment: number) => jump(segment, (segments[segment]?.start ?? 0) * 1000),
    toMoment: (ms: number) => jump(segmentAt(segments, ms)?.id ?? 0, ms),
  };
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
function useFindInText(tab: TranscriptView, setTab: (tab: TranscriptView) => void): void {
  const looking = useFind(({ open, doubt }) => open || doubt !== null);
  const onLooking = useEffectEvent(() => {
    if (looking) setTab('read');
  });
  const onTab = useEffectEvent(() => {
    if (tab === 'read' || !looking) return;
    useFind.close();
    useFind.setDoubt(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: beginning to look is what leads there.
  useEffect(() => onLooking(), [looking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the text is what ends it.
  useEffect(() => onTab(), [tab]);
}

type TranscriptDialogsProps = {
  id: string;
  dialog: DialogName | null;
  chapters: readonly Chapter[];
  isVideo: boolean;
  onJump: (segment: number) => void;
  onClose: () => void;
};

function TranscriptDialogs(props: TranscriptDialogsProps) {
  const { id, dialog, chapters, isVideo, onJump, onClose } = props;
  const current = useCurrentChapter(chapters);
  return (
    <>
      <ExportDialog id={id} open={dialog === 'export'} onClose={onClose} />
      <Drawer open={dialog === 'contents'} title="Contents" onClose={onClose}>
        <Contents
          chapters={chapters}
          current={current}
          onJump={(segment) => {
            onClose();
            onJump(segment);
          }}
        />
      </Drawer>
      <MediaDialog {...{ id, isVideo }} />
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
