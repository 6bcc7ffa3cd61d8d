import type { WriteStream } from 'node:tty';
import { formatClock } from '../../../shared/time.ts';
import type { Stage, TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { plainLine } from './plain-text.ts';

const BAR = 24;
const DOING: Record<Stage, string> = {
  fetching: 'Fetching',
  decoding: 'Reading',
  transcribing: 'Transcribing',
  labeling: 'Labeling speakers',
  structuring: 'Structuring',
};

export type ProgressView = {
  show(changed: TranscriptionSummary): void;
  note(line: string): void;
  /** The same for an error. */
  problem(line: string): void;
  done(): void;
};

/** A progress bar on a terminal, a line per stage elsewhere; with `quiet` only errors. */
export function createProgressView(
  stream: WriteStream,
  { quiet }: { quiet: boolean },
): ProgressView {
  const stages = new Map<string, string>();

  const clear = () => {
    if (stream.isTTY && !quiet) stream.write('\r\u001b[K');
  };
  const write = (line: string) => {
    clear();
    stream.write(`${plainLine(line)}\n`);
  };

  return {
    show(changed) {
      if (quiet) return;
      const what = statusText(changed);
      if (stream.isTTY) {
        clear();
        stream.write(plainLine(barLine(changed, what)).slice(0, (stream.columns ?? 80) - 1));
      } else if (stages.get(changed.id) !== what) {
        stream.write(`${plainLine(`${what}: ${changed.source.title ?? changed.source.url}`)}\n`);
      }
      stages.set(changed.id, what);
    },
    note(line) {
      if (!quiet) write(line);
    },
    problem: write,
    done: clear,
  };
}

function statusText({ status, stage, warnings, options }: TranscriptionSummary): string {
  const again = warnings.some(({ code }) => code === 'source_retried');
  if (status === 'processing' && stage === 'fetching' && again) return 'Trying again to fetch';
  if (stage === 'transcribing' && options.transcript !== null) return 'Reading the transcript';
  if (status === 'processing') return stage ? DOING[stage] : 'Starting';
  return { queued: 'Waiting', completed: 'Done', failed: 'Failed' }[status];
}

function barLine(
  { progress, eta_seconds: eta, source }: TranscriptionSummary,
  what: string,
): string {
  const filled = Math.round(progress * BAR);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  const percent = `${Math.floor(progress * 100)}%`.padStart(4);
  const left = eta === null ? '' : `  ${formatClock(eta * 1000)} left`;
  return `${bar} ${percent}  ${what}${left}  ${source.title ?? source.url}`;
}
