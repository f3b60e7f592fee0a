/** What a store would keep of futures, with the constraints that its tables have. */
import type { FuturesChanges, FuturesSnapshot, FuturesTerms, PositionRow } from '@fairlead/engine';
import { expect } from 'vitest';
import { KeptRows } from '../../../test/kit/kept-rows.ts';

export class FuturesTables {
  readonly #terms = new KeptRows<FuturesTerms>(({ marketId }) => marketId);
  /** A trigger refuses a change of what is over. */
  readonly #positions = new KeptRows<PositionRow>(
    ({ positionId }) => positionId,
    (_, known) => expect(known === undefined || isLive(known)).toBe(true),
  );

  commit({ futuresTerms, positions }: FuturesChanges): void {
    this.#terms.commit(futuresTerms);
    this.#positions.commit(positions);
  }

  snapshot(): FuturesSnapshot {
    return { futuresTerms: this.#terms.list(), positions: this.positions().filter(isLive) };
  }

  /** By id, as they last were. */
  positions(): PositionRow[] {
    return this.#positions.sorted();
  }
}

const isLive = ({ status }: PositionRow): boolean => status === 'waiting' || status === 'holding';
