import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that says what will happen. */
  title: ReactNode;
  children?: ReactNode;
  cancelLabel: ReactNode;
  /** Says what it does: "Close all", not "OK". */
  confirmLabel: ReactNode;
  onConfirm: () => void;
  /** `fall` for what destroys or sells, `main` otherwise. */
  variant?: Extract<ButtonVariant, 'main' | 'rise' | 'fall' | 'danger'>;
  busy?: boolean;
  /** What it asks about is not complete yet. */
  confirmDisabled?: boolean;
}

/** A question with two answers, the safe one first. Stays open until the caller closes it. */
export function Confirm(props: ConfirmProps) {
  const { open, onOpenChange, title, children, cancelLabel, confirmLabel, onConfirm } = props;
  const { variant = 'main', busy = false, confirmDisabled = false } = props;
  return (
    <Dialog
      alert
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!busy}
      title={title}
      actions={
        <>
          <Button size={44} disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            size={44}
            variant={variant}
            busy={busy}
            disabled={confirmDisabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
