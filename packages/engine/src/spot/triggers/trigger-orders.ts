/**
 * Orders that wait for a price: by id, by owner, by client order id, and by the price at which they are due. Four heaps a
 * market, two for each price that they may wait for, so that a sample or a trade costs what it sets off. They are few beside
 * the orders of the books, as each takes one of its owner's places: their rows are kept as they are.
 */
import { assert } from '@fairlead/units';
import { ChangedRows } from '../../table/changed-rows.ts';
import { SlotColumn } from '../../table/slot-column.ts';
import { NONE, SlotTable } from '../../table/slot-table.ts';
import { type TriggerEdge, TriggerHeap } from '../../table/trigger-heap.ts';
import type { OwnerId } from '../../terms.ts';
import type { TriggerSource } from '../commands.ts';
import type { TriggerRow } from '../rows.ts';

/** On which side of its price one is due. */
export function edgeOf({
  side,
  triggerKind,
}: Pick<TriggerRow, 'side' | 'triggerKind'>): TriggerEdge {
  return (side === 'sell') === (triggerKind === 'stop') ? 'at_or_below' : 'at_or_above';
}

type Heaps = Readonly<Record<TriggerEdge, TriggerHeap>>;

/** Prices in ticks: all that came between two looks lie from the lowest to the highest. */
export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

export class TriggerOrders {
  readonly #slots = new SlotTable();
  readonly #rows: (TriggerRow | undefined)[] = [];
  readonly #free: number[] = [];
  /** Where slots stand in their heap; each stands in one. */
  readonly #places = new SlotColumn();
  readonly #heaps = new Map<number, Readonly<Record<TriggerSource, Heaps>>>();
  /** Ids of each owner who has any. */
  readonly #owned = new Map<OwnerId, Set<number>>();
  /** Ids by "owner clientOrderId". */
  readonly #byClientId = new Map<string, number>();
  readonly #changed = new ChangedRows<TriggerRow>();

  get count(): number {
    return this.#slots.count;
  }

  find(triggerId: number): TriggerRow | undefined {
    const slot = this.#slots.get(triggerId);
    return slot === NONE ? undefined : this.#rows[slot];
  }

  idOf(owner: OwnerId, clientOrderId: string): number | undefined {
    return this.#byClientId.get(`${owner} ${clientOrderId}`);
  }

  add(row: TriggerRow): void {
    const { triggerId, owner, clientOrderId } = row;
    const slot = this.#free.pop() ?? this.#rows.length;
    this.#rows[slot] = row;
    this.#slots.add(triggerId, slot);
    this.#heapOf(row).add(slot, row.triggerPrice);
    const owned = this.#owned.get(owner);
    if (owned === undefined) this.#owned.set(owner, new Set([triggerId]));
    else owned.add(triggerId);
    if (clientOrderId !== undefined) this.#byClientId.set(`${owner} ${clientOrderId}`, triggerId);
    this.#changed.set(triggerId, row);
  }

  /** Takes the last state of one, which is forgotten. */
  end(row: TriggerRow): void {
    const { triggerId, owner, clientOrderId } = row;
    const slot = this.#slots.get(triggerId);
    this.#heapOf(row).remove(slot);
    this.#slots.remove(triggerId);
    this.#rows[slot] = undefined;
    this.#free.push(slot);
    const owned = this.#owned.get(owner);
    assert(owned?.delete(triggerId) === true, 'a trigger order belongs to its owner');
    if (owned.size === 0) this.#owned.delete(owner);
    if (clientOrderId !== undefined) this.#byClientId.delete(`${owner} ${clientOrderId}`);
    this.#changed.set(triggerId, row);
  }

  /** Whether anything waits for a market's trades. */
  watchesTrades(marketId: number): boolean {
    const heaps = this.#heaps.get(marketId)?.last;
    return heaps !== undefined && heaps.at_or_below.count + heaps.at_or_above.count > 0;
  }

  /** Ids of those that one of the prices makes due, ascending. */
  due(marketId: number, by: TriggerSource, { lowest, highest }: PriceRange): Float64Array {
    const heaps = this.#heaps.get(marketId)?.[by];
    if (heaps === undefined) return NO_IDS;
    const slots: number[] = [];
    heaps.at_or_below.collect(lowest, slots);
    heaps.at_or_above.collect(highest, slots);
    return Float64Array.from(slots, (slot) => this.#rows[slot]?.triggerId ?? NONE).sort();
  }

  /** Whether one of the prices makes any due. O(1). */
  isDue(marketId: number, by: TriggerSource, { lowest, highest }: PriceRange): boolean {
    const heaps = this.#heaps.get(marketId)?.[by];
    if (heaps === undefined) return false;
    const { at_or_below, at_or_above } = heaps;
    return (at_or_below.nearest ?? 0) >= lowest || (at_or_above.nearest ?? Infinity) <= highest;
  }

  /** All that wait in a market, by id. */
  ofMarket(marketId: number): TriggerRow[] {
    const both = this.#heaps.get(marketId);
    if (both === undefined) return [];
    const heaps = [both.index, both.last].flatMap(({ at_or_below, at_or_above }) => [
      at_or_below,
      at_or_above,
    ]);
    return this.#rowsAt(heaps.flatMap((heap) => heap.slots()));
  }

  /** An owner's, by id. */
  ofOwner(owner: OwnerId): TriggerRow[] {
    const rows: TriggerRow[] = [];
    for (const id of this.#owned.get(owner) ?? []) {
      const row = this.find(id);
      if (row !== undefined) rows.push(row);
    }
    return rows.sort(byTriggerId);
  }

  /** All, by id. */
  rows(): TriggerRow[] {
    return this.#rows.filter((row) => row !== undefined).sort(byTriggerId);
  }

  takeChanged(): TriggerRow[] {
    return this.#changed.take();
  }

  /** Recounts what is kept beside the rows. O(n). */
  check(rows: readonly TriggerRow[]): void {
    assert(rows.length === this.#slots.count, 'each trigger order is found by its id');
    const heaps = new Map<TriggerHeap, number>();
    let named = 0;
    let owned = 0;
    for (const row of rows) {
      const slot = this.#slots.get(row.triggerId);
      assert(this.#rows[slot] === row, 'a trigger order is found by its id');
      const heap = this.#heapOf(row);
      assert(heap.price(slot) === row.triggerPrice, 'a trigger waits at its price');
      heaps.set(heap, (heaps.get(heap) ?? 0) + 1);
      const isOwned = this.#owned.get(row.owner)?.has(row.triggerId) === true;
      assert(isOwned, 'a trigger order belongs to its owner');
      if (row.clientOrderId === undefined) continue;
      named += 1;
      const found = this.idOf(row.owner, row.clientOrderId);
      assert(found === row.triggerId, 'a trigger order is found by its name');
    }
    for (const ids of this.#owned.values()) owned += ids.size;
    assert(owned === rows.length, 'only what waits is owned');
    assert(named === this.#byClientId.size, 'each name is of a trigger order');
    for (const both of this.#heaps.values()) {
      for (const { at_or_below, at_or_above } of [both.index, both.last]) {
        for (const heap of [at_or_below, at_or_above]) {
          assert(heap.count === (heaps.get(heap) ?? 0), 'each trigger is of an order');
          heap.check();
        }
      }
    }
  }

  #rowsAt(slots: readonly number[]): TriggerRow[] {
    const rows: TriggerRow[] = [];
    for (const slot of slots) {
      const row = this.#rows[slot];
      assert(row !== undefined, 'a heap holds what waits');
      rows.push(row);
    }
    return rows.sort(byTriggerId);
  }

  #heapOf(row: TriggerRow): TriggerHeap {
    let both = this.#heaps.get(row.marketId);
    if (both === undefined) {
      both = { index: this.#pair(), last: this.#pair() };
      this.#heaps.set(row.marketId, both);
    }
    return both[row.triggerBy][edgeOf(row)];
  }

  #pair(): Heaps {
    return {
      at_or_below: new TriggerHeap('at_or_below', this.#places),
      at_or_above: new TriggerHeap('at_or_above', this.#places),
    };
  }
}

const NO_IDS = new Float64Array(0);

const byTriggerId = (left: TriggerRow, right: TriggerRow): number =>
  left.triggerId - right.triggerId;
