import { useEffect, useId, useRef } from 'react';

/** Open overlays stand in the history entry's state, outermost first, so that back closes the top one. */
const KEY = 'overlays';

const openOverlays = (): readonly string[] => {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !(KEY in state)) return [];
  const { overlays } = state as { overlays: unknown };
  return Array.isArray(overlays) ? overlays.filter((id) => typeof id === 'string') : [];
};

const leaving = new Set<string>();
let isScheduled = false;

/**
 * Goes back over the entries of overlays that closed by themselves. Deferred, so that several that
 * close together need one step, and skipped when the app navigated meanwhile: then their entries
 * are no longer on top.
 */
function dropEntriesSoon(id: string): void {
  leaving.add(id);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    const ids = openOverlays();
    const kept = ids.findLastIndex((open) => !leaving.has(open)) + 1;
    leaving.clear();
    if (kept < ids.length) window.history.go(kept - ids.length);
  }, 0);
}

/** While `isOpen`, the back button or gesture calls `onClose` instead of leaving the page. */
export function useHistoryClose(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    if (!leaving.delete(id)) {
      const state: unknown = window.history.state;
      const known = typeof state === 'object' ? state : {};
      window.history.pushState({ ...known, [KEY]: [...openOverlays(), id] }, '');
    }
    const onPopState = () => {
      if (!openOverlays().includes(id)) close.current();
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      if (openOverlays().includes(id)) dropEntriesSoon(id);
    };
  }, [isOpen, id]);
}
