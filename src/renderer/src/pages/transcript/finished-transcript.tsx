import { Tabs } from '@base-ui/react/tabs';
import { useMemo, useRef, useState } from 'react';
import type { Structured } from '../../../../shared/transcription/structured.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { Drawer } from '../../components/dialogs/drawer.tsx';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { type TranscriptView, transcriptPath } from '../../route.ts';
import { navigate } from '../../router.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { Beside } from './contents/beside.tsx';
import { Contents } from './contents/contents.tsx';
import { useCurrentChapter } from './contents/use-current-chapter.ts';
import { cuesOf } from './panels/cues-of.ts';
import { CueOverlay } from './panels/current-cue.tsx';
import { SubtitlesPanel } from './panels/subtitles-panel.tsx';
import { SummaryPanel } from './panels/summary-panel.tsx';
import { TermsPanel } from './panels/terms-panel.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { useStopFollowing } from './player/use-stop-following.ts';
import { toBlocks } from './reading/blocks.ts';
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
  const tab = structured || view === 'subtitles' ? view : 'read';
  const setTab = (next: TranscriptView) => {
    if (next !== tab) navigate(transcriptPath(transcription.id, next));
  };
  const cues = useMemo(() => (tab === 'subtitles' ? cuesOf(segments) : []), [segments, tab]);
  const [dialog, setDialog] = useState<'export' | 'help' | 'contents' | null>(null);
  const text = useRef<TranscriptTextHandle>(null);
  const views = useRef<HTMLDivElement>(null);
  const chapters = structured?.table_of_contents ?? [];
  const picture = media?.type.startsWith('video/') ?? false;
  const contents = chapters.length > 1;
  const current = useCurrentChapter(chapters);
  const wide = useMediaQuery('(width >= 96rem)');
  const closeDialog = () => setDialog(null);
  useLeaving();
  useStopFollowing();
  useTabPlaces(tab, views);

  const show = (segment: number) => {
    setTab('read');
    // The text may first have to come back from behind another tab.
    requestAnimationFrame(() => text.current?.show(segment));
  };
  const jump = (segment: number, ms: number) => {
    setTab('read');
    usePlayer.getState().seek(ms);
    requestAnimationFrame(() => text.current?.show(segment, { head: true }));
  };
  const onJump = (segment: number) => jump(segment, (segments[segment]?.start ?? 0) * 1000);
  useMoment(at, (ms) => jump(segmentAt(segments, ms)?.id ?? 0, ms));
  useTranscriptKeys({
    segments,
    onShow: show,
    onHelp: () => setDialog('help'),
    onExport: () => setDialog('export'),
  });

  return (
    <Tabs.Root value={tab} onValueChange={setTab} className="mt-3 pb-32 sm:pb-24">
      <TranscriptHead
        transcription={transcription}
        result={result}
        onShow={show}
        tools={{
          onExport: () => setDialog('export'),
          onHelp: () => setDialog('help'),
          onContents: contents ? () => setDialog('contents') : null,
        }}
      />
      <div
        ref={views}
        className={`mt-5 scroll-mt-[calc(var(--head,7rem)+1rem)] gap-x-10 lg:grid ${BESIDE_SIZE} ${columns({ picture, contents, subtitles: tab === 'subtitles', side: picture || structured !== null })}`}
      >
        <Beside
          chapters={chapters}
          current={current}
          onJump={onJump}
          picture={
            media &&
            picture && (
              <>
                <MediaElement media={media} />
                <CueOverlay cues={cues} />
              </>
            )
          }
        >
          {wide && structured && tab !== 'summary' && (
            <SummaryPanel structured={structured} onJump={onJump} />
          )}
        </Beside>
        <div
          className={`min-w-0 lg:col-start-1 lg:row-start-1 ${contents ? '2xl:col-start-2' : ''}`}
        >
          <Tabs.Panel value="read">
            <TranscriptText ref={text} blocks={blocks} segments={segments} />
            <LeftOut coverage={result.coverage} suppressed={result.suppressed} />
          </Tabs.Panel>
          {structured && <StructuredPanels structured={structured} onJump={onJump} />}
          <Tabs.Panel value="subtitles">
            <SubtitlesPanel
              cues={cues}
              language={transcription.language ?? 'en'}
              picture={picture}
            />
          </Tabs.Panel>
        </div>
      </div>
      {media && !picture && <MediaElement media={media} />}
      {media && (
        <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} chapters={chapters} />
      )}
      <ExportDialog id={transcription.id} open={dialog === 'export'} onClose={closeDialog} />
      <Drawer open={dialog === 'contents'} title="Contents" onClose={closeDialog}>
        <Contents
          chapters={chapters}
          current={current}
          onJump={(segment) => {
            closeDialog();
            onJump(segment);
          }}
        />
      </Drawer>
      <ShortcutsDialog shortcuts={SHORTCUTS} open={dialog === 'help'} onClose={closeDialog}>
        Click a word to hear it; double-click a sentence to edit it. Over the waveform the wheel
        zooms; so do + and − when it has the focus.
      </ShortcutsDialog>
    </Tabs.Root>
  );
}

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
