/**
 * The live connection: one socket for the app, loaded after the first paint. Hooks may be used before it is
 * there; they begin when it is.
 */
import type { LiveClient } from '@fairlead/client';
import type { Channel, DataOf } from '@fairlead/contract';
import { useEffect, useRef } from 'react';
import { onTokenChange, sessionToken } from '../account/session.ts';
import { callApi } from '../calls/api.ts';
import { queryClient } from '../calls/query.ts';
import { applyTicks, resyncQuotations } from '../markets/quotations.ts';
import { connectionStore, markData, socketAfter } from './connection.ts';
import { HANDLED_EVENTS, invalidateAfter } from './private-events.ts';
import { followLiveClock } from './server-clock.ts';

let live: LiveClient | undefined;
const waiting = new Set<(ready: LiveClient) => void>();

/** Runs `use` as soon as there is a connection object, and what it returned when the caller leaves. */
export function whenLive(use: (ready: LiveClient) => () => void): () => void {
  if (live !== undefined) return use(live);
  let stop: (() => void) | undefined;
  const begin = (ready: LiveClient) => {
    stop = use(ready);
  };
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
    stop?.();
  };
}

/**
 * Calls back with what a channel brings while mounted; undefined subscribes to nothing. The callback may
 * change between renders. Write ticks to a store of your own and flush it; do not set state per message.
 */
export function useChannel<Name extends Channel>(
  channel: Name | undefined,
  onData: (data: DataOf<Name>) => void,
): void {
  const latest = useRef(onData);
  useEffect(() => {
    latest.current = onData;
  });
  useEffect(() => {
    if (channel === undefined) return undefined;
    return whenLive((ready) => ready.subscribe(channel, (data) => latest.current(data)));
  }, [channel]);
}

/** Private reads may be old: their events came while nobody listened. */
function resyncPrivate(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['isPrivate'] === true });
}

/** What was read over REST may be old: after a reconnect, on return to the page. */
function resync(): void {
  resyncQuotations();
  resyncPrivate();
}

/** The first page is read before there is a connection; what happened in between no event has told. */
function resyncOnceLive(ready: LiveClient): void {
  const stop = ready.onStatus(({ state }) => {
    if (state !== 'live') return;
    stop();
    resyncPrivate();
  });
}

/** Asks who we are: a session that ended answers 999, which clears it and says so in the user's words. */
function checkSession(token: string): void {
  // Who is logging out knows; the socket may hear of it before the call is answered.
  if (queryClient.isMutating({ mutationKey: ['logout'] }) > 0) return;
  if (token === sessionToken()) void callApi('center', {}).catch(() => undefined);
}

function follow(ready: LiveClient): void {
  followLiveClock(ready.serverClock);
  const showStatus = () =>
    connectionStore.setState(({ socket }) => ({ socket: socketAfter(socket, ready.status.state) }));
  showStatus();
  ready.onStatus(showStatus);
  ready.onResync(resync);
  resyncOnceLive(ready);
  ready.onSessionEnded(checkSession);
  onTokenChange(() => ready.relogin());
  ready.subscribe('ticker', (changes) => {
    applyTicks(changes);
    markData();
  });
  for (const event of HANDLED_EVENTS) ready.on(event, () => invalidateAfter(event));
}

/** Opens the connection; once, after the first paint. A chunk that does not load is tried again. */
export async function startLive(): Promise<void> {
  try {
    const { openLive } = await import('./live-link.ts');
    live = openLive();
  } catch {
    connectionStore.setState({ socket: 'reconnecting' });
    setTimeout(() => void startLive(), START_RETRY_MS);
    return;
  }
  follow(live);
  for (const begin of waiting) begin(live);
  waiting.clear();
}

const START_RETRY_MS = 5_000;
