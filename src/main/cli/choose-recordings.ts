/** Asks which recordings of a playlist are wanted, before any of them is transcribed. */
import { createInterface } from 'node:readline/promises';
import type { Client } from '../../shared/client.ts';
import { findPlaylist } from '../../shared/sources/playlists.ts';
import type { ExpandedSource, SourceItem } from '../../shared/sources/sources.ts';
import { formatClock } from '../../shared/time.ts';
import { AppError } from '../errors.ts';
import { isLink } from './source.ts';

const MAX_SHOWN = 20;

/**
 * The sources behind one that was given: itself, or those a person chose of its playlist; all with `yes`.
 *
 * @throws AppError `source_is_playlist` where nobody can be asked
 */
export async function chooseRecordings(
  client: Client,
  source: string,
  { yes, signal }: { yes: boolean; signal: AbortSignal },
): Promise<string[]> {
  const playlist = isLink(source) ? await findPlaylist(client, source, signal) : null;
  if (playlist === null) return [source];
  if (yes) return playlist.items.map(({ url }) => url);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const message = `This leads to ${sizeOf(playlist)}. Add --yes to transcribe them all.`;
    throw new AppError('source_is_playlist', { message });
  }
  process.stderr.write(describePlaylist(playlist));
  const chosen = await ask(playlist.items, signal);
  return chosen.map(({ url }) => url);
}

/** `12 recordings, 3:04:00`. */
function sizeOf({ count, duration_seconds: seconds }: ExpandedSource): string {
  return `${count} recordings${seconds === null ? '' : `, ${formatClock(seconds * 1000)}`}`;
}

/** Its title and size, and its recordings with the numbers to choose them by. */
export function describePlaylist(playlist: ExpandedSource): string {
  const { title, items, count } = playlist;
  const lines = items.slice(0, MAX_SHOWN).map((item, index) => {
    const seconds = item.duration_seconds;
    const length = seconds === null ? '' : `  ${formatClock(seconds * 1000)}`;
    return `${String(index + 1).padStart(4)}  ${item.title ?? item.url}${length}`;
  });
  if (items.length > MAX_SHOWN) lines.push(`      and ${items.length - MAX_SHOWN} more`);
  if (count > items.length)
    lines.push(`Only the first ${items.length} can be transcribed at once.`);
  return [`${title ?? 'A playlist'}: ${sizeOf(playlist)}`, ...lines, ''].join('\n');
}

async function ask(items: readonly SourceItem[], signal: AbortSignal): Promise<SourceItem[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    for (;;) {
      const question = 'Transcribe them all? y, n, or numbers such as 1,3-5: ';
      const chosen = readChoice(await terminal.question(question, { signal }), items.length);
      if (chosen !== null) return items.filter((_, index) => chosen.has(index + 1));
    }
  } finally {
    terminal.close();
  }
}

/** The numbers that an answer means; none for no, `null` when it means nothing. */
export function readChoice(answer: string, count: number): ReadonlySet<number> | null {
  const text = answer.trim().toLowerCase();
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (/^y(?:es)?$/.test(text)) return new Set(all);
  if (/^(?:no?)?$/.test(text)) return new Set();
  const chosen = new Set<number>();
  for (const piece of text.split(/[\s,]+/).filter(Boolean)) {
    const [, from, to] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(piece) ?? [];
    if (from === undefined) return null;
    const meant = all.filter((number) => number >= Number(from) && number <= Number(to ?? from));
    if (meant.length === 0) return null;
    for (const number of meant) chosen.add(number);
  }
  return chosen;
}
