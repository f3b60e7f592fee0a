/**
 * A hash of the state that does not depend on the order in which it came to be: each record is hashed
 * alone and the hashes are added. Equal for an engine and for one reloaded from its rows. The command
 * sequence and its time are left out, since a refused command moves them and changes nothing.
 *
 * It finds bugs, not adversaries: two rounds of 32-bit multiplicative hashing, no cryptography.
 */

import type { StoredSnapshot } from '../changes.ts';
import type { SentTransferRow } from '../ledger/rows.ts';
import { ICEBERG_PARTS_DEFAULT } from '../limits.ts';
import { PRODUCTS } from '../products.ts';
import type { Currency, Market, TradingRow } from '../terms.ts';
import { type HashRecord, HashSum } from './hash-sum.ts';
import { atOnce, eachOf, type Steps } from './steps.ts';

export const stateHash = (snapshot: StoredSnapshot): string => atOnce(stateHashSteps(snapshot));

/** The same in steps, for whoever serves others meanwhile. */
export function* stateHashSteps(snapshot: StoredSnapshot): Steps<string> {
  const sum = new HashSum();
  const { counters } = snapshot;
  sum.add(['counters', counters.orderId, counters.tradeId, counters.entryId, counters.receiptId]);
  yield* eachOf(snapshot.owners, (owner) => sum.add(['owner', owner]));
  for (const currency of snapshot.currencies) sum.add(currencyRecord(currency));
  for (const market of snapshot.markets) {
    sum.add(marketRecord(market));
    const { marketId, icebergPartsMax } = market;
    // Where nobody changed it the hash stays what it was before there was this term.
    const isOther = icebergPartsMax !== ICEBERG_PARTS_DEFAULT;
    if (isOther) sum.add(['market_iceberg', marketId, icebergPartsMax]);
  }
  yield* eachOf(snapshot.balances, ({ accountId, total, frozen }) =>
    sum.add(['balance', accountId, total, frozen]),
  );
  for (const { marketId, sampleTimeMs, price, isMarketStale } of snapshot.index) {
    sum.add(['index', marketId, sampleTimeMs, price, isMarketStale]);
  }
  for (const owner of snapshot.frozenOwners) sum.add(['frozen', owner]);
  for (const row of snapshot.sentTransfers) sum.add(sentTransferRecord(row));
  for (const { owner, reason } of snapshot.withdrawalHolds) sum.add(['held', owner, reason]);
  if (snapshot.trading !== undefined) sum.add(tradingRecord(snapshot.trading));
  for (const { records } of PRODUCTS) {
    yield* eachOf(records(snapshot), (record) => sum.add(record));
  }
  return sum.text();
}

function sentTransferRecord(row: SentTransferRow): HashRecord {
  const { transferId, owner, source, target, currencyId, amount, reference, timeMs } = row;
  return ['sent', transferId, owner, source, target, currencyId, amount, reference, timeMs];
}

function tradingRecord({ mode, cause, reason, sinceMs }: TradingRow): HashRecord {
  return ['trading', mode, cause, reason, sinceMs];
}

function currencyRecord(currency: Currency): HashRecord {
  const { currencyId, name, fullName, scale, isEnabled } = currency;
  return ['currency', currencyId, name, fullName, scale, isEnabled];
}

function marketRecord(market: Market): HashRecord {
  return [
    'market',
    market.marketId,
    market.symbol,
    market.baseCurrencyId,
    market.quoteCurrencyId,
    market.tickSizeE8,
    market.lotBaseMinor,
    market.tickLotQuoteMinor,
    market.makerFeePpm,
    market.takerFeePpm,
    market.minNotionalMinor,
    market.marketBandPpm,
    market.limitBandPpm,
    market.openOrdersMax,
    market.state,
  ];
}
