import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ToastData, toasts } from '../../stores/toasts.ts';
import { Link } from '../link.tsx';

/** Shows the messages of stores/toasts.ts in the lower right corner, above any bar there. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toasts} limit={3} timeout={8000}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-[calc(var(--foot,--spacing(0))+--spacing(4))] left-4 z-20 flex flex-col gap-2 sm:left-auto sm:w-96">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** It is read out by an alert of its own, is reached and read here all the same, and asks nothing. */
const ERROR = {
  role: 'group',
  'aria-modal': undefined,
  'aria-hidden': false,
  'aria-live': 'off',
} as const;

function ToastList() {
  const { toasts: shown } = Toast.useToastManager<ToastData>();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      {...(toast.priority === 'high' && ERROR)}
      className="rounded-lg border border-line bg-panel text-sm shadow-panel transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 p-4">
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium wrap-anywhere" />
          <Toast.Description className="text-soft wrap-anywhere" />
          <div className="mt-1 flex flex-wrap gap-x-4 empty:hidden">
            {toast.data && (
              <Link href={toast.data.href} className="font-medium text-accent hover:underline">
                Open
              </Link>
            )}
            <Toast.Action className="font-medium whitespace-nowrap text-accent hover:underline" />
          </div>
        </div>
        <Toast.Close
          aria-label="Close this message"
          // Messages are never stacked here, so that this one can always be seen and reached.
          aria-hidden={false}
          className="rounded-md p-0.5 text-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
