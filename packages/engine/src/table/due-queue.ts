/**
 * Ids by when they are due, those of one time in their own order: a binary heap, since times differ and nothing leaves it
 * but what is due. O(log n) a step. Time and id are two numbers of one typed array, so that a million are 16 MB and no
 * object for the garbage collector.
 */
import { assert } from '@fairlead/units';

export interface Due {
  readonly dueAtMs: number;
  readonly id: number;
}

const NUMBERS = 2;
const ROOM_MIN = 64;

/** Below zero when `left` comes first. */
export function compareDue(left: Due, right: Due): number {
  return left.dueAtMs - right.dueAtMs || left.id - right.id;
}

export class DueQueue {
  #heap = new Float64Array(ROOM_MIN * NUMBERS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The one that is due first. */
  get first(): Due | undefined {
    return this.#count === 0 ? undefined : this.#due(0);
  }

  add({ dueAtMs, id }: Due): void {
    if (this.#count * NUMBERS === this.#heap.length) this.#grow();
    let at = this.#count;
    this.#count += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBehind(parent, dueAtMs, id)) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#set(at, dueAtMs, id);
  }

  /** Takes out the one that is due first; there must be one. */
  take(): Due {
    assert(this.#count > 0, 'a queue that is taken from is not empty');
    const first = this.#due(0);
    this.#count -= 1;
    if (this.#count > 0) this.#sink(this.#due(this.#count));
    return first;
  }

  /** Throws where one comes before the one above it. O(n). */
  check(): void {
    for (let at = 1; at < this.#count; at += 1) {
      const isInTurn = compareDue(this.#due((at - 1) >> 1), this.#due(at)) < 0;
      assert(isInTurn, 'what is due first comes first');
    }
  }

  /** All of them, in no order. O(n). */
  list(): Due[] {
    return Array.from({ length: this.#count }, (_, at) => this.#due(at));
  }

  /** Puts one where the first was, and lets earlier ones up. */
  #sink({ dueAtMs, id }: Due): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#count) break;
      const right = left + 1;
      const isRight =
        right < this.#count && this.#isBehind(left, this.#time(right), this.#id(right));
      const child = isRight ? right : left;
      if (this.#isBehind(child, dueAtMs, id)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#set(at, dueAtMs, id);
  }

  /** Whether what is at a place comes after such a one. */
  #isBehind(at: number, dueAtMs: number, id: number): boolean {
    const time = this.#time(at);
    return time === dueAtMs ? this.#id(at) > id : time > dueAtMs;
  }

  #due(at: number): Due {
    return { dueAtMs: this.#time(at), id: this.#id(at) };
  }

  #time(at: number): number {
    return this.#heap[at * NUMBERS] ?? 0;
  }

  #id(at: number): number {
    return this.#heap[at * NUMBERS + 1] ?? 0;
  }

  #set(at: number, dueAtMs: number, id: number): void {
    this.#heap[at * NUMBERS] = dueAtMs;
    this.#heap[at * NUMBERS + 1] = id;
  }

  #copy(from: number, to: number): void {
    this.#set(to, this.#time(from), this.#id(from));
  }

  #grow(): void {
    const heap = new Float64Array(this.#heap.length * 2);
    heap.set(this.#heap);
    this.#heap = heap;
  }
}
