import type { Client } from '../../../shared/client.ts';
import { pointsFor, type Quote } from '../../../shared/sources/quote.ts';
import { formatClock, toMs } from '../../../shared/time.ts';
import type { Config } from '../../core/config.ts';
import { modelToAsk } from '../arguments.ts';
import { isLink, localRecordings, readSource } from '../read-source.ts';
import { createAttempts, toServiceUrl } from '../submit-source.ts';
import { printJson, printTable } from '../terminal/output.ts';
import { CommandFailed } from '../terminal/report-and-exit.ts';
import { withService } from '../with-service.ts';

const UNKNOWN = '?';

/** Prints an estimate for each source without transcribing it. */
export async function quote(
  config: Config,
  sources: readonly string[],
  { language, recursive, json }: { language?: string; recursive: boolean; json: boolean },
): Promise<void> {
  await withService(config, async (client, service) => {
    const model = await modelToAsk(client, service, config.model);
    const quoted: { source: string; quote: Quote }[] = [];
    const { attempt, failures } = createAttempts((line) => process.stderr.write(`${line}\n`));
    for (const typed of sources) {
      const given = await readSource(typed);
      const recordings = isLink(given)
        ? [given]
        : await attempt(given, () => localRecordings(given, { recursive }));
      for (const source of recordings ?? []) {
        const quote = await attempt(source, () =>
          quoteOne(client, source, { language: language ?? null, model }),
        );
        if (quote !== null) quoted.push({ source, quote });
      }
    }
    if (json) printJson(quoted);
    else if (quoted.length > 0) printQuotes(quoted);
    if (failures() > 0) throw new CommandFailed();
  });
}

/** The user's own transcriptions are free; the points are what a key would be charged. */
async function quoteOne(
  client: Client,
  source: string,
  options: { language: string | null; model: string | null },
): Promise<Quote> {
  const url = await toServiceUrl(client, source, new AbortController().signal);
  const quoted = await client.quoteTranscription({ url, ...options });
  const seconds = quoted.duration_seconds;
  return { ...quoted, points: seconds === null ? null : pointsFor(toMs(seconds)) };
}

function printQuotes(quoted: readonly { source: string; quote: Quote }[]): void {
  printTable(
    ['SOURCE', 'LENGTH', 'POINTS', 'TIME', 'DISK', 'MEMORY', 'MODEL'],
    quoted.map(({ source, quote }) => [
      source,
      clock(quote.duration_seconds),
      quote.points === null ? UNKNOWN : String(quote.points),
      clock(quote.expected_seconds),
      megabytes(quote.disk_bytes),
      megabytes(quote.memory_bytes),
      quote.model ?? UNKNOWN,
    ]),
  );
  process.stderr.write(
    '\nTime, disk and memory are estimates. Points are what a live key pays; your own recordings cost none.\n',
  );
}

function clock(seconds: number | null): string {
  return seconds === null ? UNKNOWN : formatClock(seconds * 1000);
}

function megabytes(bytes: number | null): string {
  return bytes === null ? UNKNOWN : `${Math.ceil(bytes / 1_000_000)} MB`;
}
