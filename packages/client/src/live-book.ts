/** One market's order book, live: the depth channel, and the REST snapshot where the channel had a gap. */
import { DEPTH_LEVELS_MAX } from '@fairlead/contract/constants';
import type { ApiClient } from './api-client.ts';
import type { LiveClient } from './live-client.ts';
import { type BookView, OrderBookReplica } from './order-book-replica.ts';

/** After a snapshot that failed or was not new enough. */
const RETRY_MS = 500;

export interface LiveBookOptions {
  readonly api: ApiClient;
  readonly live: LiveClient;
  readonly symbol: string;
  /** Told of each new view; the lists in it never change. */
  readonly onChange: (view: BookView) => void;
}

/** Keeps the book until the function returned is called. */
export function watchBook({ api, live, symbol, onChange }: LiveBookOptions): () => void {
  const replica = new OrderBookReplica();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  function show(): void {
    const { view } = replica;
    if (view !== undefined) onChange(view);
  }

  async function recover(): Promise<void> {
    if (isAsking || controller.signal.aborted) return;
    isAsking = true;
    try {
      const request = { symbol, depth: DEPTH_LEVELS_MAX };
      replica.load(await api.call('deal', request, { signal: controller.signal }));
      if (!controller.signal.aborted) show();
    } catch {
      // Asked again below; while the book is not current the view says so.
    }
    isAsking = false;
    if (replica.needsSnapshot) retryLater();
  }

  function retryLater(): void {
    if (controller.signal.aborted || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (replica.needsSnapshot && live.status.state === 'live') void recover();
    }, RETRY_MS);
  }

  const stopData = live.subscribe(`depth:${symbol}`, (message) => {
    const wasCurrent = replica.view?.isCurrent ?? false;
    replica.apply(message);
    show();
    if (!replica.needsSnapshot) return;
    if (wasCurrent) void recover();
    else retryLater();
  });
  const stopStatus = live.onStatus(({ state }) => {
    if (state === 'live' || replica.view === undefined) return;
    replica.disconnect();
    show();
  });
  return () => {
    controller.abort();
    clearTimeout(timer);
    stopData();
    stopStatus();
  };
}
