import type { Quotation } from '@fairlead/contract';
import { INDEX_AHEAD_MAX_MS, SHOWN_PRICE_FRESH_MS } from '@fairlead/contract/constants';
import { useEffect, useState } from 'react';
import { connectionStore, useConnection } from '../live/connection.ts';
import { serverNow } from '../live/server-clock.ts';

export interface Freshness {
  /** What is shown may not be taken as live: grey it and say its time. */
  readonly isStale: boolean;
  /** Of the index price that is shown, by the server's clock. */
  readonly atMs: number | undefined;
}

/** Whether a price that is shown now is older than 5 s: no index since then, and no prices over the socket. */
export function isPriceOld(market: Quotation | undefined, nowMs: number = serverNow()): boolean {
  const { socket, isOnline, lastDataAtMs } = connectionStore.getState();
  if (market === undefined || market.is_stale || !isOnline) return true;
  const ageMs = market.index_time === undefined ? undefined : nowMs - market.index_time;
  // Of a time to come: whatever comes over the socket, this is no price of now.
  if (ageMs !== undefined && ageMs < -INDEX_AHEAD_MAX_MS) return true;
  const isIndexNew = ageMs !== undefined && ageMs <= SHOWN_PRICE_FRESH_MS;
  const isDataNew = lastDataAtMs !== undefined && Date.now() - lastDataAtMs <= SHOWN_PRICE_FRESH_MS;
  return socket === 'live' ? !(isIndexNew || isDataNew) : !isIndexNew;
}

const CHECK_EVERY_MS = 1_000;

/** Follows one market's age, checked once a second. */
export function useFreshness(market: Quotation | undefined): Freshness {
  const { socket, isOnline } = useConnection();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const check = () => setOld(market !== undefined && isPriceOld(market));
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [market]);
  const isLost = !isOnline || socket === 'reconnecting';
  return {
    isStale: market !== undefined && (market.is_stale || isLost || isOld),
    atMs: market?.index_time,
  };
}
