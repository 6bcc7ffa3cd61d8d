import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Transcription, TranscriptionResult } from '../../../../shared/transcription.ts';
import { useEdits } from '../../stores/edit-store.ts';
import { useFind } from '../../stores/find-store.ts';
import { usePlayer } from '../../stores/player-store.ts';
import { Outline } from './outline.tsx';
import { SubtitlesPanel } from './panels/subtitles-panel.tsx';
import { SummaryPanel } from './panels/summary-panel.tsx';
import { TermsPanel } from './panels/terms-panel.tsx';
import { MediaElement } from './player/media-element.tsx';
import { PlayerBar } from './player/player-bar.tsx';
import { toBlocks } from './reading/blocks.ts';
import { TranscriptText, type TranscriptTextHandle } from './reading/transcript-text.tsx';
import { ExportDialog } from './tools/export-dialog.tsx';
import { FindBar } from './tools/find-bar.tsx';
import { ReviewBar } from './tools/review-bar.tsx';
import { ShortcutsDialog } from './tools/shortcuts-dialog.tsx';
import { TranscriptTools } from './tools/transcript-tools.tsx';
import { useTranscriptKeys } from './tools/use-transcript-keys.ts';

type FinishedTranscriptProps = { transcription: Transcription; result: TranscriptionResult };

/** The recording and its text: to read, to hear, to correct and to take along. */
export function FinishedTranscript({ transcription, result }: FinishedTranscriptProps) {
  const { segments, structured, media } = result;
  const blocks = useMemo(() => toBlocks({ segments, structured }), [segments, structured]);
  const [tab, setTab] = useState('read');
  const [dialog, setDialog] = useState<'export' | 'help' | null>(null);
  const finding = useFind((state) => state.open);
  const reviewing = useFind((state) => state.doubt !== null);
  const text = useRef<TranscriptTextHandle>(null);
  const chapters = structured?.table_of_contents ?? [];
  const beside = chapters.length > 1 || media?.type.startsWith('video/');
  const closeDialog = () => setDialog(null);
  useLeaving();

  const show = (segment: number) => {
    setTab('read');
    // The text may first have to come back from behind another tab.
    requestAnimationFrame(() => text.current?.show(segment));
  };
  const jump = (segment: number) => {
    setTab('read');
    usePlayer.getState().seek((segments[segment]?.start ?? 0) * 1000);
    requestAnimationFrame(() => text.current?.show(segment, { head: true }));
  };
  useTranscriptKeys({
    segments,
    onShow: show,
    onHelp: () => setDialog('help'),
    onExport: () => setDialog('export'),
  });

  if (segments.length === 0) {
    return <p className="mt-6 text-soft">No speech was found in this recording.</p>;
  }
  return (
    <Tabs.Root value={tab} onValueChange={setTab} className="mt-4 pb-24">
      <div className="sticky top-14 z-5 -mx-6 space-y-3 border-b border-line bg-page px-6 pt-2">
        <div className="flex flex-wrap-reverse items-end justify-between gap-x-4 gap-y-2">
          <TabList structured={structured !== null} />
          <div className="pb-2">
            <TranscriptTools
              transcription={transcription}
              onExport={() => setDialog('export')}
              onHelp={() => setDialog('help')}
            />
          </div>
        </div>
        {finding && (
          <div className="pb-3">
            <FindBar segments={segments} onShow={show} />
          </div>
        )}
        {reviewing && (
          <div className="pb-3">
            <ReviewBar segments={segments} onShow={show} />
          </div>
        )}
      </div>
      <div
        className={`mt-6 grid gap-x-12 gap-y-6 ${beside ? 'lg:grid-cols-[minmax(0,1fr)_16rem]' : ''}`}
      >
        <div className="min-w-0">
          <Tabs.Panel value="read">
            <TranscriptText ref={text} blocks={blocks} segments={segments} />
          </Tabs.Panel>
          {structured && (
            <>
              <Tabs.Panel value="summary">
                <SummaryPanel structured={structured} onJump={jump} />
              </Tabs.Panel>
              <Tabs.Panel value="terms">
                <TermsPanel terms={structured.terms} onJump={jump} />
              </Tabs.Panel>
            </>
          )}
          <Tabs.Panel value="subtitles">
            <SubtitlesPanel segments={segments} language={transcription.language ?? 'en'} />
          </Tabs.Panel>
        </div>
        <Outline chapters={chapters} onJump={jump}>
          {media && <MediaElement media={media} />}
        </Outline>
      </div>
      {media && <PlayerBar durationMs={(transcription.duration_seconds ?? 0) * 1000} />}
      <ExportDialog id={transcription.id} open={dialog === 'export'} onClose={closeDialog} />
      <ShortcutsDialog open={dialog === 'help'} onClose={closeDialog} />
    </Tabs.Root>
  );
}

/** What was changed is stored also when the person goes away at once. */
function useLeaving(): void {
  useEffect(() => {
    const leave = () => {
      useEdits.getState().leave();
      useFind.getState().close();
      useFind.getState().setDoubt(null);
    };
    const store = () => void useEdits.getState().save({ keepalive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      leave();
    };
  }, []);
}

const TAB =
  'h-9 border-b-2 border-transparent px-3 text-sm text-soft hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink';

function TabList({ structured }: { structured: boolean }) {
  return (
    <Tabs.List aria-label="Views" className="-mb-px flex">
      <Tabs.Tab value="read" className={TAB}>
        Read
      </Tabs.Tab>
      {structured && (
        <>
          <Tabs.Tab value="summary" className={TAB}>
            Summary
          </Tabs.Tab>
          <Tabs.Tab value="terms" className={TAB}>
            Terms
          </Tabs.Tab>
        </>
      )}
      <Tabs.Tab value="subtitles" className={TAB}>
        Subtitles
      </Tabs.Tab>
    </Tabs.List>
  );
}
