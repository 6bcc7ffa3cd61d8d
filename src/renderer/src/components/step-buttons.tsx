import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

type StepButtonsProps = {
  /** What one steps through, such as `match`. */
  what: string;
  /** The keys that do the same: to the one before, to the one after. */
  keys: readonly [string, string];
  onStep: (step: 1 | -1) => void;
};

export function StepButtons({ what, keys: [before, after], onStep }: StepButtonsProps) {
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={`Previous ${what}`}
        tip={`Previous (${before})`}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={`Next ${what}`}
        tip={`Next (${after})`}
        onClick={() => onStep(1)}
      />
    </>
  );
}
