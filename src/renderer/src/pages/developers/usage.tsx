import type { Usage as UsageFigures } from '../../../../shared/accounts.ts';
import { client } from '../../api/client.ts';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { formatCount } from '../../text/format.ts';

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
          value={usage?.days.reduce((sum, day) => sum + day.transcriptions, 0) ?? null}
        />
        {usage?.points_available != null && (
          <>
            <Figure name="Points left" value={usage.points_available} />
            <Figure name="Points spent" value={usage.points_spent} />
            <Figure name="Points reserved" value={usage.points_reserved} />
          </>
        )}
      </dl>
      {usage && <UsageChart days={usage.days} />}
    </div>
  );
}

type Days = UsageFigures['days'];

function minutes(days: Days): number {
  return Math.round(days.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
}

function lastWeek(days: Days): Days {
  const first = dayBefore(6);
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

const DAYS = 30;
const WIDTH = 600;
const HEIGHT = 96;
const STEP = WIDTH / DAYS;

/** Minutes transcribed on each of the last thirty days; screen readers get them as a table. */
function UsageChart({ days }: { days: Days }) {
  const bars = lastDays().map((date) => {
    const { seconds = 0 } = days.find((day) => day.date === date) ?? {};
    return { date, minutes: Math.round(seconds / 60) };
  });
  const most = Math.max(...bars.map(({ minutes }) => minutes));
  return (
    <figure className="space-y-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden
        className="block w-full rounded-xl border border-line bg-panel"
      >
        {bars.map(({ date, minutes }, index) => {
          const height = Math.max(2, (minutes / Math.max(1, most)) * (HEIGHT - 24));
          return (
            <rect
              key={date}
              x={index * STEP + 4}
              y={HEIGHT - 10 - height}
              width={STEP - 8}
              height={height}
              rx={2}
              className={minutes > 0 ? 'fill-accent' : 'fill-line'}
            >
              <title>{`${formatDay(date)}: ${minutes} min`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-sm text-soft tabular-nums">
        <span>{formatDay(bars[0]?.date ?? '')}</span>
        <span>{most > 0 ? `Minutes per day, at most ${most}` : 'Nothing in the last 30 days'}</span>
        <span>Today</span>
      </figcaption>
      <table className="sr-only">
        <caption>Transcribed in the last thirty days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Minutes</th>
            <th scope="col">Recordings</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, seconds, transcriptions }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td>{Math.round(seconds / 60)}</td>
              <td>{transcriptions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** `Oct 23`, in the user's own notation. */
function formatDay(date: string): string {
  return new Date(date).toLocaleDateString(undefined, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** As the service counts them: days of UTC. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function lastDays(): string[] {
  return Array.from({ length: DAYS }, (_, index) => dayBefore(DAYS - 1 - index));
}
