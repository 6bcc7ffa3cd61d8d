/** Keeps the stores in sync with the service as long as the page is open. */

import { ApiError } from '../../shared/client.ts';
import type { ServerEvent } from '../../shared/server-event.ts';
import { client } from './api/client.ts';
import { useTags } from './pages/library/list/tag-store.ts';
import { useQueue } from './pages/library/queue-store.ts';
import { useSearch } from './pages/library/search-store.ts';
import { useMediaExports } from './pages/transcript/clips/media-export-store.ts';
import { useHighlights } from './pages/transcript/highlights/highlight-store.ts';
import { useLibrary } from './stores/library/library-store.ts';
import { useProjects } from './stores/library/project-store.ts';
import { useTrash } from './stores/library/trash-store.ts';
import {
  useDevices,
  useInstalledModels,
  useModels,
  useSpeakerModels,
} from './stores/model-store.ts';
import { useInterrupted } from './stores/recorder/interrupted-store.ts';
import { useLive } from './stores/recorder/live-store.ts';
import { useService } from './stores/service-store.ts';
import { useAutomaticExport, useSettings, useWatchFolder } from './stores/settings-store.ts';
import { useTranscript } from './stores/transcript/transcript-store.ts';
import { useTranslations } from './stores/transcript/translation-store.ts';
import { useVersions } from './stores/transcript/versions-store.ts';
import { useYtDlp } from './stores/yt-dlp-store.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** The last event the stores know of; the next connection goes on from there. */
type LastEvent = { lastEventId?: string };

/**
 * Connects, and again after every loss; ends only when the user is not signed in. A hidden page does not
 * listen: browsers open six connections to one address, and six tabs that listened would leave none to load anything.
 */
export async function keepConnected(): Promise<void> {
  const last: LastEvent = {};
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await beSeen();
    const outcome = await connectOnce(last);
    if (outcome === 'signed-out') return useService.setConnection('signed-out');
    if (outcome !== 'failed') pause = FIRST_PAUSE_MS;
    if (outcome === 'unseen') continue;
    useService.setConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

type Outcome = 'signed-out' | 'unseen' | 'ended' | 'failed';

/** `unseen`: the page was hidden. `ended`: it had been live. `failed`: it never was. */
async function connectOnce(last: LastEvent): Promise<Outcome> {
  const abort = new AbortController();
  const { signal } = abort;
  const onVisibility = () => document.hidden && abort.abort();
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // Without a last event the stores are not loaded yet: the first event makes them load.
  let live = false;
  const onOpen = () => {
    live = last.lastEventId !== undefined;
    useService.setConnection('live');
  };
  try {
    for await (const { id, event } of client.events(signal, { ...last, onOpen })) {
      await apply(event);
      last.lastEventId = id;
      live = true;
    }
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'unauthorized') return 'signed-out';
    if (signal.aborted) return 'unseen';
    // A dropped connection is an ordinary end; the caller tries again.
  } finally {
    abort.abort();
  }
  return live ? 'ended' : 'failed';
}

async function beSeen(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true }),
    );
}

/** Which follow events, and are loaded again after a lost connection. */
const STORES: readonly {
  onEvent?: (event: ServerEvent) => unknown;
  reload?: () => Promise<unknown>;
}[] = [
  useService,
  useLibrary,
  useProjects,
  useQueue,
  useLive,
  useInterrupted,
  useTrash,
  useTranscript,
  useVersions,
  useTranslations,
  useHighlights,
  useMediaExports,
  useInstalledModels,
  useModels,
  useSpeakerModels,
  useDevices,
  useSettings,
  useWatchFolder,
  useYtDlp,
  useAutomaticExport,
  useSearch,
  useTags,
];

async function apply(event: ServerEvent): Promise<void> {
  for (const { onEvent } of STORES) onEvent?.(event);
  if (event.type === 'reload') await Promise.all(STORES.map(({ reload }) => reload?.()));
}
