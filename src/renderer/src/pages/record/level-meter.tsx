import { Meter } from '@base-ui/react/meter';
import type { RecordedTrack } from '../../../../shared/recordings.ts';
import { useLevels } from '../../stores/recorder/level-store.ts';

/** The quietest that is shown, in decibels below the loudest. */
const RANGE_DB = 60;
/** From here on it is too loud to be recorded as it is. */
const TOO_LOUD = 0.98;

/** How loud a track is: a bar that moves with it. */
export function LevelMeter({ track, label }: { track: RecordedTrack; label: string }) {
  const peak = useLevels((state) => state[track]);
  const share = Math.max(0, 1 + (20 * Math.log10(Math.max(peak, 0.001))) / RANGE_DB);
  return (
    <Meter.Root value={Math.round(100 * share)} aria-label={label} className="min-w-24 flex-1">
      <Meter.Track className="h-2 overflow-hidden rounded-full bg-raised">
        <Meter.Indicator
          className={`rounded-full ${peak > TOO_LOUD ? 'bg-danger' : 'bg-accent'}`}
        />
      </Meter.Track>
    </Meter.Root>
  );
}
