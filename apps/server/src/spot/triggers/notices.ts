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
import { latestTriggered } from './queries.ts';

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
      triggers.filter(
        ({ receiptId, owner }) =>
          receiptId !== undefined && isWanted(parts, owner, 'trigger_refused'),
      ),
    missedRows: (withinMs) => latestTriggered(database, clock.now() - withinMs),
    notices: (rows) => rows.flatMap((row) => triggerNotices(row, terms)),
    waitingMax: TRADE_NOTICES_MAX,
  });
}

function triggerNotices(row: TriggerRow, terms: Terms): Notice[] {
  const { owner: userId, triggerId, receiptId, cancelReason: cause } = row;
  if (receiptId === undefined) return [];
  const market = terms.knownMarket(row.marketId);
  const { tickSizeE8 } = terms.gridOfOrder(row.marketId, triggerId);
  const params = {
    symbol: market.symbol,
    side: row.side,
    trigger: row.triggerKind,
    price: priceText(row.triggerPrice, tickSizeE8),
    receipt_id: String(receiptId),
  };
  const key = `trigger_order:${triggerId}`;
  return cause === undefined
    ? [{ userId, kind: 'trigger_placed', params, key }]
    : [{ userId, kind: 'trigger_refused', params: { ...params, cause }, key }];
}
