/** Which strips stand above the app bar. */
import type { Config, Loss } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { ConnectionState } from '../../data/live/connection.ts';

export type StripState =
  | { readonly kind: 'demo'; readonly feed: Config['feed']; readonly isSandbox: boolean }
  | { readonly kind: 'offline'; readonly sinceMs: number | undefined }
  | { readonly kind: 'reconnecting'; readonly sinceMs: number | undefined }
  | { readonly kind: 'cancel_only' }
  | { readonly kind: 'loss'; readonly loss: Loss }
  | { readonly kind: 'stale'; readonly sinceMs: number | undefined };

export interface StripInputs {
  readonly config:
    | (Pick<Config, 'demo' | 'feed'> & {
        readonly sandbox?: boolean;
        readonly time?: number;
        readonly losses?: readonly Loss[] | undefined;
      })
    | undefined;
  readonly connection: ConnectionState;
  /** The exchange takes no new orders, as quotations say at once; before there are any, the config. */
  readonly isCancelOnly: boolean;
  /** When the newest index of any market was sampled, if every market's is stale; or that none ever was. */
  readonly allStaleSince: number | 'never' | undefined;
}

/** How long everybody is told that the database lost commits: whoever comes by once a week finds it. */
const LOSS_SHOWN_MS = 7 * DAY_MS;

/** At most three: what kind of place this is, what it lost, and what is wrong now. */
export function stripsOf({
  config,
  connection,
  isCancelOnly,
  allStaleSince,
}: StripInputs): readonly StripState[] {
  const strips: StripState[] = [];
  if (config?.demo === true)
    strips.push({ kind: 'demo', feed: config.feed, isSandbox: config.sandbox === true });
  const [loss] = config?.losses ?? [];
  if (loss !== undefined && (config?.time ?? loss.time) - loss.time < LOSS_SHOWN_MS)
    strips.push({ kind: 'loss', loss });
  const { isOnline, socket, lastDataAtMs } = connection;
  if (!isOnline) strips.push({ kind: 'offline', sinceMs: lastDataAtMs });
  else if (socket === 'reconnecting') strips.push({ kind: 'reconnecting', sinceMs: lastDataAtMs });
  else if (isCancelOnly) strips.push({ kind: 'cancel_only' });
  else if (allStaleSince === 'never') strips.push({ kind: 'stale', sinceMs: undefined });
  else if (allStaleSince !== undefined) strips.push({ kind: 'stale', sinceMs: allStaleSince });
  return strips;
}
