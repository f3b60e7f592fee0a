import { type ReactNode, Suspense } from 'react';
import { LazyDialogPopup } from './overlay-loader.ts';
import { useHistoryClose } from './use-history-close.ts';
import { useOnceTrue } from './use-once-true.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Buttons of 44, side by side, the way out first. */
  actions: ReactNode;
  /** True where the answer matters: announced at once, and a tap outside does not close it. */
  alert?: boolean;
  /** False while a request runs. */
  dismissible?: boolean;
  children?: ReactNode;
}

/** A dialog in the middle, kept for what cannot be undone. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, dismissible = true } = props;
  const wasOpened = useOnceTrue(open);
  useHistoryClose(open && dismissible, () => onOpenChange(false));
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazyDialogPopup {...props} />
    </Suspense>
  );
}
