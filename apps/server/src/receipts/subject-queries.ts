/** What receipts of late are of; they are kept in order of time. */
import type { ReceiptFields } from '@fairlead/engine';

/** Selects the subjects of the last receipts of some kinds; `$1` is how many are looked at, `$2` since when in ms. */
export const latestSubjects = (...kinds: readonly ReceiptFields['kind'][]): string => `
  SELECT subject_id FROM (SELECT kind, subject_id, time_ms FROM receipts
    ORDER BY receipt_id DESC LIMIT $1) AS latest
  WHERE time_ms >= $2 AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
