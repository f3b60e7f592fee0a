/**
 * Turns what a batch of commands did into one transaction: the fencing row first, then one multi-row
 * statement for each table that has rows. What it writes is complete: a reload from the tables gives the
 * engine that made the changes.
 */
import type { Changes, EntryRow, IndexRow, PostingRow } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import type { BatchEncoder, EncodedBatch } from './batch-encoder.ts';
import {
  ADVANCE_LEADER,
  INSERT_ENTRIES,
  INSERT_IDEMPOTENCY_KEYS,
  INSERT_INDEX_SAMPLES,
  INSERT_OWNERS,
  INSERT_POSTINGS,
  INSERT_TRADES,
  INSERT_TRANSFERS,
  UPSERT_BALANCES,
  UPSERT_CURRENCIES,
  UPSERT_MARKETS,
  UPSERT_ORDERS,
} from './batch-statements.ts';

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
  /** Sequence of the batch before. */
  readonly previousSequence: number;
  readonly changes: Changes;
  readonly answers: readonly AnswerRow[];
  /** JSON text of the sources of `changes.index`, by sampleKey. */
  readonly sampleSources: ReadonlyMap<string, string>;
}

/** Names an index sample among the samples of a batch. */
export const sampleKey = (marketId: number, sampleTimeMs: number): string =>
  `${marketId}:${sampleTimeMs}`;

/** Encodes a batch; the bytes are one transaction when followed by a Sync. */
export function encodeBatch(encoder: BatchEncoder, batch: BatchRows): EncodedBatch {
  const { changes } = batch;
  encodeLeader(encoder, batch);
  if (changes.owners.length > 0) {
    encoder.begin(INSERT_OWNERS);
    encoder.int8(changes.owners, (owner) => owner);
  }
  if (changes.currencies.length > 0) encodeCurrencies(encoder, changes);
  if (changes.markets.length > 0) encodeMarkets(encoder, changes);
  if (changes.orders.length > 0) encodeOrders(encoder, changes);
  if (changes.trades.length > 0) encodeTrades(encoder, changes);
  if (changes.entries.length > 0) encodeJournal(encoder, changes);
  if (changes.balances.length > 0) encodeBalances(encoder, changes);
  if (changes.transfers.length > 0) encodeTransfers(encoder, changes);
  if (changes.index.length > 0) encodeIndex(encoder, changes.index, batch.sampleSources);
  if (batch.answers.length > 0) encodeAnswers(encoder, batch.answers);
  return encoder.take();
}

function encodeLeader(
  encoder: BatchEncoder,
  { epoch, previousSequence, changes }: BatchRows,
): void {
  const { counters } = changes;
  encoder.begin(ADVANCE_LEADER);
  encoder.oneInt8(epoch);
  encoder.oneInt8(previousSequence);
  encoder.oneInt8(counters.sequence);
  encoder.oneInt8(counters.timeMs);
  encoder.oneInt8(counters.orderId);
  encoder.oneInt8(counters.tradeId);
  encoder.oneInt8(counters.entryId);
}

function encodeCurrencies(encoder: BatchEncoder, { currencies }: Changes): void {
  const rows = lastOfEach(currencies, (currency) => currency.currencyId);
  encoder.begin(UPSERT_CURRENCIES);
  encoder.int8(rows, (row) => row.currencyId);
  encoder.text(rows, (row) => row.name);
  encoder.text(rows, (row) => row.fullName);
  encoder.int8(rows, (row) => row.scale);
  encoder.text(rows, (row) => String(row.isEnabled));
}

function encodeMarkets(encoder: BatchEncoder, { markets }: Changes): void {
  const rows = lastOfEach(markets, (market) => market.marketId);
  encoder.begin(UPSERT_MARKETS);
  encoder.int8(rows, (row) => row.marketId);
  encoder.text(rows, (row) => row.symbol);
  encoder.int8(rows, (row) => row.baseCurrencyId);
  encoder.int8(rows, (row) => row.quoteCurrencyId);
  encoder.numeric(rows, (row) => row.tickSizeE8);
  encoder.numeric(rows, (row) => row.lotBaseMinor);
  encoder.numeric(rows, (row) => row.tickLotQuoteMinor);
  encoder.int8(rows, (row) => row.makerFeePpm);
  encoder.int8(rows, (row) => row.takerFeePpm);
  encoder.numeric(rows, (row) => row.minNotionalMinor);
  encoder.int8(rows, (row) => row.marketBandPpm);
  encoder.int8(rows, (row) => row.limitBandPpm);
  encoder.int8(rows, (row) => row.openOrdersMax);
  encoder.text(rows, (row) => row.state);
}

function encodeOrders(encoder: BatchEncoder, { orders }: Changes): void {
  const rows = lastOfEach(orders, (order) => order.orderId);
  encoder.begin(UPSERT_ORDERS);
  encoder.int8(rows, (row) => row.orderId);
  encoder.int8(rows, (row) => row.owner);
  encoder.int8(rows, (row) => row.marketId);
  encoder.text(rows, (row) => row.side);
  encoder.text(rows, (row) => row.type);
  encoder.text(rows, (row) => row.timeInForce);
  encoder.text(rows, (row) => row.clientOrderId);
  encoder.int8(rows, (row) => row.price);
  encoder.int8(rows, (row) => row.quantity);
  encoder.int8(rows, (row) => row.amount);
  encoder.int8(rows, (row) => row.filledQuantity);
  encoder.int8(rows, (row) => row.filledAmount);
  encoder.int8(rows, (row) => row.fee);
  encoder.int8(rows, (row) => row.hold);
  encoder.text(rows, (row) => row.status);
  encoder.text(rows, (row) => row.cancelReason);
  encoder.int8(rows, (row) => row.createdAtMs);
  encoder.int8(rows, (row) => row.updatedAtMs);
}

function encodeTrades(encoder: BatchEncoder, { trades }: Changes): void {
  encoder.begin(INSERT_TRADES);
  encoder.int8(trades, (row) => row.tradeId);
  encoder.int8(trades, (row) => row.marketId);
  encoder.int8(trades, (row) => row.price);
  encoder.int8(trades, (row) => row.quantity);
  encoder.int8(trades, (row) => row.notional);
  encoder.text(trades, (row) => row.side);
  encoder.int8(trades, (row) => row.makerOrderId);
  encoder.int8(trades, (row) => row.takerOrderId);
  encoder.int8(trades, (row) => row.makerOwner);
  encoder.int8(trades, (row) => row.takerOwner);
  encoder.int8(trades, (row) => row.makerFee);
  encoder.int8(trades, (row) => row.takerFee);
  encoder.int8(trades, (row) => row.timeMs);
}

function encodeJournal(encoder: BatchEncoder, { entries, postings }: Changes): void {
  encoder.begin(INSERT_ENTRIES);
  encoder.int8(entries, (row) => row.entryId);
  encoder.int8(entries, (row) => row.sequence);
  encoder.text(entries, (row) => row.reason);
  encoder.text(entries, (row) => row.reference);
  encoder.int8(entries, (row) => row.timeMs);
  if (postings.length === 0) return;
  const { ordinals, times } = placePostings(entries, postings);
  encoder.begin(INSERT_POSTINGS);
  encoder.int8(postings, (row) => row.entryId);
  encoder.int8(postings, (_row, index) => ordinals[index]);
  encoder.int8(postings, (row) => row.accountId);
  encoder.int8(postings, (row) => row.owner);
  encoder.text(postings, (row) => row.account);
  encoder.int8(postings, (row) => row.currencyId);
  encoder.int8(postings, (row) => row.amount);
  encoder.int8(postings, (row) => row.balance);
  encoder.int8(postings, (_row, index) => times[index]);
}

/** Each posting's place within its entry, and its entry's time; both lists are in entry order. */
function placePostings(
  entries: readonly EntryRow[],
  postings: readonly PostingRow[],
): { ordinals: number[]; times: number[] } {
  const ordinals: number[] = [];
  const times: number[] = [];
  let at = 0;
  let ordinal = 0;
  for (const { entryId } of postings) {
    while (entries[at]?.entryId !== entryId) {
      at += 1;
      ordinal = 0;
      assert(at < entries.length, 'a posting has no entry in its batch');
    }
    ordinals.push(ordinal);
    times.push((entries[at] as EntryRow).timeMs);
    ordinal += 1;
  }
  return { ordinals, times };
}

function encodeBalances(encoder: BatchEncoder, { balances }: Changes): void {
  const rows = lastOfEach(balances, (balance) => balance.accountId);
  encoder.begin(UPSERT_BALANCES);
  encoder.int8(rows, (row) => row.accountId);
  encoder.int8(rows, (row) => row.owner);
  encoder.text(rows, (row) => row.account);
  encoder.int8(rows, (row) => row.currencyId);
  encoder.int8(rows, (row) => row.total);
  encoder.int8(rows, (row) => row.frozen);
}

function encodeTransfers(encoder: BatchEncoder, { transfers }: Changes): void {
  encoder.begin(INSERT_TRANSFERS);
  encoder.int8(transfers, (row) => row.transferId);
  encoder.int8(transfers, (row) => row.owner);
  encoder.text(transfers, (row) => row.source);
  encoder.text(transfers, (row) => row.target);
  encoder.int8(transfers, (row) => row.currencyId);
  encoder.int8(transfers, (row) => row.amount);
  encoder.int8(transfers, (row) => row.timeMs);
}

function encodeIndex(
  encoder: BatchEncoder,
  samples: readonly IndexRow[],
  sources: ReadonlyMap<string, string>,
): void {
  encoder.begin(INSERT_INDEX_SAMPLES);
  encoder.int8(samples, (row) => row.marketId);
  encoder.int8(samples, (row) => row.sampleTimeMs);
  encoder.numeric(samples, (row) => row.price);
  encoder.text(samples, (row) => sources.get(sampleKey(row.marketId, row.sampleTimeMs)));
}

function encodeAnswers(encoder: BatchEncoder, answers: readonly AnswerRow[]): void {
  encoder.begin(INSERT_IDEMPOTENCY_KEYS);
  encoder.int8(answers, (row) => row.owner);
  encoder.text(answers, (row) => row.key);
  encoder.text(answers, (row) => row.route);
  encoder.text(answers, (row) => row.fingerprint);
  encoder.int8(answers, (row) => row.status);
  encoder.text(answers, (row) => row.body);
  encoder.int8(answers, (row) => row.sequence);
  encoder.int8(answers, (row) => row.timeMs);
}

/**
 * The rows with only the last of each id: an upsert may not meet one key twice. Returns the very list when
 * no id repeats, which the engine promises for orders and balances.
 */
function lastOfEach<Row>(rows: readonly Row[], idOf: (row: Row) => number): readonly Row[] {
  const byId = new Map<number, Row>();
  for (const row of rows) byId.set(idOf(row), row);
  return byId.size === rows.length ? rows : [...byId.values()];
}
