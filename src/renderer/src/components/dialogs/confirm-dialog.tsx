import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { buttonClass } from '../button.tsx';

type ConfirmDialogProps = {
  /** The button that opens it; without one it is open while `open` says so. */
  trigger?: ReactElement;
  open?: boolean;
  title: string;
  description: string;
  /** The label of the button that confirms, such as `Delete`. */
  action: string;
  onConfirm: () => void;
  onClose?: () => void;
};

/** Asks before something that cannot be undone. Escape keeps everything as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { trigger, open, title, description, action, onConfirm, onClose } = props;
  return (
    <AlertDialog.Root
      {...(open !== undefined && { open })}
      onOpenChange={(next) => !next && onClose?.()}
    >
      {trigger && <AlertDialog.Trigger render={trigger} />}
      <AlertFrame title={title} description={description}>
        <AlertDialog.Close className={buttonClass('plain')}>Cancel</AlertDialog.Close>
        <Confirm onConfirm={onConfirm}>{action}</Confirm>
      </AlertFrame>
    </AlertDialog.Root>
  );
}

/** Pressed twice, it confirms once: the dialog is there until a moment later. */
function Confirm({ onConfirm, children }: { onConfirm: () => void; children: string }) {
  const pressed = useRef(false);
  const confirm = () => {
    if (!pressed.current) onConfirm();
    pressed.current = true;
  };
  return (
    <AlertDialog.Close className={buttonClass('danger')} onClick={confirm}>
      {children}
    </AlertDialog.Close>
  );
}

type AlertFrameProps = { title: ReactNode; description: string; children: ReactNode };

/** What a question that must be answered looks like; its children are the buttons. */
export function AlertFrame({ title, description, children }: AlertFrameProps) {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-backdrop" />
      <AlertDialog.Popup className="card fixed top-1/2 left-1/2 z-20 w-104 max-w-window -translate-x-1/2 -translate-y-1/2 p-5">
        <AlertDialog.Title className="font-semibold wrap-anywhere">{title}</AlertDialog.Title>
        <AlertDialog.Description className="mt-1 text-sm text-soft">
          {description}
        </AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-2">{children}</div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  );
}
