/** Counts events for monitoring. It costs next to nothing if no one reads the counters. */

/**
 * The counters, each with the labels that divide it. Labels have few, known values: never a title, address or id.
 */
export const COUNTERS = {
  steno_transcriptions_ended_total: {
    help: 'Transcriptions that ended: completed, failed or canceled.',
    labels: ['status'],
  },
  steno_transcriptions_failed_total: {
    help: 'Transcriptions that failed, by the code of the error.',
    labels: ['code'],
  },
  steno_windows_transcribed_total: {
    help: 'Windows of sound, of at most 28 s, that were transcribed; by workers, with their name.',
    labels: ['model', 'device', 'machine'],
  },
  steno_windows_failed_total: {
    help: 'Windows that nobody could transcribe, by the code of the error.',
    labels: ['code'],
  },
  steno_audio_transcribed_seconds_total: {
    help: 'Sound that was transcribed, in seconds; silence that was left out does not count.',
    labels: ['model', 'device', 'machine'],
  },
  steno_webhook_attempts_total: {
    help: 'Attempts to deliver a webhook, by how they ended.',
    labels: ['outcome'],
  },
  steno_uploads_total: { help: 'Recordings and transcripts that were uploaded.', labels: [] },
  steno_upload_bytes_total: { help: 'Bytes of these uploads.', labels: [] },
  steno_points_spent_total: { help: 'Points that keys were charged.', labels: [] },
  steno_http_requests_total: {
    help: 'Requests, by the pattern of their path and the class of the answer.',
    labels: ['route', 'method', 'status'],
  },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type CounterName = keyof typeof COUNTERS;
type LabelsOf<Name extends CounterName> = Record<(typeof COUNTERS)[Name]['labels'][number], string>;

type Labels = Readonly<Record<string, string>>;
export type Count = { labels: Labels; value: number };

/** How many machines are counted by name: each may call itself anything, and something else at every start. */
export const MOST_NAMES = 200;

/** Upper bounds of response times, in seconds: from reading a row to waiting for a transcript. */
export const ANSWER_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60] as const;
/** `within[i]` counts the answers within `ANSWER_SECONDS[i]` that took longer than the bound before it. */
export type Durations = { labels: Labels; within: number[]; seconds: number; count: number };

export type Answered = {
  /** The pattern of the table of routes. */
  route: string;
  method: string;
  /** The class of the status, such as `2xx`. */
  status: string;
};

export type Tally = ReturnType<typeof createTally>;

/** Counts from the start of the program. */
export function createTally() {
  const counters = new Map<CounterName, Map<string, Count>>();
  const answers = new Map<string, Durations>();
  const names = new Set(['']);

  const count = <Name extends CounterName>(name: Name, labels: LabelsOf<Name>, amount = 1) => {
    const series = entry(counters, name, () => new Map<string, Count>());
    const key = Object.values(labels).join('\n');
    entry(series, key, () => ({ labels, value: 0 })).value += amount;
  };

  return {
    /** Adds to a counter; its labels in the order of the table above. */
    count,

    /** Counts an answer that was ready to be sent after `ms`. */
    answered({ route, method, status }: Answered, ms: number): void {
      count('steno_http_requests_total', { route, method, status });
      const seconds = ms / 1000;
      const durations = entry(answers, `${route}\n${method}`, () => ({
        labels: { route, method },
        seconds: 0,
        count: 0,
        within: ANSWER_SECONDS.map(() => 0),
      }));
      durations.seconds += seconds;
      durations.count += 1;
      const at = ANSWER_SECONDS.findIndex((bound) => seconds <= bound);
      if (at >= 0) durations.within[at] = (durations.within[at] ?? 0) + 1;
    },

    /** Counts a window that was transcribed; `machine` is empty for the service itself. */
    transcribed(
      { machine, ...rest }: Record<'model' | 'device' | 'machine', string>,
      { startMs, endMs }: { startMs: number; endMs: number },
    ): void {
      if (names.size <= MOST_NAMES) names.add(machine);
      const by = { ...rest, machine: names.has(machine) ? machine : 'other' };
      count('steno_windows_transcribed_total', by);
      count('steno_audio_transcribed_seconds_total', by, (endMs - startMs) / 1000);
    },

    /** Counts a transcription that ended; `code` is its error's, null for a completed one. */
    ended(code: string | null, points: number): void {
      const failed = code !== null && code !== 'canceled';
      count('steno_transcriptions_ended_total', {
        status: failed ? 'failed' : (code ?? 'completed'),
      });
      if (failed) count('steno_transcriptions_failed_total', { code });
      if (points > 0) count('steno_points_spent_total', {}, points);
    },

    counts: (name: CounterName): Count[] => [...(counters.get(name)?.values() ?? [])],
    durations: (): Durations[] => [...answers.values()],
  };
}

/** The value of a key, created if there is none. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
