import { Notification } from 'electron';
import type { Ended } from './activity.ts';

/** Tells a person who is not looking at the window that a recording is done, or what went wrong with it. */
export function notifyEnded(ended: Ended, open: (id: string) => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title: ended.completed ? 'Transcript ready' : 'Could not transcribe',
    body: ended.completed ? ended.title : `${ended.title}\n${ended.message ?? ''}`.trim(),
  });
  notification.on('click', () => open(ended.id));
  notification.show();
}
