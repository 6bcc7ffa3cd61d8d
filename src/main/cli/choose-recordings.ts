/** Asks which recordings of a playlist to transcribe, before any of them is. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../shared/client.ts';
import type { ExpandedSource } from '../../shared/sources/expanded-source.ts';
import { isMediaName } from '../../shared/sources/media-extensions.ts';
import { findPlaylist } from '../../shared/sources/playlists.ts';
import { formatClock } from '../../shared/time.ts';
import { AppError } from '../core/errors.ts';
import { isFile } from '../core/user-folders.ts';
import { isHiddenName } from '../media/hidden-names.ts';
import { ask, canAsk } from './terminal/ask.ts';

const MAX_SHOWN = 20;

/**
 * The link itself, or the links the user chose from its playlist; all of them with `yes`.
 *
 * @throws AppError `source_is_playlist` when asking is not possible or not allowed
 */
export async function chooseRecordings(
  client: Client,
  link: string,
  { yes, quiet, signal }: { yes: boolean; quiet: boolean; signal: AbortSignal },
): Promise<string[]> {
  const playlist = await findPlaylist(client, link, signal);
  if (playlist === null) return [link];
  if (yes) return playlist.items.map(({ url }) => url);
  if (quiet || !canAsk()) {
    const message = `This leads to ${sizeOf(playlist)}. Add --yes to transcribe them all.`;
    throw new AppError('source_is_playlist', { message });
  }
  process.stderr.write(describePlaylist(playlist));
  const { items } = playlist;
  const question = 'Transcribe them all? y, n, or numbers such as 1,3-5: ';
  const chosen = await ask(question, (answer) => readChoice(answer, items.length), { signal });
  return items.filter((_, index) => chosen.has(index + 1)).map(({ url }) => url);
}

/** `12 recordings, 3:04:00`. */
function sizeOf({ count, duration_seconds: seconds }: ExpandedSource): string {
  return `${count} recordings${seconds === null ? '' : `, ${formatClock(seconds * 1000)}`}`;
}

/** Its title and size, and its recordings with the numbers to select them by. */
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

/** The numbers an answer selects; none for no, `null` if it cannot be understood. */
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

/** The files of a folder with a recording's extension, sorted by name; hidden ones are left out. */
export async function recordingsIn(
  folder: string,
  { recursive }: { recursive: boolean },
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !isHiddenName(name));
  const found: string[] = [];
  for (const entry of shown.toSorted(byName)) {
    const { name } = entry;
    const path = join(folder, name);
    if (entry.isDirectory() && recursive) found.push(...(await recordingsIn(path, { recursive })));
    else if (isMediaName(path) && (await leadsToFile(entry, path))) found.push(path);
  }
  return found;
}

/** Links to folders are not followed, since they may form a cycle. */
async function leadsToFile(entry: Dirent, path: string): Promise<boolean> {
  return entry.isSymbolicLink() ? isFile(path) : entry.isFile();
}

/** Sorts `2.mp3` before `10.mp3`. */
function byName(a: Dirent, b: Dirent): number {
  return a.name.localeCompare(b.name, undefined, { numeric: true });
}
