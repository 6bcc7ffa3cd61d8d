import { Tabs } from '@base-ui/react/tabs';
import { keepHead } from '../../components/frame/covered-above.ts';
import type { TranscriptView } from '../../route.ts';
import type { Finished } from '../../stores/transcript/transcript-store.ts';
import { ReviewBar } from './editing/review-bar.tsx';
import { FindBar } from './find/find-bar.tsx';
import { useFind } from './find/find-store.ts';
import { TranscriptTools } from './transcript-tools.tsx';

type TabsAndToolsProps = {
  transcription: Finished;
  /** Whether the text is shown: only there is something found and reviewed. */
  reading: boolean;
};

/** Stays above the text: the tabs, the tools, and what is being looked for. */
export function TabsAndTools({ transcription, reading }: TabsAndToolsProps) {
  const { segments, structured } = transcription.result;
  const finding = useFind((state) => state.open);
  const reviewing = useFind((state) => state.doubt !== null);
  return (
    <div
      ref={keepHead}
      data-stays
      className="sticky top-14 z-5 -mx-4 space-y-2 border-b border-line bg-page px-4 pt-1 sm:-mx-6 sm:px-6 short:static"
    >
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-2 short:sm:flex-nowrap">
        <TabList structured={structured !== null} />
        <TranscriptTools transcription={transcription} />
      </div>
      {reading && (finding || reviewing) && (
        <div className="pb-2">
          {finding ? <FindBar segments={segments} /> : <ReviewBar segments={segments} />}
        </div>
      )}
    </div>
  );
}

const TAB =
  'h-9 shrink-0 max-sm:px-1 max-sm:text-xs short:px-1.5 border-b-2 border-transparent forced-colors:not-data-active:border-[Canvas] px-2.5 2xl:px-3 text-sm text-soft hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink';

const TABS: readonly (readonly [TranscriptView, string])[] = [
  ['read', 'Read'],
  ['summary', 'Summary'],
  ['terms', 'Terms'],
  ['speakers', 'Speakers'],
  ['subtitles', 'Subtitles'],
  ['highlights', 'Highlights'],
];

/** Some are there only when it was structured. */
function TabList({ structured }: { structured: boolean }) {
  const shown = TABS.filter(([view]) => structured || (view !== 'summary' && view !== 'terms'));
  return (
    <Tabs.List
      aria-label="Views"
      className="-mb-px flex max-w-full overflow-x-auto [scrollbar-width:thin]"
    >
      {shown.map(([view, name]) => (
        <Tabs.Tab key={view} value={view} className={TAB}>
          {name}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
