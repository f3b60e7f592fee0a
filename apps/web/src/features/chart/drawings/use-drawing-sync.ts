/** Keeps drawings in step with the account while a chart is looked at. */
import { useEffect, useLayoutEffect } from 'react';
import { useUser } from '../../../data/account/session.ts';
import { drawingStore } from './drawings.ts';
import { changedMarkets, leaveToOwner, syncDrawings } from './drawings-sync.ts';

/** Several strokes in a row are one call. */
const GATHER_MS = 800;
/** Coming back to the app asks at most so often. */
const AGAIN_AFTER_MS = 5_000;

/** One at a time, of all charts that are shown. */
let running: Promise<void> = Promise.resolve();

function sync(symbols: readonly string[], userId: number): Promise<void> {
  running = running.then(async () => {
    for (const symbol of new Set(symbols)) {
      // Without an answer it is told with the next change, or when the chart is looked at again.
      await syncDrawings(symbol, userId).catch(() => undefined);
    }
  });
  return running;
}

export function useDrawingSync(symbol: string): void {
  const userId = useUser()?.id;
  // Before anything is painted: nobody sees what somebody else drew.
  useLayoutEffect(() => leaveToOwner(userId), [userId]);
  useEffect(() => {
    if (userId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastAtMs = performance.now();
    const all = () => {
      lastAtMs = performance.now();
      void sync([symbol, ...changedMarkets()], userId);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (navigator.onLine && changedMarkets().includes(symbol)) void sync([symbol], userId);
      }, GATHER_MS);
    };
    const onReturn = () => {
      const isDue = performance.now() - lastAtMs > AGAIN_AFTER_MS;
      if (document.visibilityState === 'visible' && isDue) all();
    };
    all();
    const stop = drawingStore.subscribe(({ bySymbol }, before) => {
      if (bySymbol[symbol] !== before.bySymbol[symbol]) soon();
    });
    window.addEventListener('online', all);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      // What was drawn last is told though the chart is left.
      if (timer !== undefined && changedMarkets().includes(symbol)) void sync([symbol], userId);
      clearTimeout(timer);
      stop();
      window.removeEventListener('online', all);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [symbol, userId]);
}
