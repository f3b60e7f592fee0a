/** Trees of a moment, built in bounded memory: the same as built whole, in an order that tells nothing. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  GENESIS_HASH,
  hexOf,
  type LiabilityTree,
  leafNode,
  publishedRoot,
  treeTop,
} from '@fairlead/receipt';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { LeafSecrets } from './leaf-secrets.ts';
import { byPlace, LeafSorter, type SortedLeaf } from './leaf-sorter.ts';
import { type Built, decodeLeaves, shapeOf, TreeBuilder } from './tree-builder.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-leaves-'));
afterAll(() => rm(folder, { recursive: true }));

const HEAD = { id: 1, time: 1_000, sequence: 5, previous_hash: GENESIS_HASH };
const KEY = Buffer.alloc(32, 7);
const CURRENCIES = [
  { currencyId: 1, name: 'BTC', scale: 8 },
  { currencyId: 3, name: 'USDT', scale: 6 },
];

function page(owed: readonly (readonly [owner: number, amount: bigint])[], currencyId = 3) {
  const bytes = Buffer.alloc(20 * owed.length);
  for (const [at, [owner, amount]] of owed.entries()) {
    bytes.writeBigInt64BE(BigInt(owner), 20 * at);
    bytes.writeInt32BE(currencyId, 20 * at + 8);
    bytes.writeBigInt64BE(amount, 20 * at + 12);
  }
  return bytes;
}

function build(...pages: readonly Uint8Array[]) {
  const builder = new TreeBuilder({ head: HEAD, currencies: CURRENCIES, key: KEY, folder });
  for (const each of pages) builder.add(each);
  return [...builder.build()];
}
const treesOf = (built: readonly Built[]): LiabilityTree[] =>
  built.flatMap((each) => (each.kind === 'tree' ? [each.tree] : []));

test.each([1, 511, 512, 513, 1_025])(
  '%i leaves make the tree that they make as a whole',
  (count) => {
    const owed = Array.from({ length: count }, (_, at) => [at + 1, BigInt(at) + 5n] as const);
    const secrets = new LeafSecrets(KEY);
    const leaves = owed
      .map(([owner, amount]) => ({ owner, amount, place: secrets.placeOf(owner, 3) }))
      .sort(byPlace);
    const shape = shapeOf(HEAD, { currency: 'USDT', scale: 6, leaves: count });
    const nodes = leaves.map(({ owner, amount }, index) =>
      leafNode(shape, index, { owner, amount, nonce: secrets.nonceOf(owner, 3) }),
    );
    const root = hexOf(publishedRoot(shape, treeTop(shape, 0, nodes)));
    const built = build(page(owed.slice(0, 100)), page(owed.slice(100)));
    expect(treesOf(built)).toMatchObject([
      { currency: 'BTC', leaves: 0, total: '0.00000000' },
      { currency: 'USDT', leaves: count, root },
    ]);
    const stored = built.flatMap((each) =>
      each.kind === 'part' ? decodeLeaves(each.part.leaves) : [],
    );
    expect(stored.map(({ owner }) => owner)).toEqual(leaves.map(({ owner }) => owner));
  },
);

test('X20: nothing below zero, nobody twice, nothing of an unknown currency is in a tree', () => {
  expect(() => build(page([[1, -5n]]))).toThrow('less than nothing');
  expect(() => build(page([[1, 0n]]))).toThrow('less than nothing');
  expect(() => build(page([[0, 5n]]))).toThrow('less than nothing');
  expect(() => build(page([[1, 5n]]), page([[1, 6n]]))).toThrow('one leaf in a tree');
  expect(() => build(page([[1, 5n]], 9))).toThrow('known currency');
  expect(() => build(page([[1, 2n ** 62n]]), page([[2, 1n]]))).toThrow('no sum is above');
});

test('an order tells nothing: it is another one in each snapshot and currency', () => {
  const owners = Array.from({ length: 200 }, (_, at) => at + 1);
  const order = (key: Buffer, currencyId: number) => {
    const secrets = new LeafSecrets(key);
    const placed = owners.map((owner) => ({ owner, place: secrets.placeOf(owner, currencyId) }));
    return placed.sort(byPlace).map(({ owner }) => owner);
  };
  const orders = [order(KEY, 1), order(KEY, 3), order(Buffer.alloc(32, 8), 1), owners];
  expect(new Set(orders.map(String)).size).toBe(4);
  expect(order(KEY, 1)).toEqual(orders[0]);
});

test('leaves that do not fit into memory come out of files in the same order, and leave none', async () => {
  const sorter = new LeafSorter(folder, 'many');
  const secrets = new LeafSecrets(KEY);
  // All in one heap, so that a few thousand overflow it.
  const leaves = Array.from({ length: 3_000 }, (_, at): SortedLeaf => {
    const place = secrets.placeOf(at + 1, 1) >> 7n;
    return { place, owner: at + 1, amount: BigInt(at) };
  });
  for (const leaf of leaves) sorter.add(leaf);
  expect(await readdir(folder)).toEqual(['many-0']);
  expect([...sorter.sorted()]).toEqual(leaves.toSorted(byPlace));
  expect(await readdir(folder)).toEqual([]);
});

test('leaves of the same place are told apart by their owners', () => {
  const leaf = fc.record({
    place: fc.bigInt({ min: 0n, max: 3n }).map((bits) => bits << 60n),
    owner: fc.integer({ min: 1, max: 2 ** 33 }),
    amount: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  });
  const unique = fc.uniqueArray(leaf, { selector: ({ owner }) => owner, maxLength: 50 });
  fc.assert(
    fc.property(unique, (leaves) => {
      const sorter = new LeafSorter(folder, 'same');
      for (const each of leaves) sorter.add(each);
      expect([...sorter.sorted()]).toEqual(leaves.toSorted(byPlace));
    }),
    { seed: 4 },
  );
});
