/**
 * What the owner of the database could do behind the server's back: triggers off, samples painted anew, options turned,
 * the chain and its heads sealed again, and, for the most thorough, the ledger too.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, GENESIS_HASH } from '@fairlead/receipt';
import { formatDecimal } from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';
import {
  RECEIPT_COLUMNS,
  type ReceiptRecord,
  receiptSample,
  type SampleRecord,
  toSample,
} from '../record.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Runs with triggers and foreign keys off. */
export function unguarded(
  database: Database,
  run: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL session_replication_role = replica');
    await run(transaction);
  });
}

type Change = (receipt: ReceiptRecord) => ReceiptRecord;

/** Seals the whole chain anew, with what `change` makes of each receipt, and its published heads with it; one link may be left out. */
export async function resealChain(
  transaction: Queryable,
  change: Change = (it) => it,
  brokenAt?: bigint,
): Promise<void> {
  const receipts = await transaction.query<ReceiptRecord>(
    `SELECT ${RECEIPT_COLUMNS} FROM receipts ORDER BY receipt_id`,
  );
  const rows = await transaction.query<SampleRecord>(
    'SELECT market_id, sample_time_ms, price_e8, sources::text FROM index_samples',
  );
  const samples = new Map(rows.map((row) => [`${row.market_id} ${row.sample_time_ms}`, row]));
  let previous = GENESIS_HASH;
  for (const before of receipts) {
    const receipt = change(before);
    if (before.receipt_id === brokenAt) previous = 'ab'.repeat(32);
    const own = canonicalJson(receipt.own);
    const commitment = sha256(own);
    const [terms, result] = [canonicalJson(receipt.terms), canonicalJson(receipt.result)];
    const used = receipt.sample_times.map((timeMs) =>
      receiptSample(toSample(samples.get(`${receipt.market_id} ${timeMs}`) as SampleRecord)),
    );
    const hash = sha256(
      canonicalJson({
        id: Number(receipt.receipt_id),
        kind: receipt.kind,
        symbol: receipt.symbol,
        time: Number(receipt.time_ms),
        terms: receipt.terms,
        ...(receipt.strike_e8 !== null && { strike: formatDecimal(receipt.strike_e8, 8) }),
        samples: used,
        result: receipt.result,
        commitment,
        previous_hash: previous,
      }),
    );
    await transaction.query(
      `UPDATE receipts SET own = $2::text::json, commitment = $3, terms = $4::text::json,
         result = $5::text::json, previous_hash = $6, hash = $7 WHERE receipt_id = $1`,
      [receipt.receipt_id, own, commitment, terms, result, previous, hash],
    );
    previous = hash;
  }
  await transaction.query(
    'UPDATE receipt_heads SET hash = receipts.hash FROM receipts WHERE receipts.receipt_id = receipt_heads.receipt_id',
  );
}

/** Paints the samples of the windows that options were delivered by: every quote and price lower by so much. */
export async function repaintSamples(
  transaction: Queryable,
  timesMs: readonly number[],
  price: string,
): Promise<void> {
  const [whole = '0', decimals = ''] = price.split('.');
  const text = `${whole}.${decimals.padEnd(8, '0')}`;
  const venues = ['binance', 'bitstamp', 'coinbase', 'kraken', 'okx'];
  for (const timeMs of timesMs) {
    const sources = venues.map((venue) => ({ venue, price: text, time: timeMs - 300 }));
    await transaction.query(
      `UPDATE index_samples SET price_e8 = $2::text::numeric, sources = $3::text::json
       WHERE sample_time_ms = $1`,
      [timeMs, text.replace('.', ''), JSON.stringify({ sources, dropped: [] })],
    );
  }
}

/** Turns wins into losses: what a delivery by those samples would have said. */
export function turnedAt(price: string): Change {
  return (receipt) => {
    if (receipt.kind !== 'delivery') return receipt;
    const priceE8 = BigInt(`${price}00000000`);
    const sum = priceE8 * BigInt(receipt.sample_times.length);
    return {
      ...receipt,
      own: { ...receipt.own, paid: '0.000000' },
      result: {
        ...receipt.result,
        sum: formatDecimal(sum, 8),
        delivery_price: formatDecimal(priceE8, 8),
        outcome: 'fall',
        result: 'lose',
      },
    };
  };
}

/** The orders' rows say the same as the turned receipts. */
export async function turnRows(transaction: Queryable, price: string): Promise<void> {
  await transaction.query(
    `UPDATE option_orders SET outcome = 'fall', result = 'lose', paid_minor = 0,
       profit_minor = -stake_minor - fee_minor, delivery_price_e8 = $1
     WHERE status = 'settled'`,
    [BigInt(`${price}00000000`)],
  );
}

/** The ledger says it too: what was paid is the house's, and every balance after it is another. */
export async function turnLedger(transaction: Queryable): Promise<void> {
  const delivered = `entry_id IN (SELECT entry_id FROM journal_entries WHERE reason = 'option_delivery')`;
  await transaction.query(`
    UPDATE posting_rows SET amount_minor = amount_minor + paid.amount FROM (
      SELECT entry_id, sum(amount_minor) AS amount FROM postings
      WHERE account = 'option' AND ${delivered} GROUP BY entry_id
    ) AS paid WHERE paid.entry_id = posting_rows.entry_id AND posting_rows.account = 'option_house'`);
  await transaction.query(`DELETE FROM posting_rows WHERE account = 'option' AND ${delivered}`);
  await transaction.query(`
    UPDATE posting_rows SET balance_minor = sums.running FROM (
      SELECT entry_id, ordinal, sum(amount_minor) OVER (PARTITION BY account_id ORDER BY entry_id, ordinal)
        AS running FROM postings
    ) AS sums WHERE sums.entry_id = posting_rows.entry_id AND sums.ordinal = posting_rows.ordinal`);
  await transaction.query(`
    UPDATE balances SET total_minor = sums.total FROM (
      SELECT account_id, sum(amount_minor) AS total FROM postings GROUP BY account_id
    ) AS sums WHERE sums.account_id = balances.account_id`);
}

export interface Rewrite {
  /** Seconds that are painted anew. */
  readonly timesMs: readonly number[];
  /** Whole USDT. */
  readonly price: string;
  readonly hasRows: boolean;
  readonly hasLedger: boolean;
}

/** All of it, as thorough as asked. */
export function rewritePast(database: Database, rewrite: Rewrite): Promise<void> {
  const { timesMs, price, hasRows, hasLedger } = rewrite;
  return unguarded(database, async (transaction) => {
    await repaintSamples(transaction, timesMs, price);
    await resealChain(transaction, turnedAt(price));
    if (hasRows) await turnRows(transaction, price);
    if (hasLedger) await turnLedger(transaction);
  });
}
