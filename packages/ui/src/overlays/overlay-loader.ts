import { lazy, useRef } from 'react';

/**
 * Sheets and dialogs bring 35 kB that no first paint needs, so they come in a chunk of their own:
 * when the first one opens, or earlier through `preloadOverlays`.
 */
const loadSheet = () => import('./SheetPopup.tsx');
const loadDialog = () => import('./DialogPopup.tsx');

export const LazySheetPopup = lazy(async () => ({ default: (await loadSheet()).SheetPopup }));
export const LazyDialogPopup = lazy(async () => ({ default: (await loadDialog()).DialogPopup }));

/** Fetches the code of sheets and dialogs; call it when the page is idle. */
export async function preloadOverlays(): Promise<void> {
  await Promise.all([loadSheet(), loadDialog()]);
}

/** True from the first time `value` was true: keeps an overlay mounted while it closes. */
export function useOnceTrue(value: boolean): boolean {
  const seen = useRef(false);
  if (value) seen.current = true;
  return seen.current;
}
