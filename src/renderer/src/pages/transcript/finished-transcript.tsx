import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CueEdit } from '../../../../shared/subtitles/cue-edits.ts';
import type { EditedCue } from '../../../../shared/subtitles/edited-cues.ts';
import type { PlayableMedia } from '../../../../shared/transcription/media.ts';
import type { Chapter, Structured } from '../../../../shared/transcription/structured.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { Drawer } from '../../components/dialogs/drawer.tsx';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { type TranscriptView, transcriptPath } from '../../route.ts';
import { navigate } from '../../router.ts';
import { useCues } from '../../stores/transcript/cue-store.ts';
import { useExport } from '../../stores/transcript/export-store.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { Beside } from './contents/beside.tsx';
import { Contents } from './contents/contents.tsx';
import { useCurrentChapter } from './contents/use-current-chapter.ts';
import { cuesOf } from './panels/cues-of.ts';
import { CueOverlay } from './panels/current-cue.tsx';
import { SpeakerQuestions } from './panels/speakers/speaker-questions.tsx';
import { SpeakersPanel } from './panels/speakers/speakers-panel.tsx';
import { UncertainSpeakers } from './panels/speakers/uncertain-speakers.tsx';
import { SubtitlesPanel } from './panels/subtitles-panel.tsx';
import { SummaryPanel } from './panels/summary-panel.tsx';
import { TermsPanel } from './panels/terms-panel.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { useStopFollowing } from './player/use-stop-following.ts';
import { type Block, toBlocks } from './reading/blocks.ts';
import { LeftOut } from './reading/left-out.tsx';
import { segmentAt } from './reading/places.ts';
import { TranscriptText, type TranscriptTextHandle } from './reading/transcript-text.tsx';
import { ExportDialog } from './tools/export-dialog.tsx';
import { SHORTCUTS } from './tools/shortcuts.ts';
import { useLeaving } from './tools/use-leaving.ts';
import { useMoment } from './tools/use-moment.ts';
import { useTabPlaces } from './tools/use-tab-places.ts';
import { useTranscriptKeys } from './tools/use-transcript-keys.ts';
import { TranscriptHead } from './transcript-head.tsx';

type FinishedTranscriptProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  /** The moment to begin at, in seconds. */
  at: number | null;
  view: TranscriptView;
};

/** The recording and its text: to read, to hear, to correct and to take along. */
export function FinishedTranscript({ transcription, result, at, view }: FinishedTranscriptProps) {
  const { segments, structured, media } = result;
  const blocks = useMemo(() => toBlocks({ segments, structured }), [segments, structured]);
  const tab = structured || (view !== 'summary' && view !== 'terms') ? view : 'read';
  const setTab = (next: TranscriptView) => {
    if (next !== tab) navigate(transcriptPath(transcription.id, next));
  };
  const cues = useCuesToShow(transcription.id, segments, tab === 'subtitles');
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const text = useRef<TranscriptTextHandle>(null);
  const views = useRef<HTMLDivElement>(null);
  const chapters = structured?.table_of_contents ?? [];
  const picture = media?.type.startsWith('video/') ?? false;
  const contents = chapters.length > 1;
  const parts = { picture, contents, side: picture || structured !== null };
  const current = useCurrentChapter(chapters);
  const wide = useMediaQuery('(width >= 96rem)');
  const closeDialog = () => setDialog(null);
  useLeaving();
  useStopFollowing();
  useTabPlaces(tab, views);
  useFindInText(tab, setTab);

  const { show, jump } = useShowing(text, () => setTab('read'));
  const onJump = (segment: number) => jump(segment, (segments[segment]?.start ?? 0) * 1000);
  useMoment(at, (ms) => jump(segmentAt(segments, ms)?.id ?? 0, ms));
  const onHelp = () => setDialog('help');
  const onExport = () => setDialog('export');
  useTranscriptKeys({ segments, onShow: show, onHelp, onExport });

  return (
    <Tabs.Root value={tab} onValueChange={setTab} className="mt-3 pb-32 sm:pb-24">
      <UncertainSpeakers
        id={transcription.id}
        diarization={result.diarization}
        onListen={() => setTab('speakers')}
      />
      <TranscriptHead
        transcription={transcription}
        result={result}
        reading={tab === 'read'}
        onShow={show}
        tools={{ onExport, onHelp, onContents: contents ? () => setDialog('contents') : null }}
      />
      <div
        ref={views}
        className={`mt-5 scroll-mt-[calc(var(--head,7rem)+1rem)] gap-x-10 lg:grid ${BESIDE_SIZE} ${columns({ ...parts, subtitles: tab === 'subtitles' })}`}
      >
        <Beside
          chapters={chapters}
          current={current}
          onJump={onJump}
          picture={media && picture && <Picture media={media} cues={cues} />}
        >
          {wide && structured && tab !== 'summary' && (
            <SummaryPanel structured={structured} onJump={onJump} />
          )}
        </Beside>
        <Views
          {...{ transcription, result, blocks, text, cues, picture, onJump }}
          className={contents ? '2xl:col-start-2' : ''}
        />
      </div>
      {media && !picture && <MediaElement media={media} />}
      {media && (
        <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} chapters={chapters} />
      )}
      <SpeakerQuestions segments={segments} />
      <Dialogs
        {...{ dialog, chapters, current, onJump }}
        id={transcription.id}
        onClose={closeDialog}
      />
    </Tabs.Root>
  );
}

/** Brings a segment into view, and `jump` its sound along. */
function useShowing(text: RefObject<TranscriptTextHandle | null>, onText: () => void) {
  const show = (segment: number) => {
    onText();
    // The text may first have to come back from behind another tab.
    requestAnimationFrame(() => text.current?.show(segment));
  };
  const jump = (segment: number, ms: number) => {
    onText();
    usePlayer.getState().seek(ms);
    requestAnimationFrame(() => text.current?.show(segment, { head: true }));
  };
  return { show, jump };
}

type ViewsProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  blocks: readonly Block[];
  text: RefObject<TranscriptTextHandle | null>;
  cues: readonly EditedCue[];
  picture: boolean;
  onJump: (segment: number) => void;
  className: string;
};

/** The text, and what else there is of it behind tabs. */
function Views(props: ViewsProps) {
  const { transcription, result, blocks, text, cues, picture, onJump, className } = props;
  const { segments, structured } = result;
  return (
    <div className={`min-w-0 lg:col-start-1 lg:row-start-1 ${className}`}>
      <Tabs.Panel value="read">
        <TranscriptText ref={text} blocks={blocks} segments={segments} />
        <LeftOut coverage={result.coverage} suppressed={result.suppressed} />
      </Tabs.Panel>
      {structured && <StructuredPanels structured={structured} onJump={onJump} />}
      <Tabs.Panel value="speakers">
        <SpeakersPanel result={result} onJump={onJump} />
      </Tabs.Panel>
      <Tabs.Panel value="subtitles">
        <SubtitlesPanel cues={cues} language={transcription.language ?? 'en'} picture={picture} />
      </Tabs.Panel>
    </div>
  );
}

function Picture({ media, cues }: { media: PlayableMedia; cues: readonly EditedCue[] }) {
  return (
    <>
      <MediaElement media={media} />
      <CueOverlay cues={cues} />
    </>
  );
}

type DialogName = 'export' | 'help' | 'contents';

type DialogsProps = {
  id: string;
  dialog: DialogName | null;
  chapters: readonly Chapter[];
  current: number;
  onJump: (segment: number) => void;
  onClose: () => void;
};

function Dialogs({ id, dialog, chapters, current, onJump, onClose }: DialogsProps) {
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
      <ShortcutsDialog shortcuts={SHORTCUTS} open={dialog === 'help'} onClose={onClose}>
        Click a word to hear it; double-click a sentence to edit it. Over the waveform the wheel
        zooms; so do + and − when it has the focus.
      </ShortcutsDialog>
    </>
  );
}

/** To find or review leads to the text, and to leave the text ends both. */
function useFindInText(tab: string, setTab: (tab: TranscriptView) => void): void {
  const looking = useFind(({ open, doubt }) => open || doubt !== null);
  const onLooking = useEffectEvent(() => {
    if (looking) setTab('read');
  });
  const onTab = useEffectEvent(() => {
    if (tab === 'read' || !looking) return;
    useFind.getState().close();
    useFind.getState().setDoubt(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: beginning to look is what leads there.
  useEffect(() => onLooking(), [looking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the text is what ends it.
  useEffect(() => onTab(), [tab]);
}

/** The subtitles as they would be exported now; none while they are not looked at. */
function useCuesToShow(id: string, segments: TranscriptionResult['segments'], wanted: boolean) {
  const choice = useExport((state) => state.choice);
  const edits = useCues((state) => (state.id === id ? state.edits : NO_EDITS));
  const load = useCues((state) => state.load);
  useEffect(() => {
    if (wanted) void load(id);
  }, [wanted, id, load]);
  return useMemo(
    () => (wanted ? cuesOf(segments, choice, edits) : []),
    [wanted, segments, choice, edits],
  );
}

const NO_EDITS: readonly CueEdit[] = [];

type StructuredPanelsProps = { structured: Structured; onJump: (segment: number) => void };

function StructuredPanels({ structured, onJump }: StructuredPanelsProps) {
  return (
    <>
      <Tabs.Panel value="summary">
        <SummaryPanel structured={structured} onJump={onJump} />
      </Tabs.Panel>
      <Tabs.Panel value="terms">
        <TermsPanel terms={structured.terms} onJump={onJump} />
      </Tabs.Panel>
    </>
  );
}

/** What stands beside the text ends above the player. */
const BESIDE_SIZE =
  '[--beside-height:calc(100dvh-var(--head,7rem)-var(--foot,4rem)-2.5rem)] [--beside:calc(var(--head,7rem)+1.25rem)]';

type Parts = { picture: boolean; contents: boolean; subtitles: boolean; side: boolean };

/** The columns; the picture is larger where its subtitles are read. */
function columns({ picture, contents, subtitles, side }: Parts): string {
  const wide = contents ? WIDE_THREE : side ? WIDE_TWO : '';
  if (picture) return `${subtitles ? LARGE_PICTURE : PICTURE} ${wide}`;
  return `${contents ? CONTENTS : ''} ${wide}`;
}

const LARGE_PICTURE = 'lg:grid-cols-[minmax(0,1fr)_28rem]';
const PICTURE = 'lg:grid-cols-[minmax(0,1fr)_22rem]';
const CONTENTS = 'lg:grid-cols-[minmax(0,1fr)_16rem]';
const WIDE_TWO = '2xl:grid-cols-[minmax(0,1fr)_27rem]';
const WIDE_THREE = '2xl:grid-cols-[15rem_minmax(0,1fr)_27rem]';
