/**
 * The markets as they were last seen, so that a start without a network shows something. Public figures only:
 * nothing of anyone's account is kept on the device. They carry their time and are never shown as live.
 */

import { storage } from '@fairlead/calls';
import type { Config, Quotation } from '@fairlead/contract';
import { queryClient } from '../data/calls/query.ts';
import { connectionStore } from '../data/live/connection.ts';
import { applyTicks, knownQuotations } from '../data/markets/quotations.ts';

const KEY = 'last';
const CONFIG_KEY = ['config', {}];

interface LastKnown {
  readonly atMs: number;
  readonly config: Config;
  readonly quotations: readonly Quotation[];
}

/** Written by this app; anything else is nothing. */
function read(): LastKnown | undefined {
  try {
    const value: unknown = JSON.parse(storage.read(KEY) ?? 'null');
    const isOurs =
      typeof value === 'object' &&
      value !== null &&
      'atMs' in value &&
      typeof value.atMs === 'number' &&
      'config' in value &&
      'quotations' in value &&
      Array.isArray(value.quotations);
    return isOurs ? (value as LastKnown) : undefined;
  } catch {
    return undefined;
  }
}

export function saveLastKnown(): void {
  const config = queryClient.getQueryData<Config>(CONFIG_KEY);
  const { lastDataAtMs: atMs } = connectionStore.getState();
  const quotations = knownQuotations();
  if (config === undefined || atMs === undefined || quotations.length === 0) return;
  const known: LastKnown = { atMs, config, quotations };
  storage.write(KEY, JSON.stringify(known));
}

/** Puts the last known markets in place of those that did not come. */
export function restoreLastKnown(): void {
  const known = read();
  if (known === undefined || knownQuotations().length > 0) return;
  if (queryClient.getQueryData(CONFIG_KEY) === undefined)
    // As old as it is, so that it is asked for again.
    queryClient.setQueryData(CONFIG_KEY, known.config, { updatedAt: known.atMs });
  applyTicks(known.quotations.map((quotation) => ({ ...quotation, is_stale: true })));
  connectionStore.setState({ lastDataAtMs: known.atMs });
}

/** Saves when the app is left, and restores when the server cannot be reached although there is a network. */
export function followLastKnown(): void {
  saveLastKnown();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveLastKnown();
  });
  window.addEventListener('pagehide', saveLastKnown);
  const restoreIfFailed = () => {
    if (queryClient.getQueryState(['quotations', {}])?.status === 'error') restoreLastKnown();
  };
  restoreIfFailed();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === 'quotations') restoreIfFailed();
  });
}
