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
import { amountMinor, assert, priceE8, ratePpm } from '@fairlead/units';
import { BALANCE_COLUMNS, type BalanceRecord, toBalance } from './balance-record.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from './custody-record.ts';
import type { Database, Queryable } from './database.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from './order-record.ts';

/** The leader row: who writes, and the last numbers given out. */
export interface Leader {
  readonly epoch: number;
  readonly counters: Counters;
}

/** Reads the snapshot as of one moment; `onBegun` tells that the moment has passed. */
export async function readSnapshot(database: Database, onBegun?: () => void): Promise<Snapshot> {
  return database.transaction(
    async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await transaction.query('SET LOCAL statement_timeout = 0');
      const { counters } = await readLeader(transaction);
      onBegun?.();
      return {
        counters,
        owners: await readOwners(transaction),
        currencies: await readCurrencies(transaction),
        markets: await readMarkets(transaction),
        orders: await readOpenOrders(transaction),
        balances: await readBalances(transaction),
        index: await readLastSamples(transaction),
        frozenOwners: await readFrozenOwners(transaction),
        deposits: await readOpenDeposits(transaction),
        withdrawals: await readKeptWithdrawals(transaction),
      };
    },
    { maxMs: READ_MAX_MS },
  );
}

/** A reload may read a million open orders. */
const READ_MAX_MS = 600_000;

interface LeaderRecord {
  readonly epoch: bigint;
  readonly last_sequence: bigint;
  readonly last_time_ms: bigint;
  readonly last_order_id: bigint;
  readonly last_trade_id: bigint;
  readonly last_entry_id: bigint;
}

export async function readLeader(source: Queryable): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>('SELECT * FROM leader');
  assert(row !== undefined, 'the leader row exists');
  return {
    epoch: Number(row.epoch),
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

async function readLastSamples(source: Queryable): Promise<IndexRow[]> {
  const rows = await source.query<{
    market_id: number;
    sample_time_ms: bigint;
    price_e8: string | null;
  }>(
    `SELECT last.market_id, last.sample_time_ms, last.price_e8
     FROM markets, LATERAL (
       SELECT market_id, sample_time_ms, price_e8 FROM index_samples
       WHERE index_samples.market_id = markets.market_id
       ORDER BY sample_time_ms DESC LIMIT 1
     ) AS last
     ORDER BY last.market_id`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    sampleTimeMs: Number(row.sample_time_ms),
    ...(row.price_e8 !== null && { price: priceE8(BigInt(row.price_e8)) }),
  }));
}

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
