import { type ReactNode, Suspense } from 'react';
import { LazySheetPopup } from './overlay-loader.ts';
import { useHistoryClose } from './use-history-close.ts';
import { useOnceTrue } from './use-once-true.ts';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Keeps the title for those who listen only. */
  titleHidden?: boolean;
  /** Names the cross at the right of the title. */
  closeLabel: string;
  /** Stays in view under what scrolls: the button that does it. */
  footer?: ReactNode;
  /** False while a request runs: then neither back, Esc, swipe nor a tap outside closes it. */
  dismissible?: boolean;
  children: ReactNode;
}

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
