/**
 * The alerts that wait, in memory: of each market those for a rise by rising price and those for a fall by falling
 * price, so that a tick costs a look at the two first ones and what fires.
 */

import type { PriceE8 } from '@fairlead/units';
import { placeOf } from '@fairlead/units';
import type { AlertRow } from './queries.ts';

type Waiting = Pick<AlertRow, 'alertId' | 'marketId' | 'direction' | 'price'>;

/** Sorted so that what fires first comes last: taking from the end moves nothing. */
class Side {
  readonly #list: Waiting[] = [];
  readonly #isAbove: boolean;

  constructor(direction: AlertRow['direction']) {
    this.#isAbove = direction === 'above';
  }

  add(alert: Waiting): void {
    const place = placeOf(this.#list, (other) => this.#firesAfter(other, alert));
    this.#list.splice(place, 0, alert);
  }

  remove(alertId: number): void {
    const at = this.#list.findIndex((alert) => alert.alertId === alertId);
    if (at >= 0) this.#list.splice(at, 1);
  }

  /** Takes out what an index reaches. */
  take(index: PriceE8): Waiting[] {
    const taken: Waiting[] = [];
    for (let next = this.#list.at(-1); next !== undefined; next = this.#list.at(-1)) {
      if (this.#isAbove ? index < next.price : index > next.price) break;
      taken.push(next);
      this.#list.pop();
    }
    return taken;
  }

  get size(): number {
    return this.#list.length;
  }

  #firesAfter(left: Waiting, right: Waiting): boolean {
    if (left.price === right.price) return left.alertId > right.alertId;
    return this.#isAbove ? left.price > right.price : left.price < right.price;
  }
}

export class AlertBoard {
  readonly #markets = new Map<number, Readonly<Record<AlertRow['direction'], Side>>>();

  add(alert: Waiting): void {
    const sides = this.#markets.get(alert.marketId) ?? {
      above: new Side('above'),
      below: new Side('below'),
    };
    this.#markets.set(alert.marketId, sides);
    sides[alert.direction].add(alert);
  }

  /** Costs a walk through the alerts of all markets: a person deletes one now and then. */
  remove(alertId: number): void {
    for (const { above, below } of this.#markets.values()) {
      above.remove(alertId);
      below.remove(alertId);
    }
  }

  /** Takes out what a market's index reaches, the nearest first. */
  take(marketId: number, index: PriceE8): Waiting[] {
    const sides = this.#markets.get(marketId);
    return sides === undefined ? [] : [...sides.above.take(index), ...sides.below.take(index)];
  }

  get size(): number {
    let size = 0;
    for (const { above, below } of this.#markets.values()) size += above.size + below.size;
    return size;
  }
}
