/**
 * Reads what the engine starts from: terms, open orders, balances, last index samples, deposits and withdrawals
 * under way. Never history.
 */
import type {
  BalanceRow,
  Counters,
  Currency,
  DepositRow,
  IndexRow,
  Market,
  MarketState,
  OrderRow,
  Snapshot,
  WithdrawalRow,
} from '@fairlead/engine';
import { amountMinor, assert, ratePpm } from '@fairlead/units';
import { BALANCE_COLUMNS, type BalanceRecord, toBalance } from './balance-record.ts';
import { readVoidSamples } from './clock-queries.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from './custody-record.ts';
import type { Database, Queryable } from './database.ts';
import { readHostingProducts, readOpenHostings } from './hosting-queries.ts';
import { readLoneWords, readVouches } from './lone-word-queries.ts';
import { receiptsGivenTo } from './missing-queries.ts';
import { readOfferings, readOpenSubscriptions } from './offering-queries.ts';
import { readOpenOptions, readOptionCurrencies, readOptionTerms } from './option-queries.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from './order-record.ts';
import { readFuturesTerms, readOpenPositions } from './position-queries.ts';
import {
  type ReceiptChain,
  readChainHead,
  readLastSamples,
  readWindowSamples,
} from './receipt-queries.ts';
import { isStoredMarketStale, type StoredSample } from './receipt-record.ts';
import {
  readPartners,
  readPendingRebateDays,
  readReferrals,
  readReferralTerms,
} from './referral-queries.ts';
import { readTrading } from './trading-record.ts';

/** The leader row: who writes, and the last numbers given out. The receipts' table holds theirs. */
export interface Leader {
  readonly epoch: number;
  /** Names the epoch beyond its number. */
  readonly nonce: string;
  readonly counters: Omit<Counters, 'receiptId'>;
}

/** The engine's snapshot, and what the sealer of receipts goes on from. */
export interface TablesSnapshot extends Snapshot {
  readonly receiptChain: ReceiptChain;
}

/** Reads the snapshot as of one moment; `onBegun` tells that the moment has passed. */
export async function readSnapshot(
  database: Database,
  onBegun?: () => void,
): Promise<TablesSnapshot> {
  return database.transaction(
    async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await transaction.query('SET LOCAL statement_timeout = 0');
      return readSnapshotWithin(transaction, onBegun);
    },
    { maxMs: READ_MAX_MS },
  );
}

/** The same within a transaction that sees one moment already. */
export async function readSnapshotWithin(
  transaction: Queryable,
  onBegun?: () => void,
): Promise<TablesSnapshot> {
  const { counters } = await readLeader(transaction);
  onBegun?.();
  const head = await readChainHead(transaction);
  const receiptId = Math.max(head?.receiptId ?? 0, await receiptsGivenTo(transaction));
  const lastSamples = await readLastSamples(transaction);
  const windowSamples = await readWindowSamples(transaction);
  const takenSamples = await readVoidSamples(transaction);
  const trading = await readTrading(transaction);
  return {
    counters: { ...counters, receiptId },
    owners: await readOwners(transaction),
    currencies: await readCurrencies(transaction),
    markets: await readMarkets(transaction),
    orders: await readOpenOrders(transaction),
    balances: await readBalances(transaction),
    index: lastSamples.map(toIndexRow),
    ...(takenSamples.length > 0 && { takenSamples }),
    frozenOwners: await readFrozenOwners(transaction),
    deposits: await readOpenDeposits(transaction),
    withdrawals: await readKeptWithdrawals(transaction),
    loneWords: await readLoneWords(transaction, counters.timeMs),
    vouches: await readVouches(transaction, counters.timeMs),
    futuresTerms: await readFuturesTerms(transaction),
    optionTerms: await readOptionTerms(transaction),
    optionCurrencies: await readOptionCurrencies(transaction),
    positions: await readOpenPositions(transaction),
    options: await readOpenOptions(transaction),
    windowSamples: windowSamples.map(toIndexRow),
    hostingProducts: await readHostingProducts(transaction),
    hostings: await readOpenHostings(transaction),
    offerings: await readOfferings(transaction),
    subscriptions: await readOpenSubscriptions(transaction),
    referralTerms: await readReferralTerms(transaction),
    partners: await readPartners(transaction),
    referrals: await readReferrals(transaction),
    rebateDays: await readPendingRebateDays(transaction),
    ...(trading !== undefined && { trading }),
    receiptChain: { head, lastId: receiptId, samples: [...windowSamples, ...lastSamples] },
  };
}

/** A reload may read a million open orders. */
const READ_MAX_MS = 600_000;

export interface LeaderRecord {
  readonly epoch: bigint;
  readonly nonce: string;
  readonly last_sequence: bigint;
  readonly last_time_ms: bigint;
  readonly last_order_id: bigint;
  readonly last_trade_id: bigint;
  readonly last_entry_id: bigint;
}

export async function readLeader(source: Queryable): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>('SELECT * FROM leader');
  assert(row !== undefined, 'the leader row exists');
  return toLeader(row);
}

export function toLeader(row: LeaderRecord): Leader {
  return {
    epoch: Number(row.epoch),
    nonce: row.nonce,
    counters: {
      sequence: Number(row.last_sequence),
      timeMs: Number(row.last_time_ms),
      orderId: Number(row.last_order_id),
      tradeId: Number(row.last_trade_id),
      entryId: Number(row.last_entry_id),
    },
  };
}

async function readOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners ORDER BY owner_id',
  );
  return rows.map((row) => Number(row.owner_id));
}

interface CurrencyRecord {
  readonly currency_id: number;
  readonly name: string;
  readonly full_name: string;
  readonly scale: number;
  readonly is_enabled: boolean;
}

/** All currencies, by id. */
export async function readCurrencies(source: Queryable): Promise<Currency[]> {
  const rows = await source.query<CurrencyRecord>('SELECT * FROM currencies ORDER BY currency_id');
  return rows.map((row) => ({
    currencyId: row.currency_id,
    name: row.name,
    fullName: row.full_name,
    scale: row.scale,
    isEnabled: row.is_enabled,
  }));
}

interface MarketRecord {
  readonly market_id: number;
  readonly symbol: string;
  readonly base_currency_id: number;
  readonly quote_currency_id: number;
  readonly tick_size_e8: string;
  readonly lot_base_minor: string;
  readonly tick_lot_quote_minor: string;
  readonly maker_fee_ppm: bigint;
  readonly taker_fee_ppm: bigint;
  readonly min_notional_minor: string;
  readonly market_band_ppm: bigint;
  readonly limit_band_ppm: bigint;
  readonly open_orders_max: number;
  readonly state: MarketState;
}

/** All markets, by id. */
export async function readMarkets(source: Queryable): Promise<Market[]> {
  const rows = await source.query<MarketRecord>('SELECT * FROM markets ORDER BY market_id');
  return rows.map((row) => ({
    marketId: row.market_id,
    symbol: row.symbol,
    baseCurrencyId: row.base_currency_id,
    quoteCurrencyId: row.quote_currency_id,
    tickSizeE8: BigInt(row.tick_size_e8),
    lotBaseMinor: amountMinor(BigInt(row.lot_base_minor)),
    tickLotQuoteMinor: amountMinor(BigInt(row.tick_lot_quote_minor)),
    makerFeePpm: ratePpm(row.maker_fee_ppm),
    takerFeePpm: ratePpm(row.taker_fee_ppm),
    minNotionalMinor: amountMinor(BigInt(row.min_notional_minor)),
    marketBandPpm: ratePpm(row.market_band_ppm),
    limitBandPpm: ratePpm(row.limit_band_ppm),
    openOrdersMax: row.open_orders_max,
    state: row.state,
  }));
}

async function readOpenOrders(source: Queryable): Promise<OrderRow[]> {
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE status = 'waiting' ORDER BY order_id`,
  );
  return rows.map(toOrder);
}

async function readBalances(source: Queryable): Promise<BalanceRow[]> {
  const rows = await source.query<BalanceRecord>(
    `SELECT ${BALANCE_COLUMNS} FROM balances ORDER BY account_id`,
  );
  return rows.map(toBalance);
}

const toIndexRow = (sample: StoredSample): IndexRow => ({
  marketId: sample.marketId,
  sampleTimeMs: sample.timeMs,
  ...(sample.price !== undefined && { price: sample.price }),
  ...(isStoredMarketStale(sample) && { isMarketStale: true }),
});

async function readFrozenOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners WHERE is_frozen ORDER BY owner_id',
  );
  return rows.map((row) => Number(row.owner_id));
}

async function readOpenDeposits(source: Queryable): Promise<DepositRow[]> {
  const rows = await source.query<DepositRecord>(
    `SELECT ${DEPOSIT_COLUMNS} FROM deposits WHERE status = 'under_review' ORDER BY deposit_id`,
  );
  return rows.map(toDeposit);
}

/** Unfinished ones, and all of the UTC day of the latest, which its limits count. One index each. */
async function readKeptWithdrawals(source: Queryable): Promise<WithdrawalRow[]> {
  const rows = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals
     WHERE status = 'under_review' OR (status = 'passed' AND send_state <> 'sent')
     UNION ALL
     SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals
     WHERE NOT (status = 'under_review' OR (status = 'passed' AND send_state <> 'sent'))
       AND created_at_ms >= (SELECT max(created_at_ms) / 86400000 * 86400000 FROM withdrawals)
     ORDER BY withdrawal_id`,
  );
  return rows.map(toWithdrawal);
}
