/**
 * Comparing every receipt with its chain, samples, row and journal entry: how many a second, memory at its peak, and
 * whether the thread that serves requests stands still. On PostgreSQL, purchases of options as a batch would write them.
 */
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { canonicalJson, GENESIS_HASH } from '@fairlead/receipt';
import { PastCheck } from '../apps/server/src/core/checks/past-check.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';

/** A fifth first: memory that is bounded is not five times as much for five times the receipts. */
const SIZES = [200_000, 1_000_000] as const;
const CHUNK = 5_000;
const BEGAN_MS = Date.UTC(2027, 0, 15);
const MIB = 2 ** 20;
const SAMPLE_MS = 20;

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const receipts of SIZES) {
    const postgres = await createDatabase();
    const database = await openDatabase({ databaseUrl: postgres.url, nowMs: BEGAN_MS });
    try {
      await fill(database, receipts);
      rows.push(...(await measure(database, receipts)));
    } finally {
      await database.close();
      await postgres.drop();
    }
  }
  return rows;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function fill(database: Database, receipts: number): Promise<void> {
  await database.query(
    `INSERT INTO currencies VALUES (1, 'BTC', 'Bitcoin', 8, true), (3, 'USDT', 'Tether', 6, true)`,
  );
  await database.query(
    `INSERT INTO markets SELECT * FROM json_populate_record(NULL::markets, $1::text::json)`,
    [JSON.stringify(MARKET)],
  );
  let previous = GENESIS_HASH;
  for (let first = 1; first <= receipts; first += CHUNK) {
    const rows: ReturnType<typeof purchase>[] = [];
    for (let id = first; id < first + CHUNK; id += 1) {
      const made = purchase(id, previous);
      previous = made.receipt.hash;
      rows.push(made);
    }
    await database.transaction(
      async (transaction) => {
        await transaction.query('SET LOCAL session_replication_role = replica');
        for (const [table, key] of TABLES)
          await transaction.query(
            `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
            [JSON.stringify(rows.flatMap((row): object[] => [row[key]].flat()))],
          );
      },
      { maxMs: 60_000 },
    );
  }
  await database.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      await transaction.query(`ANALYZE ${TABLES.map(([table]) => table).join(', ')}`);
    },
    { maxMs: 600_000 },
  );
}

const TABLES = [
  ['index_samples', 'sample'],
  ['option_orders', 'option'],
  ['journal_entries', 'entry'],
  ['posting_rows', 'postings'],
  ['receipts', 'receipt'],
] as const;

const MARKET = {
  ...{ market_id: 1, symbol: 'BTC/USDT', base_currency_id: 1, quote_currency_id: 3 },
  ...{ tick_size_e8: '1000000', lot_base_minor: '10000', tick_lot_quote_minor: '1' },
  ...{ maker_fee_ppm: 1_000, taker_fee_ppm: 1_000, min_notional_minor: '1', state: 'open' },
  ...{ market_band_ppm: 50_000, limit_band_ppm: 100_000, open_orders_max: 100 },
};

/** A purchase of 10 USDT with a fee of 0.1, and all that a batch writes with it. */
function purchase(id: number, previous: string) {
  const time = BEGAN_MS + id * 1_000;
  const price = '64731.05000000';
  const quotes = ['binance', 'bitstamp', 'coinbase', 'kraken', 'okx'];
  const sources = quotes.map((venue) => ({ venue, price, time: time - 300 }));
  const own = {
    owner: 7,
    order: id,
    currency: 'USDT',
    stake: '10.000000',
    fee: '0.100000',
    salt: '00',
  };
  const terms = {
    ...{ direction: 'rise', seconds: 30, window_seconds: 5 },
    ...{ payout_ratio: '0.750000', fee_rate: '0.010000' },
  };
  const result = { purchased_at: time, delivers_at: time + 30_000 };
  const sealed = {
    ...{ id, kind: 'purchase', symbol: 'BTC/USDT', time, terms, strike: price, result },
    samples: [{ time, index_price: price, sources, dropped: [] }],
    commitment: sha256(canonicalJson(own)),
    previous_hash: previous,
  };
  const row = {
    ...{ owner_id: 7, market_id: 1, strike_e8: '6473105000000' },
  };
  const posting = (ordinal: number, account: string, owner: number, amount: number) => ({
    ...{ entry_id: id, ordinal, account_id: ordinal + 1, owner_id: owner, account, currency_id: 3 },
    ...{ amount_minor: amount, balance_minor: 0, time_ms: time },
  });
  return {
    sample: {
      market_id: 1,
      sample_time_ms: time,
      price_e8: '6473105000000',
      sources: { sources, dropped: [] },
    },
    option: {
      ...{ option_id: id, ...row, currency_id: 3, direction: 'rise', seconds: 30 },
      ...{
        stake_minor: 10_000_000,
        fee_minor: 100_000,
        fee_ppm: 10_000,
        payout_ratio_ppm: 750_000,
      },
      ...{ payout_minor: 7_500_000, purchased_at_ms: time, delivers_at_ms: time + 30_000 },
      ...{ window_ms: 5_000, status: 'open', purchase_receipt_id: id },
    },
    entry: {
      entry_id: id,
      sequence: id,
      reason: 'option_purchase',
      reference: String(id),
      time_ms: time,
    },
    postings: [posting(0, 'option', 7, -10_100_000), posting(1, 'option_escrow', 0, 10_100_000)],
    receipt: {
      ...{
        receipt_id: id,
        kind: 'purchase',
        ...row,
        symbol: 'BTC/USDT',
        time_ms: time,
        subject_id: id,
      },
      ...{ terms, sample_times_ms: [time], result, own, commitment: sealed.commitment },
      ...{ previous_hash: previous, hash: sha256(canonicalJson(sealed)) },
    },
  };
}

async function measure(database: Database, receipts: number): Promise<Measurement[]> {
  const past = new PastCheck({ database, clock: { now: () => Date.now() } });
  const startedNewest = performance.now();
  const newest = await past.newest(1_000);
  const newestMs = performance.now() - startedNewest;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_MS);
  delay.enable();
  const startedAt = performance.now();
  const drifts = await past.all();
  const seconds = (performance.now() - startedAt) / 1_000;
  delay.disable();
  clearInterval(sampling);
  if (drifts.length > 0 || newest.length > 0)
    throw new Error(
      `an honest past has a drift: ${JSON.stringify(drifts[0] ?? newest[0], (_name, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
    );
  const name = `${receipts.toLocaleString('en')} receipts compared`;
  const stalls = `delay of the loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, at most ${(delay.max / 1e6).toFixed(0)} ms`;
  return [
    {
      name,
      value: `${seconds.toFixed(0)} s`,
      note: `${Math.round(receipts / seconds)} a second; +${Math.round((peak - before) / MIB)} MiB; ${stalls}`,
    },
    {
      name: `the newest 1,000 of ${receipts.toLocaleString('en')}`,
      value: `${Math.round(newestMs)} ms`,
    },
  ];
}
