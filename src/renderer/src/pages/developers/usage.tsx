import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useDevelopers } from '../../stores/developer-store.ts';
import { UsageChart } from './usage-chart.tsx';

/** Points and minutes of all keys, and how they came about. */
export function Usage() {
  const usage = useDevelopers((state) => state.usage);
  const loadUsage = useDevelopers((state) => state.loadUsage);
  useLoad(loadUsage);

  const days = usage?.days ?? [];
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0);
  return (
    <Section title="Usage">
      <p className="text-sm text-soft">
        A point is a started minute of a finished recording. This window and test keys spend none.
      </p>
      <dl className="grid grid-cols-3 gap-4 rounded-xl border border-line bg-panel px-5 py-4 shadow-panel">
        <Figure name="Points spent" value={usage?.points_spent} />
        <Figure name="Points reserved" value={usage?.points_reserved} />
        <Figure name="Minutes, last 30 days" value={usage ? Math.round(seconds / 60) : undefined} />
      </dl>
      {usage && <UsageChart days={usage.days} today={new Date()} />}
    </Section>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="h-7 text-lg font-semibold tabular-nums">{value?.toLocaleString() ?? ''}</dd>
    </div>
  );
}
