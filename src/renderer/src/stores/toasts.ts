import { Toast } from '@base-ui/react/toast';
import { ApiError } from '../../../shared/client.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { Transcription } from '../../../shared/transcription/transcription.ts';
import { errorText } from '../api/error-text.ts';
import { settingsFor } from '../text/error-advice.ts';

/** The page that a message links to. */
export type ToastData = { href: string };

/** Short messages at the edge of the window; components/frame/toaster.tsx shows them. */
export const toasts = Toast.createToastManager<ToastData>();

/** Runs an action of the user and reports its failure; what it made, else nothing. */
export async function notify<Made>(action: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await action();
  } catch (thrown) {
    const description = errorText(thrown);
    // Equal messages are shown once: several parts of a page may fail for one reason.
    const settings = thrown instanceof ApiError ? settingsFor(thrown.code) : null;
    toasts.add({
      ...{ id: description, title: 'Something went wrong', description, priority: 'high' },
      ...(settings && { data: settings }),
    });
    return undefined;
  }
}

/** The same of a refusal that no form shows; `null` is none. */
export function tellRefusal(description: string | null): void {
  if (description !== null)
    toasts.add({ title: 'Something went wrong', description, priority: 'high' });
}

/** A message with one thing to do about it, which closes it. */
export function offer(
  message: Parameters<typeof toasts.add>[0],
  does: string,
  action: () => void,
): void {
  const onClick = () => {
    action();
    toasts.close(toast);
  };
  const toast = toasts.add({ ...message, actionProps: { children: does, onClick } });
}

/** Reports that a file or link was not added because the recording exists already; it stays until it is closed. */
export function tellFound(
  { id, status, source }: Transcription,
  added: string,
  again: () => void,
): void {
  const state = status === 'completed' ? 'was already transcribed' : 'is already in the queue';
  const message = {
    title: `${added} was not added`,
    description: `The same recording ${state} with these settings, as “${titleOf(source)}”.`,
    timeout: 0,
    data: { href: `/t/${id}` },
  };
  offer(message, 'Transcribe again', again);
}
