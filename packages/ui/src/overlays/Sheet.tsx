import { Suspense } from 'react';
import { LazySheetPopup, useOnceTrue } from './overlay-loader.ts';
import type { SheetProps } from './overlay-props.ts';
import { useHistoryClose } from './use-history-close.ts';

/**
 * A bottom sheet. Closes on back, swipe down, Esc, the cross and a tap outside; focus moves in and
 * returns. Its body scrolls under a fixed head and foot.
 */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, dismissible = true } = props;
  const wasOpened = useOnceTrue(open);
  useHistoryClose(open && dismissible, () => onOpenChange(false));
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazySheetPopup {...props} />
    </Suspense>
  );
}
