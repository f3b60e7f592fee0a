/** Tells those who want to know of positions that were closed without them, or could not be opened, from committed rows. */
import type { PositionRow } from '@fairlead/engine';
import { netPnl } from '@fairlead/formula';
import { amountText, indexText } from '../core/http/figures.ts';
import { TRADE_NOTICES_MAX } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  isWanted,
  type Notice,
  startCommitNotices,
  type WantedNeeds,
} from '../notices/index.ts';
import { latestClosings } from './queries.ts';

export interface PositionNoticesParts extends CommitNoticesParts, WantedNeeds {
  readonly books: Database;
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startPositionNotices(parts: PositionNoticesParts): CommitNotices<PositionRow> {
  const { books, clock, terms } = parts;
  return startCommitNotices(parts, {
    name: 'positions',
    rowsOf: ({ positions }) =>
      positions.filter(
        (row) =>
          (row.status === 'closed' || row.status === 'cancelled') &&
          isWanted(parts, row.owner, 'position_closed'),
      ),
    missedRows: (withinMs) => latestClosings(books, clock.now() - withinMs),
    notices: (rows) => rows.flatMap((row) => positionNotices(row, terms)),
    waitingMax: TRADE_NOTICES_MAX,
  });
}

/** What the owner of a position must know whose limit was reached and that could not be opened. */
function cancelNotices(row: PositionRow, terms: Terms): Notice[] {
  const { owner: userId, positionId, closeReason: cause, price } = row;
  if (row.status !== 'cancelled' || price === undefined) return [];
  if (cause !== 'house_limit' && cause !== 'insufficient_balance') return [];
  const market = terms.knownMarket(row.marketId);
  const params = { symbol: market.symbol, side: row.side, price: indexText(price, market), cause };
  const kind = 'position_cancelled';
  return [{ userId, kind, params, key: `${kind}:${positionId}` }];
}

/** What the owner of a position must know that was closed by a price; what they closed themselves is no news. */
function positionNotices(row: PositionRow, terms: Terms): Notice[] {
  if (row.status === 'cancelled') return cancelNotices(row, terms);
  const { owner: userId, positionId, closeReason, closePrice, realisedPnl, closeReceiptId } = row;
  if (row.status !== 'closed' || closePrice === undefined || closeReason === undefined) return [];
  if (closeReason === 'user' || realisedPnl === undefined) return [];
  const currency = terms.knownCurrency(row.currencyId);
  const market = terms.knownMarket(row.marketId);
  const params = {
    symbol: market.symbol,
    side: row.side,
    price: indexText(closePrice, market),
    profit: amountText(netPnl({ ...row, realisedPnl }), currency),
    currency: currency.name,
    receipt_id: String(closeReceiptId ?? row.openReceiptId ?? ''),
  };
  const key = `position_closed:${positionId}`;
  return closeReason === 'liquidation'
    ? [{ userId, kind: 'position_liquidated', params, key }]
    : [{ userId, kind: 'position_closed', params: { ...params, cause: closeReason }, key }];
}
