/** Writes metrics in the text format of Prometheus. Loaded when they are first requested. */
import { readdirSync } from 'node:fs';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Readiness } from '../../../shared/health.ts';
import { Stage } from '../../../shared/transcription/transcription.ts';
import {
  ANSWER_SECONDS,
  COUNTERS,
  type CounterName,
  type Durations,
  type Tally,
} from '../../core/metric-counters.ts';

/** What is looked up on request; events are counted in the tally. */
export type Figures = {
  version: string;
  database: 'sqlite' | 'postgresql';
  /** Transcriptions by stage; `age` is that of the oldest, in seconds. */
  work: readonly { stage: string; count: number; age: number }[];
  /** Windows that wait or are being transcribed; `age` is since the oldest was asked for, in seconds. */
  windows: { count: number; age: number };
  /** `lag` is how long the first that is due has been due, in seconds. */
  webhooks: { pending: number; lag: number };
  /** Seconds that transcribing a second of sound takes. */
  factors: readonly { model: string; device: string; factor: number }[];
  /** How many share the database. */
  services: number;
  notReady: Readiness['failed'];
  freeBytes: number;
  /** The longest since it was last asked for, in seconds. */
  eventLoopLag: number;
  /** Seconds since 1970. */
  startedAt: number;
};

/** Shown as 0 before the first one: an alert needs a value to compare with. */
const EXPECTED: Partial<Record<CounterName, Record<string, string>[]>> = {
  steno_transcriptions_ended_total: ['completed', 'failed', 'canceled'].map((status) => ({
    status,
  })),
  steno_uploads_total: [{}],
  steno_upload_bytes_total: [{}],
  steno_points_spent_total: [{}],
};
const STAGES = ['queued', 'starting', ...Stage.options];

/** In a new registry each time, so that nothing is left of the last one. */
export async function writeFigures(
  figures: Figures,
  tally: Tally,
): Promise<{ type: string; text: string }> {
  const registry = new Registry();
  addCounters(registry, tally);
  await addDurations(registry, tally.durations());
  addWork(registry, figures);
  addProcess(registry, figures);
  return { type: registry.contentType, text: await registry.metrics() };
}

function addCounters(registry: Registry, tally: Tally): void {
  const registers = [registry];
  for (const [name, { help, labels }] of entries(COUNTERS)) {
    const counter = new Counter({ name, help, labelNames: [...labels], registers });
    for (const expected of EXPECTED[name] ?? []) counter.inc(expected, 0);
    for (const { labels: of, value } of tally.counts(name)) counter.inc(of, value);
  }
}

/** A histogram of values counted before, for which prom-client has no function. */
async function addDurations(registry: Registry, durations: readonly Durations[]): Promise<void> {
  const name = 'steno_http_request_duration_seconds';
  const histogram = new Histogram({
    name,
    help: 'How long it took until the answer was ready to be sent, in seconds.',
    labelNames: ['route', 'method'],
    registers: [],
  });
  const values = durations.flatMap(({ labels, within, seconds, count }) => {
    const bucket = (le: string, value: number) => ({
      labels: { ...labels, le },
      value,
      metricName: `${name}_bucket`,
    });
    let sum = 0;
    const buckets = ANSWER_SECONDS.map((bound, at) => {
      sum += within[at] ?? 0;
      return bucket(String(bound), sum);
    });
    return [
      ...[...buckets, bucket('+Inf', count)],
      { labels, value: seconds, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  });
  const shown = { ...(await histogram.get()), values };
  // A registry calls this first, if a metric has it.
  registry.registerMetric(Object.assign(histogram, { getForPromString: async () => shown }));
}

function addWork(registry: Registry, figures: Figures): void {
  const { set, each } = gauges(registry);
  const work = STAGES.map(
    (stage) => figures.work.find((it) => it.stage === stage) ?? { stage, count: 0, age: 0 },
  );
  each('steno_transcriptions', 'Transcriptions that are not over, by stage.', ['stage'])(
    work.map(({ stage, count }) => [{ stage }, count]),
  );
  each('steno_oldest_transcription_age_seconds', 'Since the oldest of them was created.', [
    'stage',
  ])(work.map(({ stage, age }) => [{ stage }, age]));
  each('steno_real_time_factor', 'Seconds that transcribing a second of sound takes, of late.', [
    'model',
    'device',
  ])(figures.factors.map(({ model, device, factor }) => [{ model, device }, factor]));
  const { count, age } = figures.windows;
  set(
    'steno_lanes_wanted',
    'Windows that wait or are being transcribed: as many lanes would be busy.',
    count,
  );
  set('steno_oldest_window_age_seconds', 'Since the oldest of them was asked for.', age);
  const { pending, lag } = figures.webhooks;
  set('steno_webhooks_pending', 'Webhooks to be sent, now or again later.', pending);
  set('steno_webhook_lag_seconds', 'How long the first that is due has been due.', lag);
  each('steno_ready', 'What /health/ready looks at: 1 is well, 0 is not.', ['check'])(
    Readiness.shape.failed.element.options.map((check) => [
      { check },
      figures.notReady.includes(check) ? 0 : 1,
    ]),
  );
  set('steno_services', 'Services on the database that are there.', figures.services);
  set('steno_free_bytes', 'Free on the disk of the data folder.', figures.freeBytes);
}

/** With the names that common dashboards expect. */
function addProcess(registry: Registry, figures: Figures): void {
  const { set, each } = gauges(registry);
  const { version, database } = figures;
  each('steno_build_info', 'Always 1; the labels say what runs.', ['version', 'database', 'node'])([
    [{ version, database, node: process.version }, 1],
  ]);
  const { rss, heapUsed, external } = process.memoryUsage();
  set('process_resident_memory_bytes', 'Memory of the service, without the engine.', rss);
  set('nodejs_heap_size_used_bytes', 'Memory of its JavaScript objects.', heapUsed);
  set('nodejs_external_memory_bytes', 'Memory of what these objects hold outside.', external);
  set('process_start_time_seconds', 'When it was started, since 1970.', figures.startedAt);
  set(
    'nodejs_eventloop_lag_max_seconds',
    'The longest that work waited for its turn since this was last asked for.',
    figures.eventLoopLag,
  );
  const open = openFiles();
  if (open !== null) set('process_open_fds', 'Files and connections that are open.', open);
  const { user, system } = process.cpuUsage();
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the service, without the engine.',
    registers: [registry],
  }).inc((user + system) / 1e6);
}

function gauges(registry: Registry) {
  const each =
    <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    (values: readonly [Record<Label, string>, number][]) => {
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
      for (const [labels, value] of values) gauge.set(labels, value);
    };
  const set = (name: string, help: string, value: number) => each(name, help, [])([[{}, value]]);
  return { each, set };
}

/** Null if the system does not report it. */
function openFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

function entries<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
