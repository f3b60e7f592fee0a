/** Tells those who want to know what became of orders whose price was reached, from committed rows. */
import type { TriggerRow } from '@fairlead/engine';
import { priceText } from '@fairlead/formula';
import { TRADE_NOTICES_MAX } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { Terms } from '../../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  isWanted,
  type Notice,
  startCommitNotices,
  type WantedNeeds,
} from '../../notices/index.ts';
import { latestRefusedLegs, latestTriggered } from './queries.ts';

export interface TriggerNoticesParts extends CommitNoticesParts, WantedNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startTriggerNotices(parts: TriggerNoticesParts): CommitNotices<TriggerRow> {
  const { database, clock, terms } = parts;
  return startCommitNotices(parts, {
    name: 'trigger_orders',
    rowsOf: ({ triggers }) =>
      triggers.filter((row) =>
        row.receiptId === undefined
          ? isRefusedLeg(row) && isWanted(parts, row.owner, 'leg_refused')
          : isWanted(parts, row.owner, 'trigger_refused'),
      ),
    missedRows: async (withinMs) => {
      const fromMs = clock.now() - withinMs;
      const refused = await latestRefusedLegs(database, fromMs);
      return [...(await latestTriggered(database, fromMs)), ...refused.filter(isRefusedLeg)];
    },
    notices: (rows) => rows.flatMap((row) => triggerNotices(row, terms)),
    waitingMax: TRADE_NOTICES_MAX,
  });
}

/** Those that their owners or the house took back. */
const TAKEN_BACK: ReadonlySet<TriggerRow['cancelReason']> = new Set([
  'user',
  'timer',
  'operator',
  'market_terms',
  'other_leg',
  'expired',
] as const);

/** Whether it was to be placed behind another order, and could not be. */
const isRefusedLeg = ({ listId, receiptId, cancelReason }: TriggerRow): boolean =>
  listId !== undefined &&
  receiptId === undefined &&
  cancelReason !== undefined &&
  !TAKEN_BACK.has(cancelReason);

function triggerNotices(row: TriggerRow, terms: Terms): Notice[] {
  const { owner: userId, triggerId, receiptId, cancelReason: cause } = row;
  const market = terms.knownMarket(row.marketId);
  const { tickSizeE8 } = terms.gridOfOrder(row.marketId, triggerId);
  const told = {
    symbol: market.symbol,
    side: row.side,
    price: priceText(row.triggerPrice, tickSizeE8),
  };
  const key = `trigger_order:${triggerId}`;
  if (receiptId === undefined)
    return [{ userId, kind: 'leg_refused', params: { ...told, cause: cause ?? 'other' }, key }];
  const params = { ...told, trigger: row.triggerKind, receipt_id: String(receiptId) };
  return cause === undefined
    ? [{ userId, kind: 'trigger_placed', params, key }]
    : [{ userId, kind: 'trigger_refused', params: { ...params, cause }, key }];
}
