import { AlertDialog } from '@base-ui/react/alert-dialog';
import { buttonClass } from '../button.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  description: string;
  /** The label of the button that confirms, such as `Delete`. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. Escape keeps everything as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, action, onConfirm, onClose } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-backdrop" />
        <AlertDialog.Popup className="card fixed top-1/2 left-1/2 w-96 max-w-window -translate-x-1/2 -translate-y-1/2 p-5">
          <AlertDialog.Title className="font-semibold wrap-anywhere">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-sm text-soft">
            {description}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close className={buttonClass('plain')}>Cancel</AlertDialog.Close>
            <AlertDialog.Close className={buttonClass('danger')} onClick={onConfirm}>
              {action}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
