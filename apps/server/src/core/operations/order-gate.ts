/**
 * Keeps a change of a market's tick or lot apart from orders read with the old ones. Text becomes ticks and
 * lots when a request is read; were the grid changed before the engine runs the order, it would mean another
 * price. So the change waits until no order read before is under way, and orders are refused meanwhile.
 */
import { ProblemError } from '@fairlead/contract';

export class OrderGate {
  readonly #underWay = new Map<number, number>();
  readonly #closed = new Map<number, () => void>();

  /** Before an order is read; every call is followed by one of `leave`. Throws `market_closed`. */
  enter(marketId: number): void {
    if (this.#closed.has(marketId)) throw new ProblemError('market_closed');
    this.#underWay.set(marketId, (this.#underWay.get(marketId) ?? 0) + 1);
  }

  leave(marketId: number): void {
    const rest = (this.#underWay.get(marketId) ?? 0) - 1;
    if (rest > 0) this.#underWay.set(marketId, rest);
    else {
      this.#underWay.delete(marketId);
      this.#closed.get(marketId)?.();
    }
  }

  /** Runs `change` while no order of the market is under way. One change of a market at a time. */
  async whileClosed<Answer>(marketId: number, change: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed.has(marketId)) throw new ProblemError('in_progress');
    const { promise: isDrained, resolve } = Promise.withResolvers<void>();
    this.#closed.set(marketId, resolve);
    try {
      if (this.#underWay.has(marketId)) await isDrained;
      return await change();
    } finally {
      this.#closed.delete(marketId);
    }
  }
}
