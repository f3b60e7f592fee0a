/** What was sent to other engines and has not ended, by the transfer's id. */
import { ChangedRows } from '../table/changed-rows.ts';
import type { SentTransferRow } from './rows.ts';

export class SentTransfers {
  readonly #sent = new Map<number, SentTransferRow>();
  readonly #changed = new ChangedRows<SentTransferRow>();

  find(transferId: number): SentTransferRow | undefined {
    return this.#sent.get(transferId);
  }

  /** On its way, by id. */
  rows(): SentTransferRow[] {
    return [...this.#sent.values()].sort((left, right) => left.transferId - right.transferId);
  }

  add(row: SentTransferRow): void {
    this.#sent.set(row.transferId, row);
    this.#changed.set(row.transferId, row);
  }

  end(row: SentTransferRow): void {
    this.#sent.delete(row.transferId);
    this.#changed.set(row.transferId, row);
  }

  takeChanged(): SentTransferRow[] {
    return this.#changed.take();
  }

  restore(rows: readonly SentTransferRow[]): void {
    for (const row of rows) this.#sent.set(row.transferId, row);
  }
}
