/** The trades that lately placed orders took, for the answers to their placing. */

import type { TradeRow } from '@fairlead/engine';
import { NewestMap } from '@fairlead/units';
import type { MarketData } from '../../market/data/index.ts';
import { RECENT_FILLS_MAX } from './limits.ts';

export class RecentFills {
  readonly #byTaker = new NewestMap<number, TradeRow[]>(RECENT_FILLS_MAX);
  readonly #stop: () => void;

  constructor(marketData: Pick<MarketData, 'onPublished'>) {
    this.#stop = marketData.onPublished(({ batch }) => {
      for (const trade of batch.changes.trades) this.#add(trade);
    });
  }

  /** Undefined for an order that took nothing lately. */
  of(orderId: number): readonly TradeRow[] | undefined {
    return this.#byTaker.get(orderId);
  }

  stop(): void {
    this.#stop();
  }

  #add(trade: TradeRow): void {
    const known = this.#byTaker.get(trade.takerOrderId);
    if (known === undefined) this.#byTaker.set(trade.takerOrderId, [trade]);
    else known.push(trade);
  }
}
