/** Receipts and the samples they name, as their tables hold them, and back. */
import type { ReceiptFields, ReceiptKind, ReceiptRow } from '@fairlead/engine';
import { isMarketStale } from '@fairlead/formula';
import type { ReceiptSample } from '@fairlead/receipt';
import { formatDecimal, PRICE_SCALE, type PriceE8, priceE8 } from '@fairlead/units';

/** A receipt with its place in the chain. Texts are canonical JSON: what was hashed. */
export interface SealedReceipt {
  readonly row: ReceiptRow;
  readonly terms: string;
  readonly result: string;
  /** Owner and amounts with the salt. */
  readonly own: string;
  /** The digest of `own`. */
  readonly commitment: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A sample with what it was made of. */
export interface StoredSample {
  readonly marketId: number;
  readonly timeMs: number;
  /** Absent while the index was stale. */
  readonly price?: PriceE8;
  /** JSON text as the feed gave it. Absent where it gave none. */
  readonly sources?: string;
}

/** A receipt as it was stored, but for its samples. */
export interface StoredReceipt {
  readonly receiptId: number;
  readonly kind: ReceiptKind;
  readonly owner: number;
  readonly marketId: number;
  readonly symbol: string;
  readonly timeMs: number;
  readonly terms: ReceiptFields;
  readonly strike?: PriceE8;
  readonly sampleTimesMs: readonly number[];
  readonly result: ReceiptFields;
  readonly own: ReceiptFields;
  readonly commitment: string;
  readonly previousHash: string;
  readonly hash: string;
}

export const RECEIPT_COLUMNS = `receipt_id, kind, owner_id, market_id, symbol, time_ms, terms, strike_e8,
  to_json(sample_times_ms) AS sample_times, result, own, commitment, previous_hash, hash`;

export interface ReceiptRecord {
  readonly receipt_id: bigint;
  readonly kind: ReceiptKind;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly symbol: string;
  readonly time_ms: bigint;
  readonly terms: ReceiptFields;
  readonly strike_e8: bigint | null;
  readonly sample_times: readonly number[];
  readonly result: ReceiptFields;
  readonly own: ReceiptFields;
  readonly commitment: string;
  readonly previous_hash: string;
  readonly hash: string;
}

export function toReceipt(row: ReceiptRecord): StoredReceipt {
  return {
    receiptId: Number(row.receipt_id),
    kind: row.kind,
    owner: Number(row.owner_id),
    marketId: row.market_id,
    symbol: row.symbol,
    timeMs: Number(row.time_ms),
    terms: row.terms,
    ...(row.strike_e8 !== null && { strike: priceE8(row.strike_e8) }),
    sampleTimesMs: row.sample_times,
    result: row.result,
    own: row.own,
    commitment: row.commitment,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

export interface SampleRecord {
  readonly market_id: number;
  readonly sample_time_ms: bigint;
  readonly price_e8: string | null;
  readonly sources: string | null;
}

export function toSample(row: SampleRecord): StoredSample {
  return {
    marketId: row.market_id,
    timeMs: Number(row.sample_time_ms),
    ...(row.price_e8 !== null && { price: priceE8(BigInt(row.price_e8)) }),
    ...(row.sources !== null && { sources: row.sources }),
  };
}

/** A sample as receipts show it. */
export function receiptSample({ timeMs, price, sources }: StoredSample): ReceiptSample {
  const made: Pick<ReceiptSample, 'sources' | 'dropped'> =
    sources === undefined ? { sources: [], dropped: [] } : JSON.parse(sources);
  return {
    time: timeMs,
    ...(price !== undefined && { index_price: formatDecimal(price, PRICE_SCALE) }),
    sources: made.sources,
    dropped: made.dropped,
  };
}

/** Whether it has no price by the market's own doing: told from what its receipts show, like in the verifier. */
export function isStoredMarketStale(sample: StoredSample): boolean {
  if (sample.price !== undefined || sample.sources === undefined) return false;
  return isMarketStale(sample.timeMs, receiptSample(sample).dropped);
}
