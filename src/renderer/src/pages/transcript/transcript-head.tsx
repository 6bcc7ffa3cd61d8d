import type {
  Transcription,
  TranscriptionResult,
} from '../../../../shared/transcription/transcription.ts';
import { useFind } from '../../stores/transcript/find-store.ts';
import { TabList } from './tab-list.tsx';
import { FindBar } from './tools/find-bar.tsx';
import { ReviewBar } from './tools/review-bar.tsx';
import { TranscriptTools } from './tools/transcript-tools.tsx';

type TranscriptHeadProps = {
  transcription: Transcription;
  result: TranscriptionResult;
  /** Brings a segment into view. */
  onShow: (segment: number) => void;
  onExport: () => void;
  onHelp: () => void;
  onHeard: () => void;
};

/** Stays above the text: the tabs, the tools, and what is being looked for. */
export function TranscriptHead({
  transcription,
  result: { segments, structured },
  onShow,
  onExport,
  onHelp,
  onHeard,
}: TranscriptHeadProps) {
  const finding = useFind((state) => state.open);
  const reviewing = useFind((state) => state.doubt !== null);
  return (
    <div className="sticky top-14 z-5 -mx-4 space-y-3 border-b border-line bg-page px-4 pt-2 max-sm:-top-8 sm:-mx-6 sm:px-6 [@media(40rem<=width<64rem)_and_(height<32rem)]:top-1">
      <div className="flex flex-wrap-reverse items-start justify-between gap-x-4">
        <TabList structured={structured !== null} />
        <div className="pb-2 max-sm:h-20">
          <TranscriptTools
            transcription={transcription}
            onExport={onExport}
            onHelp={onHelp}
            onHeard={onHeard}
          />
        </div>
      </div>
      {finding && (
        <div className="pb-3">
          <FindBar segments={segments} onShow={onShow} />
        </div>
      )}
      {reviewing && (
        <div className="pb-3">
          <ReviewBar segments={segments} onShow={onShow} />
        </div>
      )}
    </div>
  );
}
