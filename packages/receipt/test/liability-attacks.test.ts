/** X20: what a house that forges could publish, and why no user's check lets it pass. It may hash whatever it likes. */
import { formatDecimal, InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  hexOf,
  LIABILITY_SUM_MAX,
  type LiabilitySnapshot,
  leafNode,
  publishedRoot,
  type SumNode,
  treeTop,
  verifySnapshot,
} from '../src/index.ts';
import {
  emptyBytes,
  innerBytes,
  LIABILITY_DOMAIN,
  leafBytes,
  paddingBytes,
  rootBytes,
} from '../src/liability-node.ts';
import {
  failuresOf,
  hash,
  lastOf,
  leavesOf,
  nonceOf,
  publish,
  reseal,
  SCALE,
  withPath,
} from './liabilities.ts';

/** What a dishonest house can publish: any root, of anything that it hashed. */
async function published(shapeOf: LiabilitySnapshot, tree: Uint8Array, top: SumNode) {
  const [first] = shapeOf.trees;
  if (first === undefined) throw new Error('there is no tree');
  const root = hexOf(hash(rootBytes(tree, { leaves: first.leaves, top })));
  return reseal(shapeOf, [{ ...first, total: formatDecimal(top.sum, SCALE), root }]);
}

describe('the known attacks', () => {
  const place = (tree: Uint8Array) => ({ tree, level: 1, index: 0 });

  test('sums of children that only add up (Maxwell and Todd): two users cannot each be the larger', async () => {
    // Ada has 100, Bob has 90. A hash over the sum alone lets the house publish 100: Ada is shown 0 beside her 100, Bob
    // 10 beside his 90. Here a child's sum is part of the hash, so there is one sum that each of them is shown.
    const { shape, nodes, snapshot, proofOf } = await publish(leavesOf([100n, 90n]));
    const [ada, bob] = nodes;
    if (ada === undefined || bob === undefined) throw new Error('two leaves');
    const hidden = { left: ada, right: { ...bob, sum: 0n } };
    const top = { hash: hash(innerBytes(place(shape.tree), hidden)), sum: 100n };
    const forged = await published(snapshot, shape.tree, top);
    const toAda = { ...proofOf(0), snapshot: forged };
    const sibling = { hash: hexOf(bob.hash), sum: '0.000000' };
    expect(await failuresOf(withPath(toAda, { siblings: [sibling] }))).toEqual([]);
    // Bob refuses whatever sum he is told that Ada has.
    for (const sum of ['0.000100', '0.000010', '0.000000']) {
      const siblings = [{ hash: hexOf(ada.hash), sum }];
      const toBob = withPath({ ...proofOf(1), snapshot: forged }, { siblings });
      expect(await failuresOf(toBob)).not.toEqual([]);
    }
  });

  test('a negative leaf and one above all that exists are not built', () => {
    const tree = hash(new Uint8Array());
    const shape = { tree, leaves: 1, hash };
    for (const amount of [-1n, LIABILITY_SUM_MAX + 1n])
      expect(() => leafNode(shape, 0, { owner: 1, amount, nonce: nonceOf(1) })).toThrow(
        InvariantError,
      );
    expect(() =>
      leafNode(shape, 0, { owner: 1, amount: LIABILITY_SUM_MAX, nonce: nonceOf(1) }),
    ).not.toThrow();
  });

  test('sums that overflow are not built, and a path to one is refused', async () => {
    await expect(publish(leavesOf([LIABILITY_SUM_MAX, 1n]))).rejects.toThrow('no sum is above');
    const proof = await lastOf(2);
    const siblings = [{ hash: '0'.repeat(64), sum: '4611686018427.387904' }];
    expect(await failuresOf(withPath(proof, { siblings }))).toEqual([
      'path: a sum is more than can exist',
    ]);
  });

  test('one leaf does not stand at two places: what it is the hash of names its place', async () => {
    const { shape, snapshot, proofOf } = await publish(leavesOf([70n, 70n]));
    const [leaf] = leavesOf([70n]);
    if (leaf === undefined) throw new Error('one leaf');
    const same = leafNode(shape, 0, leaf);
    // Two users of the same balance would be shown the same leaf, and 70 would be published for both.
    const top = {
      hash: hash(innerBytes(place(shape.tree), { left: same, right: same })),
      sum: 140n,
    };
    const forged = await published(snapshot, shape.tree, top);
    const siblings = [{ hash: hexOf(same.hash), sum: '0.000070' }];
    const atSecond = { index: 1, nonce: hexOf(leaf.nonce), siblings };
    const shown = withPath({ ...proofOf(0), snapshot: forged }, atSecond);
    expect(await failuresOf(shown)).toEqual(['path: the path does not lead to the published root']);
  });

  test('a leaf of another user is not mine: it holds their number', async () => {
    const proof = (await publish(leavesOf([70n, 70n]))).proofOf(0);
    expect(await failuresOf({ ...proof, owner: 2 }, { owner: 2 })).toEqual([
      'path: the path does not lead to the published root',
    ]);
  });

  test('no bytes of one kind are bytes of another: each begins with its own byte, and lengths differ', () => {
    const tree = hash(new Uint8Array());
    const node = { hash: tree, sum: 1n };
    const kinds = {
      leaf: leafBytes({ tree, index: 0 }, { owner: 1, amount: 1n, nonce: tree }),
      inner: innerBytes(place(tree), { left: node, right: node }),
      padding: paddingBytes(place(tree)),
      empty: emptyBytes(tree),
      root: rootBytes(tree, { leaves: 1, top: node }),
    };
    for (const [kind, bytes] of Object.entries(kinds))
      expect(bytes[0]).toBe(LIABILITY_DOMAIN[kind as keyof typeof kinds]);
    const lengths = Object.values(kinds).map((bytes) => bytes.length);
    expect(new Set(lengths).size).toBe(lengths.length);
    expect(new Set(Object.values(LIABILITY_DOMAIN)).size).toBe(6);
  });

  test.each(Object.entries(LIABILITY_DOMAIN).filter(([kind]) => kind !== 'leaf'))(
    'a leaf hashed with the byte of %s is refused',
    async (_kind, byte) => {
      const { shape, snapshot, proofOf } = await publish(leavesOf([50n]));
      const [leaf] = leavesOf([50n]);
      if (leaf === undefined) throw new Error('one leaf');
      const bytes = leafBytes({ tree: shape.tree, index: 0 }, leaf);
      bytes[0] = byte;
      const forged = await published(snapshot, shape.tree, { hash: hash(bytes), sum: 50n });
      expect(await failuresOf({ ...proofOf(0), snapshot: forged })).toEqual([
        'path: the path does not lead to the published root',
      ]);
    },
  );

  test('an inner node is not a leaf, nor a leaf an inner node: the number of leaves says how long a path is', async () => {
    const { shape, nodes, snapshot, proofOf } = await publish(leavesOf([1n, 2n, 3n, 4n]));
    const short = await reseal(
      snapshot,
      snapshot.trees.map((tree) => ({
        ...tree,
        leaves: 2,
        root: hexOf(publishedRoot({ ...shape, leaves: 2 }, treeTop(shape, 0, nodes))),
      })),
    );
    expect(await failuresOf({ ...proofOf(1), snapshot: short })).toEqual([
      'path: the path is too long',
    ]);
    const [first] = proofOf(1).paths;
    const cut = withPath(proofOf(1), { siblings: first?.siblings.slice(0, 1) });
    expect(await failuresOf(cut)).toEqual(['path: the path is too short']);
  });

  test('padding is owed nothing: what stands for a missing neighbour is made by whoever checks', async () => {
    const { shape, nodes, snapshot, proofOf } = await publish(leavesOf([1n, 2n, 3n]));
    const [left, right, last] = nodes;
    if (left === undefined || right === undefined || last === undefined) throw new Error('three');
    const below = hash(innerBytes({ tree: shape.tree, level: 1, index: 0 }, { left, right }));
    // The last one's neighbour is itself, as in Bitcoin's trees.
    const doubled = hash(
      innerBytes({ tree: shape.tree, level: 1, index: 1 }, { left: last, right: last }),
    );
    const children = { left: { hash: below, sum: 3n }, right: { hash: doubled, sum: 6n } };
    const top = {
      hash: hash(innerBytes({ tree: shape.tree, level: 2, index: 0 }, children)),
      sum: 9n,
    };
    const forged = await published(snapshot, shape.tree, top);
    expect(await failuresOf({ ...proofOf(2), snapshot: forged })).toEqual([
      'path: the path does not add up to the total',
    ]);
  });

  test('a tree of another time or currency is another tree, leaf by leaf', async () => {
    const leaves = leavesOf([1n, 2n]);
    const first = await publish(leaves);
    const { id, time, sequence, hash: previous } = first.snapshot;
    const second = await publish(leaves, {
      id: id + 1,
      time: time + 1,
      sequence,
      previous_hash: previous,
    });
    expect(second.nodes[0]?.hash).not.toEqual(first.nodes[0]?.hash);
    expect(await failuresOf({ ...first.proofOf(0), snapshot: second.snapshot })).toEqual([
      'path: the path does not lead to the published root',
    ]);
    expect((await verifySnapshot(second.snapshot, { previous: first.snapshot })).isRight).toBe(
      true,
    );
  });
});
