import { ApiError } from '../../../shared/client.ts';
import type { EditedTranscript, NextSteps } from '../../../shared/transcription/editing.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useService } from '../stores/service-store.ts';
import { notify, toasts } from '../stores/toasts.ts';
import { useTranscript } from '../stores/transcript/transcript-store.ts';
import type { NamedStep } from '../text/step-name.ts';
import { keep, unsavedIds } from './edits-in-browser.ts';
import { isRefused, sendAtLeave, sendKept, sendStep } from './send-steps.ts';
import type { WaitingStep } from './waiting-steps.ts';

/** A service that did not respond is tried again, even if nothing has reported that it is back. */
const RETRY_MS = 5000;

export type SavingState = {
  saving: boolean;
  problem: string | null;
  history: NextSteps;
  /** The step that was undone or redone last: it is shown, and said. */
  gone: GoneStep | null;
};

type GoneStep = NamedStep & { way: 'undo' | 'redo' };

type Dependencies = {
  set: (part: Partial<SavingState>) => void;
  history: () => NextSteps;
  /** Keeps what is unsaved in the browser. */
  remember: () => void;
  /** The text is no longer what this page made of it. */
  changedElsewhere: () => void;
};

/** Has the service store the pending steps, one by one, however long it takes. */
export function createSaving({ set, history, remember, changedElsewhere }: Dependencies) {
  const transcript = useTranscript.getState;
  let retry: ReturnType<typeof setTimeout> | undefined;
  // One after the other, so that none is refused because the one before has changed the revision.
  let queue = Promise.resolve();
  /** The step being sent, or the direction of undo or redo. */
  let flying: string | null = null;
  /** The revision whose history is known. */
  let known = -1;

  const inTurn = (task: () => Promise<void>): Promise<void> => {
    queue = queue.then(task, task);
    return queue;
  };

  /** Sends steps in order, up to a given one: what was done after an undo must not be sent before it. */
  const sendUntil = async (last: string): Promise<void> => {
    const { id, saved, waiting } = transcript();
    const [step] = waiting;
    if (id === null || !saved || !step || !isWaiting(last)) return;
    try {
      flying = step.request;
      const answer = await sendStep(id, saved.revision, step);
      if (transcript().id !== id) return;
      await learn(id, answer);
      if (answer.replayed) {
        await useTranscript.reload();
        useTranscript.drop(step.request);
      } else useTranscript.answered(id, answer, step.request);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 'edited_elsewhere') {
        await useTranscript.reload();
        if (transcript().saved?.revision === saved.revision) throw thrown;
      } else if (isRefused(thrown)) {
        useTranscript.drop(step.request);
        toasts.add({
          title: 'An edit was refused',
          description: thrown.message,
          priority: 'high',
          ...copying([step]),
        });
      } else throw thrown;
    } finally {
      flying = null;
    }
    remember();
    await sendUntil(last);
  };

  const isWaiting = (request: string) =>
    transcript().waiting.some((step) => step.request === request);

  const send = () => {
    const last = transcript().waiting.at(-1)?.request;
    return inTurn(async () => {
      if (last === undefined || !isWaiting(last)) return;
      set({ saving: true });
      try {
        await sendUntil(last);
        set({ problem: null });
      } catch (thrown) {
        tell(thrown);
      } finally {
        set({ saving: false });
      }
    });
  };

  const tell = (thrown: unknown) => {
    const problem = errorText(thrown);
    set({ problem });
    if (thrown instanceof ApiError && thrown.code === 'not_found') return tellDeleted();
    clearTimeout(retry);
    retry = setTimeout(() => void send(), RETRY_MS);
  };

  const tellDeleted = () => {
    const { id, waiting } = transcript();
    if (id !== null) keep(id, { steps: [], draft: null, conflicts: [] });
    toasts.add({
      title: 'The recording was deleted',
      description: 'Your last changes could not be saved.',
      priority: 'high',
      timeout: 0,
      ...copying(waiting),
    });
  };

  /** Sends what is kept of a transcript that is not open; it is sent again when it is opened, or the service is back. */
  const sendOf = (id: string) => sendKept(id).catch(() => {});

  /** How often undo and redo are sent until the text is what is shown already. */
  let steps = 0;
  const goBack = (way: 'undo' | 'redo') => {
    steps += 1;
    const { id: asked, waiting } = transcript();
    const first = waiting.at(-1)?.request;
    void send();
    return inTurn(async () => {
      await notify(async () => {
        const { id } = transcript();
        if (asked !== null && id !== asked) return void goBackIn(asked, way);
        if (id === null || (first !== undefined && isWaiting(first))) return;
        await loadHistory(id);
        // Another page or program may have changed it since.
        if (transcript().saved?.revision !== known) await useTranscript.reload();
        const step = history()[way];
        if (!step) return;
        flying = way;
        const answer = await client[`${way}Edit`](id, { revision: known });
        if (transcript().id !== id) return;
        useTranscript.answered(id, answer, null);
        set({ gone: { ...step, way } });
        await learn(id, answer);
      });
      flying = null;
      steps -= 1;
      if (steps === 0) useTranscript.preview(null);
      remember();
    });
  };

  /** The same of a transcript that was left meanwhile, after all of its steps: nothing is undone in the one that is open. */
  const goBackIn = (id: string, way: 'undo' | 'redo') =>
    inTurn(async () => {
      if (unsavedIds().includes(id)) return;
      await notify(async () => {
        const { revision } = await client.getHistory(id);
        await client[`${way}Edit`](id, { revision });
      });
    });

  /** What can be undone after a step; where another page has changed the text since, that is asked for. */
  const learn = async (id: string, answer: EditedTranscript) => {
    known = answer.revision;
    set({ history: answer.history });
    if ((transcript().saved?.revision ?? 0) <= known) return;
    changedElsewhere();
    await loadHistory(id).catch(() => {});
  };

  const loadHistory = async (id: string) => {
    const { revision, undo, redo } = await client.getHistory(id);
    if (transcript().id !== id) return;
    known = revision;
    set({ history: { undo, redo } });
  };

  /** Pending steps are stored first, since the response is the whole transcript. */
  const remake = (make: (id: string) => Promise<Transcription>) => {
    const { id } = transcript();
    void send();
    return inTurn(async () => {
      await useTranscript.remake(make, id);
      if (id !== null) await loadHistory(id).catch(() => {});
    });
  };

  // Another page or program has changed it.
  useTranscript.subscribe(({ id, saved }, before) => {
    if (id === null || id !== before.id || !saved?.result || !before.saved) return;
    if (saved.revision === before.saved.revision || flying !== null) return;
    if (saved.revision === known) return;
    changedElsewhere();
    loadHistory(id).catch(() => {});
  });
  // What was kept while the service was unreachable is sent as soon as it is back.
  useService.subscribe(({ connection }, before) => {
    if (connection !== 'live' || before.connection === 'live') return;
    void send();
    for (const id of unsavedIds()) if (id !== transcript().id) void sendOf(id);
  });

  return {
    send,
    goBack,
    remake,
    loadHistory,
    isFlying: ({ request }: WaitingStep) => request === flying,

    /** The page is closing: pending steps are sent without waiting for the response. */
    sendNow: (): Promise<void> => {
      const { id, saved, waiting } = transcript();
      const [step] = waiting;
      if (id !== null && saved && step) sendAtLeave(id, saved.revision, step);
      return queue;
    },

    /** Another transcript may be opened before all of this one is sent. */
    isLeft: (): void => {
      const { id, waiting } = transcript();
      void inTurn(async () => {
        if (id !== null && waiting.length > 0 && transcript().id !== id) await sendOf(id);
      });
    },
  };
}

/** For a message about steps that are not stored: what was written stays until it was copied. */
function copying(
  steps: readonly WaitingStep[],
): Partial<Pick<Parameters<typeof toasts.add>[0], 'timeout' | 'actionProps'>> {
  const texts = steps.flatMap(({ edits }) => edits.flatMap(writtenIn));
  if (texts.length === 0) return {};
  const onClick = () => void navigator.clipboard.writeText(texts.join('\n'));
  return { timeout: 0, actionProps: { children: 'Copy what you wrote', onClick } };
}

function writtenIn(edit: WaitingStep['edits'][number]): string[] {
  if (edit.op === 'text') return [edit.text];
  return edit.op === 'cues' ? (edit.cues ?? []).map(({ text }) => text) : [];
}
