/** All waiting and holding positions: by id, by owner, by client order id, and how many an owner has in a market. */
import { assert } from '@fairlead/units';
import { MARKET_ID_MAX } from '../limits.ts';
import { ChangedRows } from '../table/changed-rows.ts';
import { SlotColumn } from '../table/slot-column.ts';
import { NONE, SlotTable } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';
import { PositionColumns } from './position-columns.ts';
import type { PositionRow } from './rows.ts';

export class Positions {
  readonly #columns = new PositionColumns();
  readonly #slots = new SlotTable();
  /** The latest slot of each owner; the others are linked. */
  readonly #latest = new Map<OwnerId, number>();
  readonly #older = new SlotColumn();
  readonly #newer = new SlotColumn();
  /** By owner and market; see countKey. */
  readonly #counts = new Map<number, number>();
  /** Slots by "owner clientOrderId". */
  readonly #byClientId = new Map<string, number>();
  readonly #changed = new ChangedRows<PositionRow>();

  get count(): number {
    return this.#slots.count;
  }

  /** How many an owner has in a market. */
  countOf(owner: OwnerId, marketId: number): number {
    return this.#counts.get(countKey(owner, marketId)) ?? 0;
  }

  hasClientId(owner: OwnerId, clientOrderId: string): boolean {
    return this.#byClientId.has(`${owner} ${clientOrderId}`);
  }

  /** The slot of a waiting or holding position, or NONE. */
  slot(positionId: number): number {
    return this.#slots.get(positionId);
  }

  positionId(slot: number): number {
    return this.#columns.positionId(slot);
  }

  row(slot: number): PositionRow {
    return this.#columns.row(slot);
  }

  /** Takes a position up; its slot names it in the heaps. */
  add(row: PositionRow): number {
    const { positionId, owner, marketId, clientOrderId } = row;
    const slot = this.#columns.add(row);
    this.#slots.add(positionId, slot);
    this.#link(slot, owner);
    this.#counts.set(countKey(owner, marketId), this.countOf(owner, marketId) + 1);
    if (clientOrderId !== undefined) this.#byClientId.set(`${owner} ${clientOrderId}`, slot);
    this.#changed.set(positionId, row);
    return slot;
  }

  /** Takes the next state of a waiting or holding position. */
  replace(slot: number, row: PositionRow): void {
    this.#columns.set(slot, row);
    this.#changed.set(row.positionId, row);
  }

  /** Takes the last state of a position, which is forgotten. */
  remove(slot: number, row: PositionRow): void {
    const { positionId, owner, marketId, clientOrderId } = row;
    this.#slots.remove(positionId);
    this.#unlink(slot, owner);
    const count = this.countOf(owner, marketId) - 1;
    if (count === 0) this.#counts.delete(countKey(owner, marketId));
    else this.#counts.set(countKey(owner, marketId), count);
    if (clientOrderId !== undefined) this.#byClientId.delete(`${owner} ${clientOrderId}`);
    this.#columns.release(slot);
    this.#changed.set(positionId, row);
  }

  /** Tells of a part that was closed as it came to be. */
  note(row: PositionRow): void {
    this.#changed.set(row.positionId, row);
  }

  /** The slots of an owner's positions, by their ids. */
  slotsOf(owner: OwnerId): number[] {
    const slots: number[] = [];
    for (let slot = this.#latest.get(owner) ?? NONE; slot !== NONE; slot = this.#older.get(slot)) {
      slots.push(slot);
    }
    return this.sorted(slots);
  }

  /** All positions, by id. O(n log n). */
  rows(): PositionRow[] {
    const slots: number[] = [];
    for (const owner of this.#latest.keys()) slots.push(...this.slotsOf(owner));
    return this.sorted(slots).map((slot) => this.row(slot));
  }

  /** Puts slots in the order of their positions' ids. */
  sorted(slots: number[]): number[] {
    return slots.sort((left, right) => this.positionId(left) - this.positionId(right));
  }

  /** Those that changed since the last call, each once, in the order of first change. */
  takeChanged(): PositionRow[] {
    return this.#changed.take();
  }

  /** Recounts what is kept beside the rows. O(n). */
  check(rows: readonly PositionRow[]): void {
    assert(rows.length === this.#slots.count, 'each position belongs to an owner');
    const counts = new Map<number, number>();
    let named = 0;
    for (const { positionId, owner, marketId, clientOrderId } of rows) {
      const slot = this.slot(positionId);
      assert(this.positionId(slot) === positionId, 'a position is found by its id');
      counts.set(countKey(owner, marketId), (counts.get(countKey(owner, marketId)) ?? 0) + 1);
      if (clientOrderId === undefined) continue;
      named += 1;
      const found = this.#byClientId.get(`${owner} ${clientOrderId}`);
      assert(found === slot, 'a position is found by its name');
    }
    assert(named === this.#byClientId.size, 'each name is of a position');
    assert(counts.size === this.#counts.size, 'only owners with positions are counted');
    for (const [key, count] of counts) {
      assert(this.#counts.get(key) === count, 'positions are counted by owner and market');
    }
  }

  #link(slot: number, owner: OwnerId): void {
    const latest = this.#latest.get(owner) ?? NONE;
    this.#older.set(slot, latest);
    this.#newer.set(slot, NONE);
    if (latest !== NONE) this.#newer.set(latest, slot);
    this.#latest.set(owner, slot);
  }

  #unlink(slot: number, owner: OwnerId): void {
    const older = this.#older.get(slot);
    const newer = this.#newer.get(slot);
    if (older !== NONE) this.#newer.set(older, newer);
    if (newer !== NONE) this.#older.set(newer, older);
    else if (older !== NONE) this.#latest.set(owner, older);
    else this.#latest.delete(owner);
  }
}

/** 33 bits of owner and 15 of market: a safe integer. */
function countKey(owner: OwnerId, marketId: number): number {
  return owner * (MARKET_ID_MAX + 1) + marketId;
}
