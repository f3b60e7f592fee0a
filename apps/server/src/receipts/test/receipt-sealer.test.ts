/** The text that is hashed is the canonical JSON of what the API answers, whatever a receipt says. */
import { createHash } from 'node:crypto';
import type { ReceiptFields, ReceiptRow } from '@fairlead/engine';
import { canonicalJson, GENESIS_HASH, RECEIPT_KINDS, type Receipt } from '@fairlead/receipt';
import { priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReceiptSealer } from '../../core/sequencer/receipt-sealer.ts';
import { sampleKey } from '../../core/store/batch/writer.ts';
import type { SealedReceipt, StoredReceipt, StoredSample } from '../record.ts';
import { receiptViews } from '../views.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const word = fc.string({ unit: 'grapheme', maxLength: 12 });
const price = fc.bigInt({ min: 1n, max: 10n ** 18n }).map(priceE8);
const fields: fc.Arbitrary<ReceiptFields> = fc.dictionary(
  word,
  fc.oneof(word, fc.maxSafeInteger()),
);
const sources = fc
  .record({
    sources: fc.array(fc.record({ venue: word, price: word, time: fc.nat() }), { maxLength: 3 }),
    dropped: fc.array(
      fc.record(
        { venue: word, price: word, time: fc.nat(), reason: word },
        { requiredKeys: ['venue', 'reason'] },
      ),
      { maxLength: 3 },
    ),
  })
  .map((made) => JSON.stringify(made));
const samplesOf = (marketId: number) =>
  fc
    .array(
      fc.record({ price: fc.option(price, { nil: undefined }), sources }).map((made) => made),
      { minLength: 1, maxLength: 6 },
    )
    .map((list) =>
      list.map(
        ({ price: given, ...made }, at): StoredSample => ({
          marketId,
          timeMs: 1_000 * (at + 1),
          ...(given !== undefined && { price: given }),
          ...made,
        }),
      ),
    );
const draft = fc.record({
  kind: fc.constantFrom(...RECEIPT_KINDS),
  owner: fc.nat(),
  symbol: word,
  timeMs: fc.nat(),
  terms: fields,
  strike: fc.option(price, { nil: undefined }),
  result: fields,
  details: fields,
  used: fc.array(fc.nat(), { maxLength: 6 }),
});

/** As the table gives it back. */
function stored({ row, terms, result, own, ...seal }: SealedReceipt): StoredReceipt {
  return {
    receiptId: row.receiptId,
    kind: row.kind,
    owner: row.owner,
    marketId: row.marketId,
    symbol: row.symbol,
    timeMs: row.timeMs,
    terms: JSON.parse(terms),
    ...(row.strike !== undefined && { strike: row.strike }),
    sampleTimesMs: row.sampleTimesMs,
    result: JSON.parse(result),
    own: JSON.parse(own),
    ...seal,
  };
}

test('the hash is that of the canonical JSON of the answer, in its owners view and in public', () => {
  fc.assert(
    fc.property(
      samplesOf(3),
      fc.array(draft, { minLength: 1, maxLength: 5 }),
      (samples, drafts) => {
        const rows = drafts.map(({ used, strike, ...rest }, at): ReceiptRow => {
          const picked = used.map((each) => samples[each % samples.length]?.timeMs ?? 0);
          return {
            ...rest,
            receiptId: at + 1,
            marketId: 3,
            subjectId: at + 1,
            ...(strike !== undefined && { strike }),
            sampleTimesMs: [...new Set(picked)].sort((left, right) => left - right),
          };
        });
        const sealer = new ReceiptSealer({ head: undefined, samples: [] });
        const index = samples.map(({ marketId, timeMs, price: given }) => ({
          marketId,
          sampleTimeMs: timeMs,
          ...(given !== undefined && { price: given }),
        }));
        const texts = new Map(
          samples.map(({ marketId, timeMs, sources: text }) => [
            sampleKey(marketId, timeMs),
            text ?? '',
          ]),
        );
        const receipts = sealer.seal({ index, receipts: rows }, texts).map(stored);
        let previous = GENESIS_HASH;
        for (const receipt of receipts) {
          for (const viewer of [receipt.owner, undefined]) {
            const [view] = receiptViews({ receipts: [receipt], samples }, viewer);
            // The contract's type is the verifier's, too.
            const { hash, own, ...sealed }: Receipt = view ?? ({} as Receipt);
            expect(hash).toBe(sha256(canonicalJson(sealed)));
            expect(sealed.previous_hash).toBe(previous);
            if (viewer === undefined) expect(own).toBeUndefined();
            else expect(sealed.commitment).toBe(sha256(canonicalJson(own)));
          }
          previous = receipt.hash;
        }
      },
    ),
    { seed: 16, numRuns: 300 },
  );
});

const ROW: ReceiptRow = {
  receiptId: 1,
  kind: 'close',
  owner: 7,
  marketId: 3,
  symbol: 'BTC/USDT',
  timeMs: 1_000,
  subjectId: 5,
  terms: {},
  sampleTimesMs: [1_000],
  result: {},
  details: {},
};
const samples: StoredSample[] = [
  { marketId: 3, timeMs: 1_000, sources: '{"sources":[],"dropped":[]}' },
];

test('a gap, or a sample that nobody remembers, is a fault and no receipt', () => {
  const sealer = new ReceiptSealer({ head: { receiptId: 4, hash: 'a'.repeat(64) }, samples });
  const seal = (row: Partial<ReceiptRow>) => () =>
    sealer.seal({ index: [], receipts: [{ ...ROW, receiptId: 5, ...row }] }, new Map());
  expect(seal({ receiptId: 6 })).toThrow('gapless');
  expect(seal({ receiptId: 1 })).toThrow('gapless');
  expect(seal({ sampleTimesMs: [2_000] })).toThrow('remembered');
  expect(seal({ marketId: 4 })).toThrow('remembered');
  expect(seal({})()[0]?.previousHash).toBe('a'.repeat(64));
});

test('equal receipts are bound by salts of their own, so that nobody finds amounts by trying', () => {
  const sealer = new ReceiptSealer({ head: undefined, samples });
  const rows = [ROW, { ...ROW, receiptId: 2 }, { ...ROW, receiptId: 3 }];
  const sealed = sealer.seal({ index: [], receipts: rows }, new Map());
  expect(new Set(sealed.map(({ commitment }) => commitment)).size).toBe(3);
});

test('the samples of the last minutes are remembered, and no more', () => {
  const sealer = new ReceiptSealer({ head: undefined, samples });
  const index = Array.from({ length: 1_500 }, (_, at) => ({
    marketId: 3,
    sampleTimeMs: 2_000 + 1_000 * at,
  }));
  sealer.seal({ index, receipts: [] }, new Map());
  const at = (timeMs: number) =>
    sealer.seal({ index: [], receipts: [{ ...ROW, sampleTimesMs: [timeMs] }] }, new Map());
  expect(() => at(1_000)).toThrow('remembered');
  expect(at(1_501_000 - 400_000)).toHaveLength(1);
});
