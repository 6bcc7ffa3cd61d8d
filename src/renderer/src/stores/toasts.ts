import { Toast } from '@base-ui/react/toast';
import { errorText } from '../api/error-text.ts';

/** Short messages at the edge of the window; components/toaster.tsx shows them. */
export const toasts = Toast.createToastManager();

/** Runs what the person asked for and tells them when it did not work. */
export async function notify(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    toasts.add({ title: 'That did not work', description: errorText(thrown), priority: 'high' });
  }
}
