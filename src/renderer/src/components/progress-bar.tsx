import { Progress } from '@base-ui/react/progress';

type ProgressBarProps = {
  /** 0–1; `null` while nobody knows how far it is. */
  value: number | null;
  label: string;
};

/** A thin bar that glides between the values it is given. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  return (
    <Progress.Root value={value === null ? null : Math.round(value * 100)} aria-label={label}>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-raised">
        <Progress.Indicator
          className={`rounded-full bg-accent ${value === null ? UNKNOWN : 'transition-[width] duration-700 ease-out'}`}
        />
      </Progress.Track>
    </Progress.Root>
  );
}

/** A third that wanders along; where nothing may move, a pale whole. */
const UNKNOWN = 'h-full w-1/3 wander motion-reduce:w-full motion-reduce:opacity-40';
