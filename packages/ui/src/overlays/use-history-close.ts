import { useEffect, useId, useRef } from 'react';

/** Open overlays stand in the history entry's state, outermost first, so that back closes the top one. */
const KEY = 'overlays';

/** The router counts on from the number of an entry, and from nothing where an entry has no state at all. */
const currentState = (): Readonly<Record<string, unknown>> => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : { idx: null };
};

const overlaysInHistory = (): readonly string[] => {
  const overlays = currentState()[KEY];
  return Array.isArray(overlays) ? overlays.filter((id) => typeof id === 'string') : [];
};

/** Overlays that closed by themselves and whose entries are still in the history. */
const closed = new Set<string>();
let isTidying = false;

/**
 * Goes back over the entries of closed overlays once they are on top. Deferred, so that several
 * that close together need one step, one that opens in the same moment can take over the entry,
 * and nothing is undone when the app navigated meanwhile.
 */
function tidySoon(): void {
  if (isTidying) return;
  isTidying = true;
  setTimeout(() => {
    isTidying = false;
    const ids = overlaysInHistory();
    for (const id of closed) if (!ids.includes(id)) closed.delete(id);
    const kept = ids.findLastIndex((id) => !closed.has(id)) + 1;
    if (kept < ids.length) window.history.go(kept - ids.length);
  }, 0);
}

function enter(id: string): void {
  const ids = overlaysInHistory();
  closed.delete(id);
  if (ids.includes(id)) return;
  const top = ids.at(-1);
  if (top !== undefined && closed.delete(top)) {
    window.history.replaceState({ ...currentState(), [KEY]: [...ids.slice(0, -1), id] }, '');
  } else {
    window.history.pushState({ ...currentState(), [KEY]: [...ids, id] }, '');
  }
}

function leave(id: string): void {
  if (!overlaysInHistory().includes(id)) return;
  closed.add(id);
  tidySoon();
}

/**
 * A page that was loaded anew has none of the overlays that its entry names. Resolves on the page's own entry, from
 * which back leads to the page before it.
 */
export function leaveLostOverlays(): Promise<void> {
  const { length } = overlaysInHistory();
  return new Promise((resolve) => {
    if (length === 0) return resolve();
    window.addEventListener('popstate', () => resolve(), { once: true });
    // Where a browser has dropped the entries there is nothing to go back over.
    setTimeout(resolve, LEAVE_WAIT_MS);
    window.history.go(-length);
  });
}
const LEAVE_WAIT_MS = 500;

/** While `isOpen`, the back button or gesture calls `onClose` instead of leaving the page. */
export function useHistoryClose(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    enter(id);
    const onPopState = () => {
      if (!overlaysInHistory().includes(id)) close.current();
      else if (closed.size > 0) tidySoon();
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      leave(id);
    };
  }, [isOpen, id]);
}
