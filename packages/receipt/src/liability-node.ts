/**
 * The nodes of a Merkle sum tree and the bytes that are hashed for each: docs/internals/liabilities.md has the format.
 * Every hash covers both children's hashes AND both children's sums; a hash over the sum of the sums alone lets a house
 * understate what it owes (Chalkias, Chatzigiannis, Ji, FC 2022). Each kind begins with a byte of its own, and each
 * names its tree and its place, so that nothing stands for anything else or for itself twice. Pure: how bytes are
 * hashed is the caller's.
 */
import { assert } from '@fairlead/units';

/** The first byte of what is hashed. Never reused for anything else. */
export const LIABILITY_DOMAIN = {
  leaf: 0x00,
  inner: 0x01,
  /** Stands where a level's last node has no neighbour. */
  padding: 0x02,
  /** The top of a tree without leaves. */
  empty: 0x03,
  /** Names a tree. */
  tree: 0x04,
  /** What is published. */
  root: 0x05,
} as const;

/** No sum is above this: what exists of a currency is below 2^62 minor units (docs/internals/ledger.md). */
export const LIABILITY_SUM_MAX = 2n ** 62n;
/** A path has at most this many steps. */
export const LIABILITY_HEIGHT_MAX = 40;
const LEAVES_MAX = 2 ** LIABILITY_HEIGHT_MAX;

export const HASH_BYTES = 32;

/** SHA-256 of bytes. */
export type HashBytes = (bytes: Uint8Array) => Uint8Array;

export interface SumNode {
  readonly hash: Uint8Array;
  /** Minor units, 0 … LIABILITY_SUM_MAX. */
  readonly sum: bigint;
}

/** Where a node is: level 0 are the leaves. */
export interface NodePlace {
  /** The hash that names the tree. */
  readonly tree: Uint8Array;
  readonly level: number;
  /** From 0, left to right. */
  readonly index: number;
}

export interface LiabilityLeaf {
  /** The user's number, as in their profile and in each of their receipts. */
  readonly owner: number;
  /** Minor units. */
  readonly amount: bigint;
  /** 32 bytes that only the owner is told. */
  readonly nonce: Uint8Array;
}

const isSum = (sum: bigint): boolean => sum >= 0n && sum <= LIABILITY_SUM_MAX;

/** How many levels lie above the leaves. */
export function heightOf(leaves: number): number {
  assert(Number.isSafeInteger(leaves) && leaves >= 0 && leaves <= LEAVES_MAX, 'leaves are counted');
  let height = 0;
  while (2 ** height < leaves) height += 1;
  return height;
}

/** How many nodes a level has, padding not counted. */
export const nodesAt = (leaves: number, level: number): number => Math.ceil(leaves / 2 ** level);

class Writer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  byte(value: number): this {
    this.bytes[this.#at] = value;
    this.#at += 1;
    return this;
  }

  /** Eight bytes, the largest first. */
  whole(value: bigint): this {
    this.#view.setBigUint64(this.#at, value);
    this.#at += 8;
    return this;
  }

  raw(value: Uint8Array): this {
    assert(value.length === HASH_BYTES, 'hashes and nonces have 32 bytes');
    this.bytes.set(value, this.#at);
    this.#at += HASH_BYTES;
    return this;
  }
}

/** A tree is named by all that is published of it but its root. */
export function treeBytes(canonicalText: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(canonicalText);
  const bytes = new Uint8Array(1 + text.length);
  bytes[0] = LIABILITY_DOMAIN.tree;
  bytes.set(text, 1);
  return bytes;
}

/** Throws InvariantError for an owner or an amount that no leaf may have: below zero, or above every total. */
export function leafBytes(
  { tree, index }: Pick<NodePlace, 'tree' | 'index'>,
  { owner, amount, nonce }: LiabilityLeaf,
): Uint8Array<ArrayBuffer> {
  assert(isSum(amount), 'a leaf is from zero to the most that exists');
  assert(Number.isSafeInteger(owner) && owner > 0, 'a leaf has an owner');
  return new Writer(1 + 2 * HASH_BYTES + 3 * 8)
    .byte(LIABILITY_DOMAIN.leaf)
    .raw(tree)
    .whole(BigInt(index))
    .raw(nonce)
    .whole(BigInt(owner))
    .whole(amount).bytes;
}

/** `place` is the one above both. Throws InvariantError when their sum is more than can exist. */
export function innerBytes(
  { tree, level, index }: NodePlace,
  { left, right }: { readonly left: SumNode; readonly right: SumNode },
): Uint8Array<ArrayBuffer> {
  assert(isSum(left.sum) && isSum(right.sum), 'no child is below zero');
  assert(isSum(left.sum + right.sum), 'no sum is above what exists');
  return new Writer(2 + 3 * HASH_BYTES + 3 * 8)
    .byte(LIABILITY_DOMAIN.inner)
    .raw(tree)
    .byte(level)
    .whole(BigInt(index))
    .whole(left.sum)
    .raw(left.hash)
    .whole(right.sum)
    .raw(right.hash).bytes;
}

export function paddingBytes({ tree, level, index }: NodePlace): Uint8Array<ArrayBuffer> {
  return new Writer(2 + HASH_BYTES + 8)
    .byte(LIABILITY_DOMAIN.padding)
    .raw(tree)
    .byte(level)
    .whole(BigInt(index)).bytes;
}

export const emptyBytes = (tree: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Writer(1 + HASH_BYTES).byte(LIABILITY_DOMAIN.empty).raw(tree).bytes;

/** The published root: the top with the number of leaves and the total. */
export function rootBytes(
  tree: Uint8Array,
  { leaves, top }: { readonly leaves: number; readonly top: SumNode },
): Uint8Array<ArrayBuffer> {
  return new Writer(1 + 2 * HASH_BYTES + 2 * 8)
    .byte(LIABILITY_DOMAIN.root)
    .raw(tree)
    .whole(BigInt(leaves))
    .whole(top.sum)
    .raw(top.hash).bytes;
}
