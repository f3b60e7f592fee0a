import { Suspense } from 'react';
import { LazyDialogPopup, useOnceTrue } from './overlay-loader.ts';
import type { DialogProps } from './overlay-props.ts';
import { useHistoryClose } from './use-history-close.ts';

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
