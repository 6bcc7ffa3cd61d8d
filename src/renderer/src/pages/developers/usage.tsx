import type { Usage as UsageFigures } from '../../../../shared/accounts.ts';
import { client } from '../../api/client.ts';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { formatCount } from '../../text/format.ts';
import { UsageChart } from './usage-chart.tsx';

const useUsage = createLoadedStore(() => client.getUsage());

/** What was transcribed, by this window and all keys together; points only where they are limited. */
export function Usage() {
  const usage = useLoaded(useUsage);
  return (
    <div className="space-y-4">
      <p className="text-soft">Recordings transcribed by this window and by all keys.</p>
      <dl className="card grid grid-cols-2 gap-4 px-5 py-4 sm:grid-cols-3">
        <Figure name="Minutes, last 30 days" value={usage && minutes(usage.days)} />
        <Figure name="Minutes, last 7 days" value={usage && minutes(lastWeek(usage.days))} />
        <Figure
          name="Recordings, last 30 days"
          value={usage ? usage.days.reduce((sum, day) => sum + day.transcriptions, 0) : null}
        />
        {usage?.points_available != null && (
          <>
            <Figure name="Points left" value={usage.points_available} />
            <Figure name="Points spent" value={usage.points_spent} />
            <Figure name="Points reserved" value={usage.points_reserved} />
          </>
        )}
      </dl>
      {usage && <UsageChart days={usage.days} today={new Date()} />}
    </div>
  );
}

type Days = UsageFigures['days'];

function minutes(days: Days): number {
  return Math.round(days.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
}

function lastWeek(days: Days): Days {
  const first = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  return days.filter(({ date }) => date >= first);
}

function Figure({ name, value }: { name: string; value: number | null }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="h-7 text-lg font-semibold tabular-nums">
        {value === null ? '' : formatCount(value)}
      </dd>
    </div>
  );
}
