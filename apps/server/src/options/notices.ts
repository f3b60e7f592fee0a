/** Tells those who want to know of their delivered options, from committed rows. */
import type { OptionRow } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
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
import { latestDeliveries } from './queries.ts';

export interface OptionNoticesParts extends CommitNoticesParts, WantedNeeds {
  readonly books: Database;
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startOptionNotices(parts: OptionNoticesParts): CommitNotices<OptionRow> {
  const { books, clock, terms } = parts;
  return startCommitNotices(parts, {
    name: 'options',
    rowsOf: ({ options }) =>
      options.filter(
        (row) => row.status === 'settled' && isWanted(parts, row.owner, 'option_delivered'),
      ),
    missedRows: (withinMs) => latestDeliveries(books, clock.now() - withinMs),
    notices: (rows) => rows.flatMap((row) => optionNotices(row, terms)),
    waitingMax: TRADE_NOTICES_MAX,
  });
}

/** What the owner of a settled option must know. */
function optionNotices(row: OptionRow, terms: Terms): Notice[] {
  const { owner: userId, optionId, result, profit, deliveryReceiptId } = row;
  if (row.status !== 'settled' || result === undefined || profit === undefined) return [];
  const currency = terms.knownCurrency(row.currencyId);
  const kind = 'option_delivered';
  const params = {
    symbol: terms.knownMarket(row.marketId).symbol,
    result,
    profit: amountText(profit, currency),
    currency: currency.name,
    receipt_id: String(deliveryReceiptId ?? row.purchaseReceiptId),
  };
  return [{ userId, kind, params, key: `${kind}:${optionId}` }];
}
