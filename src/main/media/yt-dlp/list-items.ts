/** Lists the items of a link with yt-dlp. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import {
  type ExpandedSource,
  MAX_LISTED_ITEMS,
  type SourceItem,
} from '../../../shared/sources/expanded-source.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import { ITEM_LINE, listArguments } from './arguments.ts';
import { causeOfFailure } from './failure-causes.ts';
import { type RunLimits, runYtDlp, type YtDlpRun } from './run-yt-dlp.ts';
import { optional, textOf, webAddress } from './video-report.ts';

const LIST_LIMITS: RunLimits = {
  maxBytes: 200_000_000,
  idleTimeoutMs: 60_000,
  speedFloor: null,
  totalTimeoutMs: 300_000,
};

const Item = z.object({
  title: optional(z.string()),
  url: optional(z.string()),
  duration: optional(z.number().nonnegative()),
  playlist_title: optional(z.string()),
  playlist_count: optional(z.int()),
  n_entries: optional(z.int()),
});
type Item = z.infer<typeof Item>;

type ListOptions = Omit<YtDlpRun, 'args' | 'onLine' | 'folder' | 'limits'> & {
  /** Where to create a folder for the run. */
  workDir: string;
};

/** @throws AppError `source_*`, `extractor_*`, `blocked_address`, `yt_dlp_missing`; the signal's reason */
export async function listItems({ workDir, ...run }: ListOptions): Promise<ExpandedSource> {
  const folder = path.join(workDir, `list-${newToken()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: Item[] = [];
  try {
    const { stderr, refusals } = await runYtDlp({
      ...run,
      folder,
      limits: LIST_LIMITS,
      args: listArguments(MAX_LISTED_ITEMS),
      onLine: (line) => {
        const item = line.startsWith(ITEM_LINE)
          ? (Item.safeParse(parseJson(line.slice(ITEM_LINE.length))).data ?? null)
          : null;
        if (item !== null) found.push(item);
      },
    });
    if (found.length === 0) throw new AppError(causeOfFailure(stderr, refusals));
    return toExpanded(found, run.page.url.href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toExpanded(found: readonly Item[], link: string): ExpandedSource {
  const [first] = found;
  const isOne = found.length === 1 && (first?.playlist_count ?? first?.n_entries ?? 1) <= 1;
  const items = found.flatMap((item) => toSourceItem(item, isOne ? link : item.url));
  const known = items.flatMap(({ duration_seconds }) => duration_seconds ?? []);
  return {
    title: textOf(first?.playlist_title ?? (isOne ? first?.title : null)),
    count: Math.max(items.length, first?.playlist_count ?? 0),
    duration_seconds:
      known.length === items.length ? known.reduce((sum, seconds) => sum + seconds, 0) : null,
    items,
  };
}

/** An item without a web address cannot be transcribed. */
function toSourceItem(item: Item, address: string | null | undefined): SourceItem[] {
  const url = webAddress(address);
  if (url === null) return [];
  const { duration } = item;
  return [
    { url, title: textOf(item.title), duration_seconds: duration ? Math.round(duration) : null },
  ];
}
