/** Prices that made more due than one command fires, by market and in turn. What they made due waits in its heaps meanwhile. */
import { assert } from '@fairlead/units';
import { ChangedRows } from '../../table/changed-rows.ts';
import type { TriggerBacklogRow, TriggerMove } from '../rows.ts';

export class TriggerBacklogs {
  /** Only markets with something left. */
  readonly #moves = new Map<number, readonly TriggerMove[]>();
  readonly #changed = new ChangedRows<TriggerBacklogRow>();

  of(marketId: number): readonly TriggerMove[] {
    return this.#moves.get(marketId) ?? [];
  }

  set(marketId: number, moves: readonly TriggerMove[]): void {
    if (moves.length === 0 && !this.#moves.has(marketId)) return;
    if (moves.length === 0) this.#moves.delete(marketId);
    else this.#moves.set(marketId, moves);
    this.#changed.set(marketId, rowOf(marketId, moves));
  }

  /** Of the markets that may go on the one whose first price is the oldest; of one time that of the lowest id. */
  next(
    mayGoOn: (marketId: number) => boolean,
  ): { readonly marketId: number; readonly dueAtMs: number } | undefined {
    let next: { readonly marketId: number; readonly dueAtMs: number } | undefined;
    for (const [marketId, [first]] of this.#moves) {
      if (!mayGoOn(marketId)) continue;
      const dueAtMs = first?.timeMs ?? 0;
      const isSooner =
        next === undefined ||
        dueAtMs < next.dueAtMs ||
        (dueAtMs === next.dueAtMs && marketId < next.marketId);
      if (isSooner) next = { marketId, dueAtMs };
    }
    return next;
  }

  /** By market. */
  rows(): TriggerBacklogRow[] {
    return [...this.#moves]
      .map(([marketId, moves]) => rowOf(marketId, moves))
      .sort((left, right) => left.marketId - right.marketId);
  }

  takeChanged(): TriggerBacklogRow[] {
    return this.#changed.take();
  }

  restore(row: TriggerBacklogRow): void {
    const { marketId, moves, sampleTimeMs } = row;
    assert(!this.#moves.has(marketId), 'what is left of a market is put back once');
    assert(moves.length > 0, 'only what has something left is put back');
    assert(rowOf(marketId, moves).sampleTimeMs === sampleTimeMs, 'it says its first sample');
    this.#moves.set(marketId, moves);
    this.check();
  }

  check(): void {
    for (const moves of this.#moves.values()) {
      let lastMs = 0;
      for (const { by, timeMs, lowest, highest, sampleTimeMs, trades } of moves) {
        assert(timeMs >= lastMs, 'prices are gone on with in their turn');
        lastMs = timeMs;
        const isByIndex = by === 'index';
        assert(isByIndex === (sampleTimeMs !== undefined), 'a price of the index has a sample');
        assert(isByIndex === (trades === undefined), 'a price that was traded has trades');
        for (const [, price] of trades ?? []) {
          assert(price >= lowest && price <= highest, 'a trade lies within its prices');
        }
      }
    }
  }
}

function rowOf(marketId: number, moves: readonly TriggerMove[]): TriggerBacklogRow {
  let first = Infinity;
  for (const { sampleTimeMs = Infinity } of moves) first = Math.min(first, sampleTimeMs);
  return { marketId, moves, ...(first !== Infinity && { sampleTimeMs: first }) };
}
