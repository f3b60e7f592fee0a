/** Which strips stand above the app bar. */
import type { Config } from '@fairlead/contract';
import type { ConnectionState } from '../data/connection.ts';

export type StripState =
  | { readonly kind: 'demo'; readonly feed: Config['feed']; readonly isSandbox: boolean }
  | { readonly kind: 'offline'; readonly sinceMs: number | undefined }
  | { readonly kind: 'reconnecting'; readonly sinceMs: number | undefined }
  | { readonly kind: 'cancel_only' }
  | { readonly kind: 'stale'; readonly sinceMs: number | undefined };

export interface StripInputs {
  readonly config: (Pick<Config, 'demo' | 'feed'> & { readonly sandbox?: boolean }) | undefined;
  readonly connection: ConnectionState;
  /** The exchange takes no new orders, as quotations say at once; before there are any, the config. */
  readonly isCancelOnly: boolean;
  /** When the newest index of any market was sampled, if every market's is stale; or that none ever was. */
  readonly allStaleSince: number | 'never' | undefined;
}

/** At most two: what kind of place this is, and what is wrong now. */
export function stripsOf({
  config,
  connection,
  isCancelOnly,
  allStaleSince,
}: StripInputs): readonly StripState[] {
  const strips: StripState[] = [];
  if (config?.demo === true)
    strips.push({ kind: 'demo', feed: config.feed, isSandbox: config.sandbox === true });
  const { isOnline, socket, lastDataAtMs } = connection;
  if (!isOnline) strips.push({ kind: 'offline', sinceMs: lastDataAtMs });
  else if (socket === 'reconnecting') strips.push({ kind: 'reconnecting', sinceMs: lastDataAtMs });
  else if (isCancelOnly) strips.push({ kind: 'cancel_only' });
  else if (allStaleSince === 'never') strips.push({ kind: 'stale', sinceMs: undefined });
  else if (allStaleSince !== undefined) strips.push({ kind: 'stale', sinceMs: allStaleSince });
  return strips;
}
