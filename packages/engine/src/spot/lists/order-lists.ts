/**
 * Lists of orders that depend on one another, by id and by their owner's names; and those of which something happened in the
 * running command, which are seen to before it goes on. They are few, as each takes places of its owner: rows are kept as they are.
 */
import { assert } from '@fairlead/units';
import { ChangedRows } from '../../table/changed-rows.ts';
import type { OwnerId } from '../../terms.ts';
import type { ListsTold } from '../open-orders.ts';
import type { OrderListRow, OrderRow } from '../rows.ts';

/** A list of which something happened. */
export interface Touched {
  readonly listId: number;
  /** Where one of its orders is over: as it ended. */
  readonly over: OrderRow | undefined;
}

export class OrderLists implements ListsTold {
  /** Those that are not over. */
  readonly #rows = new Map<number, OrderListRow>();
  readonly #byClientId = new Map<string, number>();
  readonly #changed = new ChangedRows<OrderListRow>();
  readonly #touched = new Map<number, OrderRow | undefined>();
  /** Those whose orders are due to be placed, by since when. */
  readonly #late = new Map<number, number>();
  /** How many had theirs placed by the command of this sequence. */
  #placed = { sequence: 0, count: 0 };

  find(listId: number): OrderListRow | undefined {
    return this.#rows.get(listId);
  }

  /** One as the running batch last had it, also where it is over. */
  latest(listId: number): OrderListRow | undefined {
    return this.find(listId) ?? this.#changed.get(listId);
  }

  idOf(owner: OwnerId, clientListId: string): number | undefined {
    return this.#byClientId.get(`${owner} ${clientListId}`);
  }

  add(row: OrderListRow): void {
    const { listId, owner, clientListId } = row;
    if (clientListId !== undefined) this.#byClientId.set(`${owner} ${clientListId}`, listId);
    this.set(row);
  }

  /** Takes the next state of one. */
  set(row: OrderListRow): void {
    const { listId, settlesAtMs } = row;
    this.#rows.set(listId, row);
    if (settlesAtMs === undefined) this.#late.delete(listId);
    else this.#late.set(listId, settlesAtMs);
    this.#changed.set(listId, row);
  }

  /** Takes the last state of one, which is forgotten. */
  end(row: OrderListRow): void {
    const { listId, owner, clientListId } = row;
    this.#rows.delete(listId);
    this.#late.delete(listId);
    if (clientListId !== undefined) this.#byClientId.delete(`${owner} ${clientListId}`);
    this.#changed.set(listId, row);
  }

  touch(listId: number, over?: OrderRow): void {
    if (over !== undefined || !this.#touched.has(listId)) this.#touched.set(listId, over);
  }

  get hasTouched(): boolean {
    return this.#touched.size > 0;
  }

  /** The one that was touched first, and is no more. */
  takeTouched(): Touched | undefined {
    if (!this.hasTouched) return undefined;
    const [first] = this.#touched;
    if (first === undefined) return undefined;
    const [listId, over] = first;
    this.#touched.delete(listId);
    return { listId, over };
  }

  /** Whether a command that has placed so many lists' orders may place one more's. */
  takeRoom(sequence: number, max: number): boolean {
    const count = this.#placed.sequence === sequence ? this.#placed.count : 0;
    if (count >= max) return false;
    this.#placed = { sequence, count: count + 1 };
    return true;
  }

  /** Since when the first is late. O(1). */
  get nextLateMs(): number | undefined {
    const [first] = this.#late.values();
    return first;
  }

  /** The ids of the first that are late, all of one moment, ascending; at most `max` of them. */
  firstLate(max: number): number[] {
    const ids: number[] = [];
    for (const [listId, sinceMs] of this.#late) {
      if (sinceMs !== this.nextLateMs) break;
      ids.push(listId);
    }
    return ids.sort((left, right) => left - right).slice(0, max);
  }

  /** All that are not over, by id. */
  rows(): OrderListRow[] {
    return [...this.#rows.values()].sort(byListId);
  }

  takeChanged(): OrderListRow[] {
    return this.#changed.take();
  }

  /** Puts those back that are not over: the late ones in their turn. */
  restore(rows: readonly OrderListRow[]): void {
    const turn = ({ settlesAtMs = 0 }: OrderListRow): number => settlesAtMs;
    for (const row of rows.toSorted(
      (left, right) => turn(left) - turn(right) || byListId(left, right),
    )) {
      assert(!this.#rows.has(row.listId), 'a list is restored once');
      assert(row.status !== 'done', 'a list that is kept is not over');
      this.add(row);
    }
    this.#changed.take();
  }

  /** Recounts what is kept beside the rows. O(n). */
  check(): void {
    assert(this.#touched.size === 0, 'all that happened to lists was seen to');
    let named = 0;
    let late = 0;
    for (const { listId, owner, clientListId, settlesAtMs } of this.#rows.values()) {
      if (settlesAtMs !== undefined) late += 1;
      assert(this.#late.get(listId) === settlesAtMs, 'a list that is late is known to be');
      if (clientListId === undefined) continue;
      named += 1;
      assert(this.idOf(owner, clientListId) === listId, 'a list is found by its name');
    }
    assert(named === this.#byClientId.size, 'each name is of a list');
    assert(late === this.#late.size, 'only what is kept is late');
    let lastMs = 0;
    for (const sinceMs of this.#late.values()) {
      assert(sinceMs >= lastMs, 'lists that are late stand in turn');
      lastMs = sinceMs;
    }
  }
}

const byListId = (left: OrderListRow, right: OrderListRow): number => left.listId - right.listId;
