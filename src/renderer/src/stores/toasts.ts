import { Toast } from '@base-ui/react/toast';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { errorText } from '../api/error-text.ts';

/** A page of the window that a message leads to. */
export type ToastData = { href: string };

/** Short messages at the edge of the window; components/frame/toaster.tsx shows them. */
export const toasts = Toast.createToastManager<ToastData>();

/** Runs what the person asked for and tells them when it did not work. */
export async function notify(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    const description = errorText(thrown);
    // The same message twice is one message: several parts of a page may fail for one reason.
    toasts.add({ id: description, title: 'Something went wrong', description, priority: 'high' });
  }
}

/** Says that a file or link was not added, since the same recording is there already; it stays until it is closed. */
export function tellFound(
  { id, status, source }: Transcription,
  added: string,
  again: () => void,
): void {
  const state = status === 'completed' ? 'was already transcribed' : 'is already in the queue';
  const toast = toasts.add({
    title: `${added} was not added`,
    description: `The same recording ${state} with these settings, as “${titleOf(source)}”.`,
    timeout: 0,
    data: { href: `/t/${id}` },
    actionProps: {
      children: 'Transcribe again',
      onClick: () => {
        toasts.close(toast);
        again();
      },
    },
  });
}
