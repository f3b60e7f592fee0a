/**
 * Builds the trees of one moment from pages of what was owed: every tree a part of 512 leaves at a time. In memory are
 * one heap of a sorter, one part and the parts' tops, 40 bytes each: for a million leaves under 2,000 of them. Runs in
 * its worker (liability-worker.ts), and in a test without one.
 */
import { hash as digest } from 'node:crypto';
import {
  heightOf,
  hexOf,
  type LiabilitySnapshot,
  type LiabilityTree,
  leafNode,
  publishedRoot,
  type SumNode,
  type TreeShape,
  topOf,
  treeBytes,
  treeText,
  treeTop,
} from '@fairlead/receipt';
import { assert, formatDecimal } from '@fairlead/units';
import { LeafSecrets } from './leaf-secrets.ts';
import { LeafSorter, type SortedLeaf } from './leaf-sorter.ts';
import type { NewPart } from './queries.ts';

/** A part is a node of this level. */
const PART_HEIGHT = 9;
export const PART_LEAVES = 2 ** PART_HEIGHT;
/** Owner and amount. */
const LEAF_BYTES = 16;
const OWED_BYTES = 20;

export interface TreeCurrency {
  readonly currencyId: number;
  readonly name: string;
  readonly scale: number;
}

export interface TreeBuilderOptions {
  readonly head: Omit<LiabilitySnapshot, 'trees' | 'hash'>;
  /** In the order of their names. */
  readonly currencies: readonly TreeCurrency[];
  readonly key: Uint8Array;
  /** For what does not fit into memory. */
  readonly folder: string;
}

/** What a tree is made of, part by part, and at last the tree. */
export type Built =
  | { readonly kind: 'part'; readonly part: NewPart }
  | { readonly kind: 'tree'; readonly currencyId: number; readonly tree: LiabilityTree };

const sha256 = (bytes: Uint8Array): Uint8Array => digest('sha256', bytes, 'buffer');

/** The shape of a published or coming tree. */
export function shapeOf(
  head: TreeBuilderOptions['head'],
  currency: Pick<LiabilityTree, 'currency' | 'scale' | 'leaves'>,
): TreeShape {
  const tree = sha256(treeBytes(treeText(head, currency)));
  return { tree, leaves: currency.leaves, hash: sha256 };
}

export class TreeBuilder {
  readonly #options: TreeBuilderOptions;
  readonly #secrets: LeafSecrets;
  readonly #sorters = new Map<number, LeafSorter>();

  constructor(options: TreeBuilderOptions) {
    this.#options = options;
    this.#secrets = new LeafSecrets(options.key);
  }

  /** A page of liabilities/queries.ts. Throws InvariantError for anything below zero. */
  add(bytes: Uint8Array): void {
    const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    assert(page.length % OWED_BYTES === 0, 'a page is whole');
    for (let at = 0; at < page.length; at += OWED_BYTES) {
      const owner = Number(page.readBigInt64BE(at));
      const currencyId = page.readInt32BE(at + 8);
      const amount = page.readBigInt64BE(at + 12);
      assert(owner > 0 && amount > 0n, 'the house owes nobody less than nothing');
      const place = this.#secrets.placeOf(owner, currencyId);
      this.#sorter(currencyId).add({ place, owner, amount });
    }
  }

  /** The trees of all currencies, also of those in which nobody has anything. */
  *build(): Generator<Built> {
    for (const currency of this.#options.currencies) yield* this.#tree(currency);
    assert(this.#sorters.size === 0, 'every leaf is of a known currency');
  }

  #sorter(currencyId: number): LeafSorter {
    let sorter = this.#sorters.get(currencyId);
    if (sorter === undefined) {
      sorter = new LeafSorter(this.#options.folder, String(currencyId));
      this.#sorters.set(currencyId, sorter);
    }
    return sorter;
  }

  *#tree({ currencyId, name: currency, scale }: TreeCurrency): Generator<Built> {
    const sorter = this.#sorters.get(currencyId);
    this.#sorters.delete(currencyId);
    const leaves = sorter?.count ?? 0;
    const shape = shapeOf(this.#options.head, { currency, scale, leaves });
    const tops: SumNode[] = [];
    for (const part of partsOf(sorter?.sorted() ?? [])) {
      const first = part[0];
      assert(first !== undefined, 'a part has leaves');
      const top = this.#partTop(shape, { currencyId, index: tops.length * PART_LEAVES, part });
      const head = { firstPlace: first.place, firstOwner: first.owner, ...top };
      yield {
        kind: 'part',
        part: { currency, part: tops.length, ...head, leaves: encodeLeaves(part) },
      };
      tops.push(top);
    }
    const top = treeTop(shape, partHeight(leaves), tops);
    const total = formatDecimal(top.sum, scale);
    const root = hexOf(publishedRoot(shape, top));
    yield { kind: 'tree', currencyId, tree: { currency, scale, leaves, total, root } };
  }

  #partTop(
    shape: TreeShape,
    of: {
      readonly currencyId: number;
      readonly index: number;
      readonly part: readonly SortedLeaf[];
    },
  ): SumNode {
    const nodes = leafNodes(shape, { ...of, secrets: this.#secrets });
    return topOf(shape, { level: 0, index: of.index, nodes }, partHeight(shape.leaves));
  }
}

/** Of which level a part's top is: in a tree of one part its own. */
export const partHeight = (leaves: number): number => Math.min(PART_HEIGHT, heightOf(leaves));

/** The nodes of leaves in a row; `index` is the first one's place in the tree. */
export function leafNodes(
  shape: TreeShape,
  of: {
    readonly currencyId: number;
    readonly index: number;
    readonly part: readonly Pick<SortedLeaf, 'owner' | 'amount'>[];
    readonly secrets: LeafSecrets;
  },
): SumNode[] {
  return of.part.map(({ owner, amount }, at) => {
    const nonce = of.secrets.nonceOf(owner, of.currencyId);
    return leafNode(shape, of.index + at, { owner, amount, nonce });
  });
}

function* partsOf(leaves: Iterable<SortedLeaf>): Generator<SortedLeaf[]> {
  let part: SortedLeaf[] = [];
  for (const leaf of leaves) {
    part.push(leaf);
    if (part.length === PART_LEAVES) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

function encodeLeaves(part: readonly SortedLeaf[]): Uint8Array {
  const bytes = Buffer.alloc(LEAF_BYTES * part.length);
  for (const [at, { owner, amount }] of part.entries()) {
    bytes.writeBigUInt64BE(BigInt(owner), LEAF_BYTES * at);
    bytes.writeBigUInt64BE(amount, LEAF_BYTES * at + 8);
  }
  return bytes;
}

export function decodeLeaves(stored: Uint8Array): Pick<SortedLeaf, 'owner' | 'amount'>[] {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  return Array.from({ length: bytes.length / LEAF_BYTES }, (_, at) => ({
    owner: Number(bytes.readBigUInt64BE(LEAF_BYTES * at)),
    amount: bytes.readBigUInt64BE(LEAF_BYTES * at + 8),
  }));
}
