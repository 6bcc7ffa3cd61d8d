/** The recordings of a folder whose system tells nothing of what others put there, such as a share of the network. */
import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMediaName } from '../../shared/sources/media-extensions.ts';
import type { Clock } from '../core/clock.ts';
import { isNodeError } from '../core/errors.ts';
import { isHiddenName } from './hidden-names.ts';

const LOOK_EVERY_MS = 5_000;
/** A folder that takes long to look through is looked at less often. */
const REST = 10;
/** By statfs(2): NFS, SMB and its older forms, FUSE (sshfs, rclone, WebDAV), 9P (also of WSL), Ceph, AFS, VirtualBox. */
const TELLS_NOTHING: ReadonlySet<number> = new Set([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f],
  0x786f4256,
]);

/** Whether Linux is not told of what other machines do in this folder. */
export async function tellsNothing(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && TELLS_NOTHING.has(disk.type);
}

/**
 * Reports each recording once it was the same at two looks. One call at a time: each that hangs takes one of the few
 * threads that read files.
 */
export function pollFiles(
  folder: string,
  {
    except,
    recursive,
    clock,
    stableMs,
    isReady,
    onFile,
    onError,
  }: {
    except: string;
    recursive: boolean;
    clock: Clock;
    stableMs: number;
    /** Whether a file that no longer grows is whole. */
    isReady: (path: string) => Promise<boolean>;
    onFile: (path: string) => void;
    onError: (error: unknown) => void;
  },
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  let known = new Map<string, { content: string; isTold: boolean }>();

  const lookThrough = async (): Promise<void> => {
    const found: typeof known = new Map();
    for await (const path of recordingsBelow(folder, { except, recursive })) {
      if (signal.aborted) return;
      const facts = await stat(path).catch(() => null);
      if (!facts?.isFile()) continue;
      const content = `${facts.size} ${facts.mtimeMs}`;
      const before = known.get(path);
      const isSame = before?.content === content;
      const wasTold = isSame && before.isTold;
      const isTold = wasTold || (isSame && (await isReady(path)));
      if (isTold && !wasTold) onFile(path);
      found.set(path, { content, isTold });
    }
    known = found;
  };

  const keepLooking = async (): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      const begun = clock.mono();
      await lookThrough().catch((error: unknown) => {
        // Whoever watches looks after the folder itself.
        if (!isNodeError(error) || error.code !== 'ENOENT') onError(error);
      });
      const rest = Math.max(LOOK_EVERY_MS, REST * (clock.mono() - begun));
      await clock.sleep(isFirst ? stableMs : rest, signal);
    }
  };
  // Ends when `close` interrupts its sleep.
  keepLooking().catch(() => {});
  return { close: async () => closing.abort() };
}

async function* recordingsBelow(
  folder: string,
  { except, recursive }: { except: string; recursive: boolean },
): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(folder, name);
    if (isHiddenName(name) || `${path}${sep}`.startsWith(except + sep)) continue;
    if (entry.isDirectory()) {
      if (recursive) yield* recordingsBelowIfReadable(path, { except, recursive });
    } else if (isMediaName(path) && isFileOrLink(entry)) yield path;
  }
}

/** What may not be read below, or has gone meanwhile, is passed over. */
async function* recordingsBelowIfReadable(
  folder: string,
  below: { except: string; recursive: boolean },
): AsyncGenerator<string> {
  try {
    yield* recordingsBelow(folder, below);
  } catch (error) {
    const passes = isNodeError(error) && ['EACCES', 'EPERM', 'ENOENT'].includes(error.code ?? '');
    if (!passes) throw error;
  }
}

const isFileOrLink = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink();
