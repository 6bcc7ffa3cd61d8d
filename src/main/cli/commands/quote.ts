import type { Client } from '../../../shared/client.ts';
import { pointsFor } from '../../../shared/points.ts';
import type { Quote } from '../../../shared/sources/quote.ts';
import { formatClock } from '../../../shared/time.ts';
import type { Config } from '../../config.ts';
import { withService } from '../connect.ts';
import { modelToAsk } from '../model-to-ask.ts';
import { toServiceUrl } from '../submit.ts';
import { CommandFailed } from '../terminal/report.ts';
import { printTable } from '../terminal/table.ts';

const UNKNOWN = '?';

/** Prints what the transcription of each source would take, and starts none. */
export async function quote(
  config: Config,
  sources: readonly string[],
  { language, json }: { language: string | null; json: boolean },
): Promise<void> {
  await withService(config, async (client, service) => {
    const model = await modelToAsk(client, service, config.model);
    const quoted: { source: string; quote: Quote }[] = [];
    let failed = false;
    for (const source of sources) {
      try {
        quoted.push({ source, quote: await quoteOne(client, source, { language, model }) });
      } catch (error) {
        failed = true;
        const reason = error instanceof Error ? error.message : error;
        process.stderr.write(`${source}: ${reason}\n`);
      }
    }
    if (json) process.stdout.write(`${JSON.stringify(quoted, null, 2)}\n`);
    else if (quoted.length > 0) printQuotes(quoted);
    if (failed) throw new CommandFailed();
  });
}

/** Your own transcriptions cost nothing; the points are what the holder of a key would pay. */
async function quoteOne(
  client: Client,
  source: string,
  options: { language: string | null; model: string | null },
): Promise<Quote> {
  const url = await toServiceUrl(client, source, new AbortController().signal);
  const quoted = await client.quoteTranscription({ url, ...options });
  const seconds = quoted.duration_seconds;
  return { ...quoted, points: seconds === null ? null : pointsFor(Math.round(seconds * 1000)) };
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
