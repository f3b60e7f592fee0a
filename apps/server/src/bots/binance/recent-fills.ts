/** The trades that lately placed orders took, for the answers to their placing. */
import type { TradeRow } from '@fairlead/engine';
import type { MarketData } from '../../market/data/index.ts';
import { RECENT_FILLS_MAX } from './limits.ts';

export class RecentFills {
  readonly #byTaker = new Map<number, TradeRow[]>();
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
    if (known !== undefined) {
      known.push(trade);
      return;
    }
    this.#byTaker.set(trade.takerOrderId, [trade]);
    if (this.#byTaker.size <= RECENT_FILLS_MAX) return;
    for (const oldest of this.#byTaker.keys()) {
      this.#byTaker.delete(oldest);
      return;
    }
  }
}
