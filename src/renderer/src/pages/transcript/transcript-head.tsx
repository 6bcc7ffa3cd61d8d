import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { keepHead } from '../../components/frame/covered-above.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { TabList } from './tab-list.tsx';
import { FindBar } from './tools/find-bar.tsx';
import { ReviewBar } from './tools/review-bar.tsx';
import { TranscriptTools, type TranscriptToolsProps } from './tools/transcript-tools.tsx';

type TranscriptHeadProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  /** Whether the text is shown: only there is something found and reviewed. */
  reading: boolean;
  /** Brings a segment into view. */
  onShow: (segment: number) => void;
  tools: Omit<TranscriptToolsProps, 'transcription'>;
};

/** Stays above the text: the tabs, the tools, and what is being looked for. */
export function TranscriptHead({
  transcription,
  result: { segments, structured },
  reading,
  onShow,
  tools,
}: TranscriptHeadProps) {
  const finding = useFind((state) => state.open) && reading;
  const reviewing = useFind((state) => state.doubt !== null) && reading;
  return (
    <div
      ref={keepHead}
      data-stays
      className="sticky top-14 z-5 -mx-4 space-y-2 border-b border-line bg-page px-4 pt-1 sm:-mx-6 sm:px-6 [@media(height<30rem)]:static"
    >
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-4">
        <TabList structured={structured !== null} />
        <TranscriptTools {...tools} transcription={transcription} />
      </div>
      {finding && (
        <div className="pb-2">
          <FindBar segments={segments} onShow={onShow} />
        </div>
      )}
      {reviewing && (
        <div className="pb-2">
          <ReviewBar segments={segments} onShow={onShow} />
        </div>
      )}
    </div>
  );
}
