/**
 * Seals what the engine says happened: adds the samples with their sources, binds owner and amounts by a salted digest,
 * and links each receipt to the one before. The text that is hashed is the canonical JSON of what the API answers
 * (docs/internals/receipts.md); a test compares both. Out of scope: what a receipt says (engine), and its columns (store).
 */
import { hash as digest, randomBytes } from 'node:crypto';
import type { Changes, ReceiptRow } from '@fairlead/engine';
import { canonicalJson, GENESIS_HASH } from '@fairlead/receipt';
import { assert, formatDecimal, PRICE_SCALE } from '@fairlead/units';
import type { ReceiptChain } from '../../receipts/queries.ts';
import type { SealedReceipt } from '../../receipts/record.ts';
import { sampleKey } from '../store/batch/writer.ts';
import type { RandomBytes } from './ports.ts';
import { SampleMemory } from './sample-memory.ts';

/** Nobody finds amounts out by trying digests: they are bound with 128 random bits. */
const SALT_BYTES = 16;

interface Window {
  readonly marketId: number;
  /** Canonical JSON of its samples. */
  readonly text: string;
}

export class ReceiptSealer {
  readonly #memory = new SampleMemory();
  readonly #random: RandomBytes;
  #receiptId = 0;
  #hash = GENESIS_HASH;

  /** Salts come of `random`, which nobody outside may foresee. */
  constructor(chain: ReceiptChain, random: RandomBytes = randomBytes) {
    this.#random = random;
    this.goOnFrom(chain);
  }

  /** Forgets what was sealed and not written. */
  goOnFrom({ head, lastId, samples }: ReceiptChain): void {
    this.#receiptId = lastId ?? head?.receiptId ?? 0;
    this.#hash = head?.hash ?? GENESIS_HASH;
    this.#memory.clear();
    for (const sample of samples) this.#memory.add(sample);
  }

  /**
   * Remembers the batch's samples and seals its receipts. `sources` is their JSON text by sampleKey; `awaitedFromMs` says
   * from when on a market's samples may yet be named, however old they get.
   */
  seal(
    { index, receipts }: Pick<Changes, 'index' | 'receipts'>,
    sources: ReadonlyMap<string, string>,
    awaitedFromMs: (marketId: number) => number | undefined = () => undefined,
  ): readonly SealedReceipt[] {
    for (const { marketId, sampleTimeMs: timeMs, price } of index) {
      const text = sources.get(sampleKey(marketId, timeMs));
      this.#memory.add({
        marketId,
        timeMs,
        ...(price !== undefined && { price }),
        ...(text !== undefined && { sources: text }),
      });
    }
    const sealed = this.#sealAll(receipts);
    this.#memory.trim(awaitedFromMs);
    return sealed;
  }

  #sealAll(receipts: readonly ReceiptRow[]): readonly SealedReceipt[] {
    if (receipts.length === 0) return [];
    const salts = this.#random(SALT_BYTES * receipts.length).toString('hex');
    const windows = new Map<unknown, Window>();
    return receipts.map((row, at) => {
      const salt = salts.slice(2 * SALT_BYTES * at, 2 * SALT_BYTES * (at + 1));
      return this.#sealOne(row, { salt, samples: this.#samplesOf(row, windows) });
    });
  }

  /**
   * Thousands of options are delivered by the same window, of which the engine gives out one list of times: its text
   * is made once a batch.
   */
  #samplesOf({ marketId, sampleTimesMs }: ReceiptRow, windows: Map<unknown, Window>): string {
    const known = windows.get(sampleTimesMs);
    if (known?.marketId === marketId) return known.text;
    const text = this.#memory.textOf(marketId, sampleTimesMs);
    windows.set(sampleTimesMs, { marketId, text });
    return text;
  }

  #sealOne(
    row: ReceiptRow,
    { salt, samples }: { readonly salt: string; readonly samples: string },
  ): SealedReceipt {
    const { receiptId, kind, strike, symbol, timeMs } = row;
    const isNext =
      kind === 'loss' ? receiptId > this.#receiptId : receiptId === this.#receiptId + 1;
    assert(isNext, 'receipts are gapless, but where a loss left some out');
    const previousHash = this.#hash;
    const terms = canonicalJson(row.terms);
    const result = canonicalJson(row.result);
    const own = canonicalJson({ ...row.details, salt });
    const commitment = digest('sha256', own);
    const strikeText =
      strike === undefined ? '' : `"strike":"${formatDecimal(strike, PRICE_SCALE)}",`;
    // Members in the order of their names, as RFC 8785 has them.
    const text =
      `{"commitment":"${commitment}","id":${receiptId},"kind":"${kind}",` +
      `"previous_hash":"${previousHash}","result":${result},"samples":${samples},${strikeText}` +
      `"symbol":${canonicalJson(symbol)},"terms":${terms},"time":${timeMs}}`;
    this.#receiptId = receiptId;
    this.#hash = digest('sha256', text);
    return { row, terms, result, own, commitment, previousHash, hash: this.#hash };
  }
}
