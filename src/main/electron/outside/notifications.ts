import { Notification } from 'electron';
import type { Ended } from './activity.ts';

/** Tells a person who is not looking at the window that a recording is done, or what went wrong with it. */
export function createNotifications(open: (id: string) => void) {
  // One that nothing holds is collected, and a click on it opens nothing then.
  const held = new Set<Notification>();
  return (ended: Ended): void => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: ended.completed ? 'Transcript ready' : 'Could not transcribe',
      body: ended.completed ? ended.title : `${ended.title}\n${ended.message ?? ''}`.trim(),
    });
    held.add(notification);
    notification.on('click', () => open(ended.id));
    notification.on('close', () => held.delete(notification));
    notification.show();
  };
}
