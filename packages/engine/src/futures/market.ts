/** The futures of one market: terms, what is open in sum, and the triggers of its positions. */
import { positionNotional, type QuoteScale, sizeOfLots } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert, minimum, type PriceE8 } from '@fairlead/units';
import { mainOf } from '../family.ts';
import { DERIVATIVE_PRICE_MAX } from '../limits.ts';
import type { SlotColumn } from '../table/slot-column.ts';
import { TriggerHeap } from '../table/trigger-heap.ts';
import type { OwnerId } from '../terms.ts';
import type { Agreement } from './agreement.ts';
import { type NearSums, NearWaiting, nearBounds } from './near-waiting.ts';
import type { PositionRow } from './rows.ts';
import type { FuturesTerms, MultipleTerms } from './terms.ts';
import { triggerPrices } from './trigger-prices.ts';

/** Where slots stand in the heaps of either edge; one for all markets, since a position has one of each. */
export interface TriggerPlaces {
  readonly atOrBelow: SlotColumn;
  readonly atOrAbove: SlotColumn;
}

/** What a market offers at one multiple. */
export interface Offer {
  readonly agreement: Agreement;
  readonly notionalMaxMinor: AmountMinor;
}

class TriggerPair {
  readonly atOrBelow: TriggerHeap;
  readonly atOrAbove: TriggerHeap;

  constructor(places: TriggerPlaces) {
    this.atOrBelow = new TriggerHeap('at_or_below', places.atOrBelow);
    this.atOrAbove = new TriggerHeap('at_or_above', places.atOrAbove);
  }
}

export class FuturesMarket {
  terms: FuturesTerms;
  readonly currencyId: number;
  readonly scale: QuoteScale;
  /** Sum of the notionals of holding positions. */
  openInterest = amountMinor(0n);
  waitingCount = 0;
  holdingCount = 0;
  /** Notionals of each owner's waiting and holding positions; owners without any are left out. */
  readonly #owned = new Map<OwnerId, bigint>();
  #near: NearWaiting | undefined;
  readonly #waiting: TriggerPair;
  readonly #holding: TriggerPair;

  constructor(
    terms: FuturesTerms,
    { currencyId, scale }: { readonly currencyId: number; readonly scale: QuoteScale },
    places: TriggerPlaces,
  ) {
    this.terms = terms;
    this.currencyId = currencyId;
    this.scale = scale;
    this.#waiting = new TriggerPair(places);
    this.#holding = new TriggerPair(places);
  }

  /** What is offered at a multiple; undefined when it is not in the list. */
  offer(multiple: number): Offer | undefined {
    const found = this.terms.multiples.find((each) => each.multiple === multiple);
    if (found === undefined) return undefined;
    return { agreement: this.#agreement(found), notionalMaxMinor: found.notionalMaxMinor };
  }

  /** Counts a position in and has its triggers watched. */
  add(slot: number, row: PositionRow): void {
    this.#count(row, 1);
    const pair = this.#pair(row);
    const { atOrBelow, atOrAbove } = triggerPrices(row, this.scale);
    if (atOrBelow !== undefined) pair.atOrBelow.add(slot, atOrBelow);
    if (atOrAbove !== undefined) pair.atOrAbove.add(slot, atOrAbove);
  }

  /** The opposite of `add`, of the same row. */
  remove(slot: number, row: PositionRow): void {
    this.#count(row, -1);
    const pair = this.#pair(row);
    const { atOrBelow, atOrAbove } = triggerPrices(row, this.scale);
    if (atOrBelow !== undefined) pair.atOrBelow.remove(slot);
    if (atOrAbove !== undefined) pair.atOrAbove.remove(slot);
  }

  /** The slots of positions that a price makes open or close, each once, in no order. Waiting ones only if asked for. */
  due(price: number, { isOpening }: { readonly isOpening: boolean }): number[] {
    const due: number[] = [];
    this.#holding.atOrBelow.collect(price, due);
    this.#holding.atOrAbove.collect(price, due);
    if (isOpening) {
      this.#waiting.atOrBelow.collect(price, due);
      this.#waiting.atOrAbove.collect(price, due);
    }
    // Stops that were set while there was no index may lie beyond the opposite trigger, so that both are due.
    return [...new Set(due)];
  }

  /** Slots of all waiting positions, in no order. */
  waitingSlots(): number[] {
    return [...this.#waiting.atOrBelow.slots(), ...this.#waiting.atOrAbove.slots()];
  }

  /** What the waiting and holding positions of an owner's family are worth together: a limit per person is one's with sub-accounts too. */
  ownedBy(owner: OwnerId): bigint {
    return this.#owned.get(mainOf(owner)) ?? 0n;
  }

  /** What waits near an index. Counted when an index is asked for first, and kept up from then on. */
  nearWaiting(index: PriceE8, rowOf: (slot: number) => PositionRow): NearSums {
    if (this.#near?.index !== index) this.#near = this.#countNear(index, rowOf);
    return this.#near.sums;
  }

  /** What a position adds to the open interest: its worth where it opened or would open, rounded up. */
  notionalOf(row: PositionRow): AmountMinor {
    const price = row.openPrice ?? row.price;
    assert(price !== undefined, 'a position has a price to open at');
    const baseMinor = sizeOfLots(row.lots, row.lotBaseMinor);
    return positionNotional({ baseMinor, scale: this.scale }, price);
  }

  /** Throws unless sums and heaps are those of the market's positions. O(n). */
  check(positions: readonly { readonly slot: number; readonly row: PositionRow }[]): void {
    this.#checkOwned(positions);
    let openInterest = 0n;
    let holding = 0;
    const entries = new Map<TriggerHeap, number>();
    for (const { slot, row } of positions) {
      if (row.status === 'holding') {
        openInterest += this.notionalOf(row);
        holding += 1;
      }
      const pair = this.#pair(row);
      const prices = triggerPrices(row, this.scale);
      for (const edge of ['atOrBelow', 'atOrAbove'] as const) {
        if (prices[edge] === undefined) continue;
        assert(pair[edge].price(slot) === prices[edge], 'a trigger waits at its price');
        entries.set(pair[edge], (entries.get(pair[edge]) ?? 0) + 1);
      }
    }
    assert(openInterest === this.openInterest, 'open interest is the sum of what is held');
    assert(holding === this.holdingCount, 'holding positions are counted');
    assert(positions.length === holding + this.waitingCount, 'waiting positions are counted');
    for (const { atOrBelow, atOrAbove } of [this.#waiting, this.#holding]) {
      for (const heap of [atOrBelow, atOrAbove]) {
        assert(heap.count === (entries.get(heap) ?? 0), 'each trigger is of a position');
        heap.check();
      }
    }
  }

  #agreement({ multiple, maintenanceRatePpm }: MultipleTerms): Agreement {
    const { marketId, lotBaseMinor, openFeePpm, closeFeePpm } = this.terms;
    const { insuranceSharePpm, halfSpreadPpm, priceStepE8, profitCapMultiple } = this.terms;
    return {
      marketId,
      currencyId: this.currencyId,
      lotBaseMinor,
      multiple,
      maintenanceRatePpm,
      openFeePpm,
      closeFeePpm,
      insuranceSharePpm,
      halfSpreadPpm,
      priceStepE8,
      profitCapMultiple,
    };
  }

  #count(row: PositionRow, change: 1 | -1): void {
    const notional = this.notionalOf(row);
    const sign = change === 1 ? 1n : -1n;
    const owned = this.ownedBy(row.owner) + sign * notional;
    const family = mainOf(row.owner);
    if (owned === 0n) this.#owned.delete(family);
    else this.#owned.set(family, owned);
    if (row.status === 'waiting') {
      this.waitingCount += change;
      this.#near?.count(row, notional, sign);
    } else {
      this.holdingCount += change;
      this.openInterest = amountMinor(this.openInterest + sign * notional);
    }
  }

  #countNear(index: PriceE8, rowOf: (slot: number) => PositionRow): NearWaiting {
    const near = new NearWaiting(index);
    const { lowestLong, highestShort } = nearBounds(index);
    const slots: number[] = [];
    this.#waiting.atOrBelow.collect(Number(lowestLong), slots);
    this.#waiting.atOrAbove.collect(Number(minimum(highestShort, DERIVATIVE_PRICE_MAX)), slots);
    for (const slot of slots) {
      const row = rowOf(slot);
      near.count(row, this.notionalOf(row), 1n);
    }
    return near;
  }

  /** Recounts what owners have, and what waits near. */
  #checkOwned(positions: readonly { readonly row: PositionRow }[]): void {
    const owned = new Map<OwnerId, bigint>();
    const near = this.#near && new NearWaiting(this.#near.index);
    for (const { row } of positions) {
      const notional = this.notionalOf(row);
      const family = mainOf(row.owner);
      owned.set(family, (owned.get(family) ?? 0n) + notional);
      if (row.status === 'waiting') near?.count(row, notional, 1n);
    }
    assert(owned.size === this.#owned.size, 'only owners with positions are counted');
    for (const [owner, sum] of owned) {
      assert(sum === this.ownedBy(owner), 'what an owner has is the sum of the notionals');
    }
    const [found, expected] = [this.#near?.sums, near?.sums];
    assert(
      found?.notional === expected?.notional && found?.reserved === expected?.reserved,
      'what waits near is counted',
    );
  }

  #pair({ status }: PositionRow): TriggerPair {
    return status === 'waiting' ? this.#waiting : this.#holding;
  }
}
