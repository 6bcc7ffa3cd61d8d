/** Keeps the stores in step with the service for as long as the page is open. */
import type { ServerEvent } from '../../shared/api.ts';
import { openLiveEvents } from './api/live-events.ts';
import { useLibrary } from './stores/library-store.ts';
import { useService } from './stores/service-store.ts';
import { useTranscript } from './stores/transcript-store.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Connects, and again after every loss; ends only when the person is not signed in. */
export async function keepConnected(): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const outcome = await connectOnce();
    if (outcome === 'signed-out') return useService.getState().setConnection('signed-out');
    if (outcome === 'ended') pause = FIRST_PAUSE_MS;
    useService.getState().setConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** `ended`: it had been live. `failed`: it never was. */
async function connectOnce(): Promise<'signed-out' | 'ended' | 'failed'> {
  const abort = new AbortController();
  let live = false;
  try {
    const events = await openLiveEvents(abort.signal);
    if (!events) return 'signed-out';
    await Promise.all([
      useLibrary.getState().load(),
      useService.getState().loadModels(),
      useTranscript.getState().reload(),
    ]);
    useService.getState().setConnection('live');
    live = true;
    for await (const event of events) apply(event);
  } catch {
    // A dropped connection is an ordinary end; the caller tries again.
  } finally {
    abort.abort();
  }
  return live ? 'ended' : 'failed';
}

function apply(event: ServerEvent): void {
  useLibrary.getState().apply(event);
  useTranscript.getState().apply(event);
  if (event.type === 'models') void useService.getState().loadModels();
}
