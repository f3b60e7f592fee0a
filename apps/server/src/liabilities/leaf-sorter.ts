/**
 * Puts any number of leaves in the order of their secret places, in bounded memory: they are dealt into 64 heaps by
 * their place's first bits; a heap's buffer that is full goes to its file, and one heap at a time is read and sorted.
 * A few leaves never touch the disk.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { assert } from '@fairlead/units';

export interface SortedLeaf {
  readonly place: bigint;
  readonly owner: number;
  /** Minor units. */
  readonly amount: bigint;
}

const HEAPS = 64;
/** Of a place's 63 bits the first six. */
const HEAP_SHIFT = 57n;
const RECORD_BYTES = 24;
/** With 64 heaps a currency takes 1.5 MB at most before anything is written. */
const HEAP_RECORDS_MAX = 1_024;
const HEAP_BYTES = RECORD_BYTES * HEAP_RECORDS_MAX;

interface Heap {
  readonly bytes: Buffer;
  used: number;
}

export class LeafSorter {
  readonly #file: (heap: number) => string;
  readonly #heaps = new Map<number, Heap>();
  #count = 0;

  /** `folder` exists and is nobody else's; `name` tells sorters of one folder apart. */
  constructor(folder: string, name: string) {
    this.#file = (heap) => path.join(folder, `${name}-${heap}`);
  }

  get count(): number {
    return this.#count;
  }

  add({ place, owner, amount }: SortedLeaf): void {
    const number = Number(place >> HEAP_SHIFT);
    let heap = this.#heaps.get(number);
    if (heap === undefined) {
      heap = { bytes: Buffer.allocUnsafe(HEAP_BYTES), used: 0 };
      this.#heaps.set(number, heap);
    }
    if (heap.used === HEAP_BYTES) {
      appendFileSync(this.#file(number), heap.bytes, { mode: 0o600 });
      heap.used = 0;
    }
    heap.bytes.writeBigUInt64BE(place, heap.used);
    heap.bytes.writeBigUInt64BE(BigInt(owner), heap.used + 8);
    heap.bytes.writeBigUInt64BE(amount, heap.used + 16);
    heap.used += RECORD_BYTES;
    this.#count += 1;
  }

  /** All leaves in order, once; throws InvariantError where an owner has two. */
  *sorted(): Generator<SortedLeaf> {
    let before: SortedLeaf | undefined;
    for (let number = 0; number < HEAPS; number += 1) {
      for (const leaf of this.#read(number)) {
        const isTwice = before?.place === leaf.place && before.owner === leaf.owner;
        assert(!isTwice, 'an owner has one leaf in a tree');
        yield leaf;
        before = leaf;
      }
    }
  }

  #read(number: number): SortedLeaf[] {
    const heap = this.#heaps.get(number);
    if (heap === undefined) return [];
    this.#heaps.delete(number);
    const file = this.#file(number);
    const kept = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    rmSync(file, { force: true });
    const bytes = Buffer.concat([kept, heap.bytes.subarray(0, heap.used)]);
    const leaves: SortedLeaf[] = [];
    for (let at = 0; at < bytes.length; at += RECORD_BYTES)
      leaves.push({
        place: bytes.readBigUInt64BE(at),
        owner: Number(bytes.readBigUInt64BE(at + 8)),
        amount: bytes.readBigUInt64BE(at + 16),
      });
    return leaves.sort(byPlace);
  }
}

/** The order of leaves in a tree. */
export function byPlace(
  left: Pick<SortedLeaf, 'place' | 'owner'>,
  right: Pick<SortedLeaf, 'place' | 'owner'>,
): number {
  if (left.place !== right.place) return left.place < right.place ? -1 : 1;
  return left.owner - right.owner;
}
