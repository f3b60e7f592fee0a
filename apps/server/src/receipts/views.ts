/** Receipts as the wire has them: for everybody without owner and amounts, for their owner with both. */
import type { Receipt, ReceiptHead } from '@fairlead/contract';
import type { ReceiptSample } from '@fairlead/receipt';
import { assert, formatDecimal, PRICE_SCALE } from '@fairlead/units';
import { sampleKey } from '../core/store/batch/writer.ts';
import type { PublishedHead, ReceiptsRead } from './queries.ts';
import { receiptSample, type StoredReceipt } from './record.ts';

/** `viewer` is the user who asks, undefined for anybody else. */
export function receiptViews(
  { receipts, samples }: ReceiptsRead,
  viewer: number | undefined,
): Receipt[] {
  const known = new Map(
    samples.map((sample) => [sampleKey(sample.marketId, sample.timeMs), receiptSample(sample)]),
  );
  return receipts.map((receipt) => receiptView(receipt, known, viewer));
}

function receiptView(
  receipt: StoredReceipt,
  samples: ReadonlyMap<string, ReceiptSample>,
  viewer: number | undefined,
): Receipt {
  const { receiptId, kind, symbol, timeMs, terms, strike, result, own, marketId } = receipt;
  return {
    id: receiptId,
    kind,
    symbol,
    time: timeMs,
    terms: { ...terms },
    ...(strike !== undefined && { strike: formatDecimal(strike, PRICE_SCALE) }),
    samples: receipt.sampleTimesMs.map((sampleTimeMs) => {
      const sample = samples.get(sampleKey(marketId, sampleTimeMs));
      assert(sample !== undefined, 'samples that receipts name are never removed');
      return { ...sample, sources: [...sample.sources], dropped: [...sample.dropped] };
    }),
    result: { ...result },
    commitment: receipt.commitment,
    previous_hash: receipt.previousHash,
    hash: receipt.hash,
    ...(viewer === receipt.owner && { own: { ...own } }),
  };
}

export const headView = ({ timeMs, receiptId, hash }: PublishedHead): ReceiptHead => ({
  time: timeMs,
  count: receiptId,
  hash,
});
