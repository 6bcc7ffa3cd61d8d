import { Progress } from '@base-ui/react/progress';

type ProgressBarProps = {
  /** 0–1. */
  value: number;
  label: string;
};

/** A thin bar that moves smoothly between its values. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  return (
    <Progress.Root value={Math.round(value * 100)} aria-label={label}>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-raised forced-colors:bg-[GrayText]">
        <Progress.Indicator className="rounded-full bg-accent forced-colors:bg-[Highlight] transition-[width] duration-700 ease-out" />
      </Progress.Track>
    </Progress.Root>
  );
}
