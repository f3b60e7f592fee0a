/**
 * Turns what a batch of commands did into one transaction: the fencing row first, then one multi-row
 * statement for each table that has rows. What it writes is complete: a reload from the tables gives the
 * engine that made the changes. The engine promises that a batch names no order, balance, currency or
 * market twice.
 */
import type {
  BalanceRow,
  Changes,
  Currency,
  EntryRow,
  GridRow,
  IndexRow,
  Market,
  PostingRow,
  TradeRow,
  TransferRow,
} from '@fairlead/engine';
import { assert } from '@fairlead/units';
import type { AgreedDigests } from './agreed-digests.ts';
import { encodeDeposits, encodeOwnerStates, encodeWithdrawals } from './batch-custody.ts';
import type { BatchEncoder, EncodedBatch } from './batch-encoder.ts';
import { encodeFuturesTerms, encodePositions } from './batch-futures.ts';
import { encodeHostingProducts, encodeHostings } from './batch-hosting.ts';
import { encodeOfferings, encodeSubscriptions } from './batch-offerings.ts';
import { encodeOptionCurrencies, encodeOptions, encodeOptionTerms } from './batch-options.ts';
import { encodeReceipts } from './batch-receipts.ts';
import {
  encodePartners,
  encodeRebateDays,
  encodeRebates,
  encodeReferrals,
  encodeReferralTerms,
} from './batch-referral.ts';
import {
  ADVANCE_LEADER,
  COPY_ENTRIES,
  COPY_IDEMPOTENCY_KEYS,
  COPY_INDEX_SAMPLES,
  COPY_ORDERS,
  COPY_OWNERS,
  COPY_POSTINGS,
  COPY_TRADES,
  COPY_TRANSFERS,
  UPDATE_ORDERS,
  UPSERT_BALANCES,
  UPSERT_CURRENCIES,
  UPSERT_MARKET_GRIDS,
  UPSERT_MARKETS,
} from './batch-statements.ts';
import { encodeLoneWords, encodeVouches } from './lone-word-queries.ts';
import type { SealedReceipt } from './receipt-record.ts';
import { encodeTrading } from './trading-record.ts';

/** A first answer to be kept with its effects. */
export interface AnswerRow {
  readonly owner: number;
  readonly key: string;
  readonly route: string;
  readonly fingerprint: string;
  readonly status: number;
  /** JSON text, kept to the byte. */
  readonly body: string;
  readonly sequence: number;
  readonly timeMs: number;
}

export interface BatchRows {
  readonly epoch: number;
  /** Where the batch before ended. */
  readonly previousSequence: number;
  readonly previousOrderId: number;
  readonly changes: Changes;
  readonly answers: readonly AnswerRow[];
  /** JSON text of the sources of `changes.index`, by sampleKey. */
  readonly sampleSources: ReadonlyMap<string, string>;
  /** `changes.receipts`, sealed. */
  readonly receipts: readonly SealedReceipt[];
  /** Where there is a secret to make them with. */
  readonly agreed?: AgreedDigests | undefined;
}

/** Names an index sample among the samples of a batch. */
export const sampleKey = (marketId: number, sampleTimeMs: number): string =>
  `${marketId}:${sampleTimeMs}`;

/** Encodes a batch; the bytes are one transaction when followed by a Sync. */
export function encodeBatch(encoder: BatchEncoder, batch: BatchRows): EncodedBatch {
  const { changes } = batch;
  encodeLeader(encoder, batch);
  if (changes.owners.length > 0) encodeOwners(encoder, changes.owners);
  if (changes.ownerStates.length > 0) encodeOwnerStates(encoder, changes.ownerStates);
  if (changes.currencies.length > 0) encodeCurrencies(encoder, changes.currencies);
  if (changes.markets.length > 0) encodeMarkets(encoder, changes.markets);
  if (changes.grids.length > 0) encodeGrids(encoder, changes.grids);
  if (changes.futuresTerms.length > 0) encodeFuturesTerms(encoder, changes.futuresTerms);
  if (changes.optionTerms.length > 0) encodeOptionTerms(encoder, changes.optionTerms);
  if (changes.optionCurrencies.length > 0) {
    encodeOptionCurrencies(encoder, changes.optionCurrencies);
  }
  encodeWealthTerms(encoder, changes);
  if (changes.trading !== undefined) encodeTrading(encoder, changes.trading);
  if (changes.orders.length > 0) encodeOrders(encoder, batch);
  if (changes.trades.length > 0) encodeTrades(encoder, changes.trades);
  if (changes.entries.length > 0) encodeEntries(encoder, changes.entries);
  if (changes.postings.length > 0) encodePostings(encoder, changes.entries, changes.postings);
  if (changes.balances.length > 0) encodeBalances(encoder, changes.balances);
  if (changes.transfers.length > 0) encodeTransfers(encoder, changes.transfers);
  if (changes.deposits.length > 0) encodeDeposits(encoder, changes.deposits);
  if (changes.withdrawals.length > 0) encodeWithdrawals(encoder, changes.withdrawals);
  if (changes.loneWords.length > 0) encodeLoneWords(encoder, changes.loneWords);
  if (changes.vouches.length > 0) encodeVouches(encoder, changes.vouches);
  if (changes.positions.length > 0) {
    encodePositions(encoder, changes.positions, batch);
  }
  if (changes.options.length > 0) encodeOptions(encoder, changes.options, batch.previousSequence);
  encodeWealth(encoder, batch);
  if (changes.index.length > 0) encodeIndex(encoder, changes.index, batch.sampleSources);
  if (batch.receipts.length > 0) encodeReceipts(encoder, batch.receipts);
  if (batch.answers.length > 0) encodeAnswers(encoder, batch.answers);
  return encoder.take();
}

/** After the currencies that they name. */
function encodeWealthTerms(encoder: BatchEncoder, changes: Changes): void {
  const { hostingProducts, offerings, referralTerms, partners, referrals } = changes;
  if (hostingProducts.length > 0) encodeHostingProducts(encoder, hostingProducts);
  if (offerings.length > 0) encodeOfferings(encoder, offerings);
  if (referralTerms.length > 0) encodeReferralTerms(encoder, referralTerms);
  if (partners.length > 0) encodePartners(encoder, partners, changes.counters.timeMs);
  if (referrals.length > 0) encodeReferrals(encoder, referrals);
}

function encodeWealth(encoder: BatchEncoder, { changes, previousSequence }: BatchRows): void {
  const { entries, hostings, subscriptions, rebates, rebateDays } = changes;
  if (hostings.length > 0) encodeHostings(encoder, hostings, { entries, previousSequence });
  if (subscriptions.length > 0) encodeSubscriptions(encoder, subscriptions);
  if (rebates.length > 0) encodeRebates(encoder, rebates);
  if (rebateDays.length > 0) encodeRebateDays(encoder, rebateDays);
}

function encodeLeader(
  encoder: BatchEncoder,
  { epoch, previousSequence, changes: { counters } }: BatchRows,
): void {
  encoder.execute(ADVANCE_LEADER, () => {
    encoder.int8(epoch);
    encoder.int8(previousSequence);
    encoder.int8(counters.sequence);
    encoder.int8(counters.timeMs);
    encoder.int8(counters.orderId);
    encoder.int8(counters.tradeId);
    encoder.int8(counters.entryId);
  });
}

function encodeOwners(encoder: BatchEncoder, owners: readonly number[]): void {
  encoder.copy(COPY_OWNERS, owners, (owner) => encoder.int8(owner));
}

function encodeCurrencies(encoder: BatchEncoder, rows: readonly Currency[]): void {
  encoder.execute(UPSERT_CURRENCIES, () => {
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.textColumn(rows, (row) => row.name);
    encoder.textColumn(rows, (row) => row.fullName);
    encoder.int8Column(rows, (row) => row.scale);
    encoder.textColumn(rows, (row) => String(row.isEnabled));
  });
}

function encodeMarkets(encoder: BatchEncoder, rows: readonly Market[]): void {
  encoder.execute(UPSERT_MARKETS, () => {
    encoder.int8Column(rows, (row) => row.marketId);
    encoder.textColumn(rows, (row) => row.symbol);
    encoder.int8Column(rows, (row) => row.baseCurrencyId);
    encoder.int8Column(rows, (row) => row.quoteCurrencyId);
    encoder.numericColumn(rows, (row) => row.tickSizeE8);
    encoder.numericColumn(rows, (row) => row.lotBaseMinor);
    encoder.numericColumn(rows, (row) => row.tickLotQuoteMinor);
    encoder.int8Column(rows, (row) => row.makerFeePpm);
    encoder.int8Column(rows, (row) => row.takerFeePpm);
    encoder.numericColumn(rows, (row) => row.minNotionalMinor);
    encoder.int8Column(rows, (row) => row.marketBandPpm);
    encoder.int8Column(rows, (row) => row.limitBandPpm);
    encoder.int8Column(rows, (row) => row.openOrdersMax);
    encoder.textColumn(rows, (row) => row.state);
  });
}

function encodeGrids(encoder: BatchEncoder, rows: readonly GridRow[]): void {
  encoder.execute(UPSERT_MARKET_GRIDS, () => {
    encoder.int8Column(rows, (row) => row.marketId);
    encoder.int8Column(rows, (row) => row.afterOrderId);
    encoder.int8Column(rows, (row) => row.afterTradeId);
    encoder.numericColumn(rows, (row) => row.tickSizeE8);
    encoder.numericColumn(rows, (row) => row.lotBaseMinor);
    encoder.numericColumn(rows, (row) => row.tickLotQuoteMinor);
  });
}

/** Orders that came to be in this batch are copied, the others' changing columns are updated. */
function encodeOrders(
  encoder: BatchEncoder,
  { changes: { orders }, previousOrderId, agreed }: BatchRows,
): void {
  const placed = orders.filter(({ orderId }) => orderId > previousOrderId);
  if (placed.length > 0) {
    encoder.copy(COPY_ORDERS, placed, (row) => {
      encoder.int8(row.orderId);
      encoder.int8(row.owner);
      encoder.int4(row.marketId);
      encoder.text(row.side);
      encoder.text(row.type);
      encoder.text(row.timeInForce);
      encoder.text(row.clientOrderId);
      encoder.int8(row.price);
      encoder.int8(row.quantity);
      encoder.int8(row.amount);
      encoder.int8(row.filledQuantity);
      encoder.int8(row.filledAmount);
      encoder.int8(row.fee);
      encoder.int8(row.hold);
      encoder.int8(row.makerFeePpm);
      encoder.int8(row.takerFeePpm);
      encoder.text(row.status);
      encoder.text(row.cancelReason);
      encoder.int8(row.createdAtMs);
      encoder.int8(row.updatedAtMs);
      encoder.text(row.status === 'waiting' ? agreed?.ofOrder(row) : undefined);
    });
  }
  if (placed.length === orders.length) return;
  const changed = orders.filter(({ orderId }) => orderId <= previousOrderId);
  encoder.execute(UPDATE_ORDERS, () => {
    encoder.int8Column(changed, (row) => row.orderId);
    encoder.int8Column(changed, (row) => row.filledQuantity);
    encoder.int8Column(changed, (row) => row.filledAmount);
    encoder.int8Column(changed, (row) => row.fee);
    encoder.int8Column(changed, (row) => row.hold);
    encoder.textColumn(changed, (row) => row.status);
    encoder.textColumn(changed, (row) => row.cancelReason);
    encoder.int8Column(changed, (row) => row.updatedAtMs);
  });
}

function encodeTrades(encoder: BatchEncoder, trades: readonly TradeRow[]): void {
  encoder.copy(COPY_TRADES, trades, (row) => {
    encoder.int8(row.tradeId);
    encoder.int4(row.marketId);
    encoder.int8(row.price);
    encoder.int8(row.quantity);
    encoder.int8(row.notional);
    encoder.text(row.side);
    encoder.int8(row.makerOrderId);
    encoder.int8(row.takerOrderId);
    encoder.int8(row.makerOwner);
    encoder.int8(row.takerOwner);
    encoder.int8(row.makerFee);
    encoder.int8(row.takerFee);
    encoder.int8(row.timeMs);
  });
}

function encodeEntries(encoder: BatchEncoder, entries: readonly EntryRow[]): void {
  encoder.copy(COPY_ENTRIES, entries, (row) => {
    encoder.int8(row.entryId);
    encoder.int8(row.sequence);
    encoder.text(row.reason);
    encoder.text(row.reference);
    encoder.int8(row.timeMs);
  });
}

/** Postings are in the order of their entries, from which they take their time. */
function encodePostings(
  encoder: BatchEncoder,
  entries: readonly EntryRow[],
  postings: readonly PostingRow[],
): void {
  let entryAt = 0;
  let ordinal = -1;
  encoder.copy(COPY_POSTINGS, postings, (row) => {
    ordinal += 1;
    while (entries[entryAt]?.entryId !== row.entryId) {
      entryAt += 1;
      ordinal = 0;
      assert(entryAt < entries.length, 'a posting has its entry in its batch');
    }
    encoder.int8(row.entryId);
    encoder.int2(ordinal);
    encoder.int8(row.accountId);
    encoder.int8(row.owner);
    encoder.text(row.account);
    encoder.int4(row.currencyId);
    encoder.int8(row.amount);
    encoder.int8(row.balance);
    encoder.int8(entries[entryAt]?.timeMs);
  });
}

function encodeBalances(encoder: BatchEncoder, rows: readonly BalanceRow[]): void {
  encoder.execute(UPSERT_BALANCES, () => {
    encoder.int8Column(rows, (row) => row.accountId);
    encoder.int8Column(rows, (row) => row.owner);
    encoder.textColumn(rows, (row) => row.account);
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.total);
    encoder.int8Column(rows, (row) => row.frozen);
  });
}

function encodeTransfers(encoder: BatchEncoder, transfers: readonly TransferRow[]): void {
  encoder.copy(COPY_TRANSFERS, transfers, (row) => {
    encoder.int8(row.transferId);
    encoder.int8(row.owner);
    encoder.text(row.source);
    encoder.text(row.target);
    encoder.int4(row.currencyId);
    encoder.int8(row.amount);
    encoder.int8(row.timeMs);
  });
}

function encodeIndex(
  encoder: BatchEncoder,
  samples: readonly IndexRow[],
  sources: ReadonlyMap<string, string>,
): void {
  encoder.copy(COPY_INDEX_SAMPLES, samples, (row) => {
    encoder.int4(row.marketId);
    encoder.int8(row.sampleTimeMs);
    encoder.numeric(row.price);
    encoder.text(sources.get(sampleKey(row.marketId, row.sampleTimeMs)));
  });
}

function encodeAnswers(encoder: BatchEncoder, answers: readonly AnswerRow[]): void {
  encoder.copy(COPY_IDEMPOTENCY_KEYS, answers, (row) => {
    encoder.int8(row.owner);
    encoder.text(row.key);
    encoder.text(row.route);
    encoder.text(row.fingerprint);
    encoder.int2(row.status);
    encoder.text(row.body);
    encoder.int8(row.sequence);
    encoder.int8(row.timeMs);
  });
}
