import type { BookView } from '@fairlead/client';
import { useEffect, useState } from 'react';
import { apiClient } from '../../data/calls/api.ts';
import { whenLive } from '../../data/live/live.ts';
import { Throttle } from '../../data/live/throttle.ts';
import { SYMBOL_FLUSH_MS } from '../../data/markets/quotation-store.ts';

/** One market's book, at most 10 changes a second; undefined until the first snapshot. Not current after a gap. */
export function useOrderBook(symbol: string): BookView | undefined {
  const [view, setView] = useState<BookView>();
  useEffect(() => {
    let newest: BookView | undefined;
    const throttle = new Throttle({
      intervalMs: SYMBOL_FLUSH_MS,
      flush: () => setView(newest),
      nowMs: () => performance.now(),
    });
    const stop = whenLive((live) => {
      let stopBook: (() => void) | undefined;
      let isStopped = false;
      // Already loaded: the connection came from the same chunk.
      void import('../../data/live/live-link.ts').then(({ watchBook }) => {
        if (isStopped) return;
        stopBook = watchBook({
          api: apiClient,
          live,
          symbol,
          onChange: (next) => {
            newest = next;
            throttle.request();
          },
        });
      });
      return () => {
        isStopped = true;
        stopBook?.();
      };
    });
    return () => {
      stop();
      throttle.stop();
      setView(undefined);
    };
  }, [symbol]);
  return view;
}
