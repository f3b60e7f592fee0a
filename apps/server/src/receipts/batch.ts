/** The part of a batch that receipts have. A table of 10,000 of one second is one COPY. */
import { copy } from '../core/store/batch/statement-builders.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import type { TablesPart } from '../core/store/exchange-tables.ts';

const COPY_RECEIPTS = copy('receipts', [
  'receipt_id',
  'kind',
  'owner_id',
  'market_id',
  'symbol',
  'time_ms',
  'subject_id',
  'terms',
  'strike_e8',
  'sample_times_ms',
  'result',
  'own',
  'commitment',
  'previous_hash',
  'hash',
]);

const receipts: BatchPart = (encoder, batch) => {
  if (batch.receipts.length === 0) return;
  encoder.copy(COPY_RECEIPTS, batch.receipts, (sealed) => {
    const { row } = sealed;
    encoder.int8(row.receiptId);
    encoder.text(row.kind);
    encoder.int8(row.owner);
    encoder.int4(row.marketId);
    encoder.text(row.symbol);
    encoder.int8(row.timeMs);
    encoder.int8(row.subjectId);
    encoder.text(sealed.terms);
    encoder.int8(row.strike);
    encoder.int8Column(row.sampleTimesMs, (timeMs) => timeMs);
    encoder.text(sealed.result);
    encoder.text(sealed.own);
    encoder.text(sealed.commitment);
    encoder.text(sealed.previousHash);
    encoder.text(sealed.hash);
  });
};

export const receiptTables = { writes: { told: [receipts] } } satisfies TablesPart;
