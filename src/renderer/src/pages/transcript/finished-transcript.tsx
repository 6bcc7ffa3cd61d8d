import { Tabs } from '@base-ui/react/tabs';
import { useMemo, useRef, useState } from 'react';
import type { Structured } from '../../../../shared/transcription/structured.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { ShortcutsDialog } from '../../components/dialogs/shortcuts-dialog.tsx';
import { usePlayer } from '../../stores/transcript/player-store.ts';
import { Outline } from './outline.tsx';
import { cuesOf } from './panels/cues-of.ts';
import { CueOverlay } from './panels/current-cue.tsx';
import { SubtitlesPanel } from './panels/subtitles-panel.tsx';
import { SummaryPanel } from './panels/summary-panel.tsx';
import { TermsPanel } from './panels/terms-panel.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { usePauseWhileWriting } from './player/use-pause-while-writing.ts';
import { useStopFollowing } from './player/use-stop-following.ts';
import { toBlocks } from './reading/blocks.ts';
import { ConflictNotice } from './reading/conflict-notice.tsx';
import { LeftOut } from './reading/left-out.tsx';
import { segmentAt } from './reading/places.ts';
import { TranscriptText, type TranscriptTextHandle } from './reading/transcript-text.tsx';
import { ExportDialog } from './tools/export-dialog.tsx';
import { HeardDialog } from './tools/heard-dialog.tsx';
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
};

/** The recording and its text: to read, to hear, to correct and to take along. */
export function FinishedTranscript({ transcription, result, at }: FinishedTranscriptProps) {
  const { segments, structured, media } = result;
  const blocks = useMemo(() => toBlocks({ segments, structured }), [segments, structured]);
  const [tab, setTab] = useState('read');
  const cues = useMemo(() => (tab === 'subtitles' ? cuesOf(segments) : []), [segments, tab]);
  const [dialog, setDialog] = useState<'export' | 'help' | 'heard' | null>(null);
  const text = useRef<TranscriptTextHandle>(null);
  const views = useRef<HTMLDivElement>(null);
  const chapters = structured?.table_of_contents ?? [];
  const picture = media?.type.startsWith('video/') ?? false;
  const beside = picture || chapters.length > 1;
  const closeDialog = () => setDialog(null);
  useLeaving(transcription.id);
  usePauseWhileWriting();
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
    <Tabs.Root value={tab} onValueChange={setTab} className="mt-4 pb-32 sm:pb-24">
      <TranscriptHead
        transcription={transcription}
        result={result}
        onShow={show}
        onExport={() => setDialog('export')}
        onHelp={() => setDialog('help')}
        onHeard={() => setDialog('heard')}
      />
      <ConflictNotice />
      <div
        ref={views}
        className={`mt-6 grid scroll-mt-36 max-lg:scroll-mt-48 gap-x-12 gap-y-6 ${beside ? (cues.length > 0 && picture ? WIDE : NARROW) : ''}`}
      >
        <div className="min-w-0">
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
        {beside && (
          <Outline chapters={chapters} onJump={onJump}>
            {media && picture && (
              <div className="relative">
                <MediaElement media={media} />
                <CueOverlay cues={cues} />
              </div>
            )}
          </Outline>
        )}
      </div>
      {media && !picture && <MediaElement media={media} />}
      {media && <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} />}
      <ExportDialog id={transcription.id} open={dialog === 'export'} onClose={closeDialog} />
      <HeardDialog id={transcription.id} open={dialog === 'heard'} onClose={closeDialog} />
      <ShortcutsDialog shortcuts={SHORTCUTS} open={dialog === 'help'} onClose={closeDialog}>
        Click a word to hear it; double-click a sentence to correct it. Select words to give them to
        another speaker.
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

/** The picture is larger where its subtitles are read. */
const WIDE = 'lg:grid-cols-[minmax(0,1fr)_28rem]';
const NARROW = 'lg:grid-cols-[minmax(0,1fr)_16rem]';
