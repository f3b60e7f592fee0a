/**
 * Orders that wait for a price: by id, by owner, by client order id, and by the price at which they are due, begin to follow or
 * have a better one. Heaps of each for each price of a market, so that a sample or a trade costs what it sets off or moves. They are few beside
 * the orders of the books, as each takes one of its owner's places: their rows are kept as they are.
 */
import { assert } from '@fairlead/units';
import { SAFE_MAX } from '../../limits.ts';
import { ChangedRows } from '../../table/changed-rows.ts';
import { SlotColumn } from '../../table/slot-column.ts';
import { NONE, SlotTable } from '../../table/slot-table.ts';
import { type TriggerEdge, TriggerHeap } from '../../table/trigger-heap.ts';
import type { OwnerId } from '../../terms.ts';
import type { TriggerSource } from '../commands.ts';
import { Expiries } from '../expiries.ts';
import type { TriggerMove, TriggerRow } from '../rows.ts';
import { DueList } from './due-list.ts';

/** On which side of its price one is due that has one. */
export function edgeOf({
  side,
  triggerKind,
}: Pick<TriggerRow, 'side' | 'triggerKind'>): TriggerEdge {
  return (side === 'sell') === (triggerKind !== 'take_profit') ? 'at_or_below' : 'at_or_above';
}

/** On which side of the best price a better one lies, and of its activation the price that begins a trailing stop. */
export const betterEdgeOf = ({ side }: Pick<TriggerRow, 'side'>): TriggerEdge =>
  side === 'sell' ? 'at_or_above' : 'at_or_below';

type Heaps = Readonly<Record<TriggerEdge, TriggerHeap>>;

interface SourceHeaps {
  /** By the price at which they are due: all but what does not follow yet. */
  readonly due: Heaps;
  /** Trailing stops by where they begin to follow. */
  readonly begin: Heaps;
  /** Trailing stops that follow, by the next better price. */
  readonly better: Heaps;
  /** Of the price that was looked for last. */
  list: DueList | undefined;
}

/** Prices in ticks: all that came between two looks lie from the lowest to the highest. */
export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

export class TriggerOrders {
  readonly #slots = new SlotTable();
  readonly #rows: (TriggerRow | undefined)[] = [];
  readonly #free: number[] = [];
  /** Where slots stand in their heap; each stands in one, and what follows in one of better prices too. */
  readonly #places = new SlotColumn();
  readonly #betterPlaces = new SlotColumn();
  readonly #heaps = new Map<number, Readonly<Record<TriggerSource, SourceHeaps>>>();
  /** Ids of each owner who has any. */
  readonly #owned = new Map<OwnerId, Set<number>>();
  /** Ids by "owner clientOrderId". */
  readonly #byClientId = new Map<string, number>();
  readonly #expiries = new Expiries();
  /** How many trail in each market. */
  readonly #trailing = new Map<number, number>();
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
    this.#enter(slot, row);
    if (row.expiresAtMs !== undefined) this.#expiries.add(slot, row.expiresAtMs);
    this.#countTrailing(row, 1);
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
    this.#leave(slot);
    if (row.expiresAtMs !== undefined) this.#expiries.remove(slot, row.expiresAtMs);
    this.#countTrailing(row, -1);
    this.#slots.remove(triggerId);
    this.#rows[slot] = undefined;
    this.#free.push(slot);
    const owned = this.#owned.get(owner);
    assert(owned?.delete(triggerId) === true, 'a trigger order belongs to its owner');
    if (owned.size === 0) this.#owned.delete(owner);
    if (clientOrderId !== undefined) this.#byClientId.delete(`${owner} ${clientOrderId}`);
    this.#changed.set(triggerId, row);
  }

  /** One as the running batch last had it, also where it is over. */
  latest(triggerId: number): TriggerRow | undefined {
    return this.find(triggerId) ?? this.#changed.get(triggerId);
  }

  /** Takes the next state of one that goes on: that has another price now, or waits from now on. */
  move(row: TriggerRow): void {
    const slot = this.#slots.get(row.triggerId);
    const wasPending = this.#rows[slot]?.status === 'pending';
    this.#leave(slot);
    this.#rows[slot] = row;
    this.#enter(slot, row);
    // A price that was reached before may make it due now, or not any more.
    if (row.trailPpm !== undefined || !wasPending) this.#heapsOf(row).list = undefined;
    this.#changed.set(row.triggerId, row);
  }

  /** When the first expires. O(1). */
  get nextExpiryMs(): number | undefined {
    return this.#expiries.nextDueAtMs;
  }

  /** Those that expire first, all of one moment, by id; at most `max` of them. */
  firstExpired(max: number): TriggerRow[] {
    const slots = this.#expiries.firstDue(max, (slot) => this.#rows[slot]?.triggerId ?? NONE);
    return slots.flatMap((slot) => this.#rows[slot] ?? []);
  }

  /** How many trailing stops wait in a market. O(1). */
  trailingCount(marketId: number): number {
    return this.#trailing.get(marketId) ?? 0;
  }

  /** Whether anything waits for a market's trades. */
  watchesTrades(marketId: number): boolean {
    const heaps = this.#heaps.get(marketId)?.last;
    if (heaps === undefined) return false;
    const { due, begin } = heaps;
    const counts = [due.at_or_below, due.at_or_above, begin.at_or_below, begin.at_or_above];
    return counts.some(({ count }) => count > 0);
  }

  /** Those that a price makes due which waited by then. Of one that is gone on with: O(1). */
  due(marketId: number, move: TriggerMove): DueList | undefined {
    const heaps = this.#heaps.get(marketId)?.[move.by];
    if (heaps === undefined) return undefined;
    if (heaps.list?.isOf(move) !== true) {
      const ids = this.#idsWithin([heaps.due], move);
      heaps.list = new DueList(
        move,
        ids.filter((id) => (this.find(id)?.sinceId ?? id) <= move.idMax),
      );
    }
    return heaps.list;
  }

  /** Ids of the trailing stops that a price begins, or is better for, ascending. */
  following(marketId: number, by: TriggerSource, range: PriceRange): Float64Array {
    const heaps = this.#heaps.get(marketId)?.[by];
    if (heaps === undefined) return NO_IDS;
    return this.#idsWithin([heaps.begin, heaps.better], range);
  }

  /** Whether one of the prices makes any due, or is one that any follows. O(1). */
  isMoved(marketId: number, by: TriggerSource, { lowest, highest }: PriceRange): boolean {
    const heaps = this.#heaps.get(marketId)?.[by];
    if (heaps === undefined) return false;
    return [heaps.due, heaps.begin, heaps.better].some(
      ({ at_or_below, at_or_above }) =>
        (at_or_below.nearest ?? -1) >= lowest || (at_or_above.nearest ?? Infinity) <= highest,
    );
  }

  #idsWithin(list: readonly Heaps[], { lowest, highest }: PriceRange): Float64Array {
    const slots: number[] = [];
    for (const { at_or_below, at_or_above } of list) {
      at_or_below.collect(lowest, slots);
      at_or_above.collect(highest, slots);
    }
    return Float64Array.from(slots, (slot) => this.#rows[slot]?.triggerId ?? NONE).sort();
  }

  /** All that wait or are pending in a market, by id. O(all). */
  ofMarket(marketId: number): TriggerRow[] {
    return this.rows().filter((row) => row.marketId === marketId);
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
    const trailing = new Map<number, number>();
    let named = 0;
    let owned = 0;
    const times = rows.flatMap(({ triggerId, expiresAtMs }) =>
      expiresAtMs === undefined ? [] : [[this.#slots.get(triggerId), expiresAtMs] as const],
    );
    this.#expiries.check(times);
    for (const row of rows) {
      const trails = row.trailPpm === undefined ? 0 : 1;
      trailing.set(row.marketId, (trailing.get(row.marketId) ?? 0) + trails);
      const slot = this.#slots.get(row.triggerId);
      assert(this.#rows[slot] === row, 'a trigger order is found by its id');
      for (const { heap, price } of this.#standsOf(row)) {
        assert(heap.price(slot) === price, 'a trigger waits at its price');
        heaps.set(heap, (heaps.get(heap) ?? 0) + 1);
      }
      const isOwned = this.#owned.get(row.owner)?.has(row.triggerId) === true;
      assert(isOwned, 'a trigger order belongs to its owner');
      if (row.clientOrderId === undefined) continue;
      named += 1;
      const found = this.idOf(row.owner, row.clientOrderId);
      assert(found === row.triggerId, 'a trigger order is found by its name');
    }
    for (const [marketId, count] of this.#trailing)
      assert(count === (trailing.get(marketId) ?? 0), 'trailing stops are counted by market');
    for (const ids of this.#owned.values()) owned += ids.size;
    assert(owned === rows.length, 'only what waits is owned');
    assert(named === this.#byClientId.size, 'each name is of a trigger order');
    for (const both of this.#heaps.values()) {
      const lists = [both.index, both.last].flatMap(({ due, begin, better }) => [
        due,
        begin,
        better,
      ]);
      for (const { at_or_below, at_or_above } of lists) {
        for (const heap of [at_or_below, at_or_above]) {
          assert(heap.count === (heaps.get(heap) ?? 0), 'each trigger is of an order');
          heap.check();
        }
      }
    }
  }

  #enter(slot: number, row: TriggerRow): void {
    for (const { heap, price } of this.#standsOf(row)) heap.add(slot, price);
  }

  #leave(slot: number): void {
    const row = this.#rows[slot];
    assert(row !== undefined, 'what leaves has waited');
    for (const { heap } of this.#standsOf(row)) heap.remove(slot);
  }

  /** In which heaps one stands, and at which price; a pending one in none. */
  #standsOf(row: TriggerRow): readonly Stand[] {
    if (row.status === 'pending') return [];
    const { due, begin, better } = this.#heapsOf(row);
    const wait = { heap: due[edgeOf(row)], price: row.triggerPrice };
    if (row.trailPpm === undefined) return [wait];
    const edge = betterEdgeOf(row);
    const isUp = edge === 'at_or_above';
    if (row.bestPrice !== undefined)
      return [wait, { heap: better[edge], price: row.bestPrice + (isUp ? 1 : -1) }];
    // Without an activation any price begins it.
    const any = isUp ? 0 : SAFE_MAX;
    return [{ heap: begin[edge], price: row.activationPrice ?? any }];
  }

  #countTrailing({ marketId, trailPpm }: TriggerRow, by: 1 | -1): void {
    if (trailPpm === undefined) return;
    this.#trailing.set(marketId, this.trailingCount(marketId) + by);
  }

  #heapsOf({ marketId, triggerBy }: TriggerRow): SourceHeaps {
    let both = this.#heaps.get(marketId);
    if (both === undefined) {
      both = { index: this.#sourceHeaps(), last: this.#sourceHeaps() };
      this.#heaps.set(marketId, both);
    }
    return both[triggerBy];
  }

  #sourceHeaps(): SourceHeaps {
    return {
      due: pair(this.#places),
      begin: pair(this.#places),
      better: pair(this.#betterPlaces),
      list: undefined,
    };
  }
}

interface Stand {
  readonly heap: TriggerHeap;
  readonly price: number;
}

const pair = (places: SlotColumn): Heaps => ({
  at_or_below: new TriggerHeap('at_or_below', places),
  at_or_above: new TriggerHeap('at_or_above', places),
});

const NO_IDS = new Float64Array(0);

const byTriggerId = (left: TriggerRow, right: TriggerRow): number =>
  left.triggerId - right.triggerId;
