import type { Usage } from '../../../../shared/accounts.ts';

type Day = Usage['days'][number];

const DAYS = 30;
const WIDTH = 600;
const HEIGHT = 96;
const STEP = WIDTH / DAYS;

/** Minutes transcribed on each of the last thirty days; screen readers get them as a table. */
export function UsageChart({ days, today }: { days: readonly Day[]; today: Date }) {
  const bars = lastDays(today).map((date) => {
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
function lastDays(today: Date): string[] {
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(today.getTime() - (DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
