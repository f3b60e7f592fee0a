/**
 * X20: forged sums, negative leaves, overflow, duplicate leaves, wrong domain bytes, odd numbers of leaves, the empty
 * tree, one user. Trees are built by the code that the server builds them with; forgeries hash whatever they like.
 */
import { formatDecimal, minimum } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LiabilityProof, type SumNode, topOf, treeTop, verifySnapshot } from '../src/index.ts';
import { heightOf } from '../src/liability-node.ts';
import { failuresOf, lastOf, leavesOf, publish, reseal, SCALE, withPath } from './liabilities.ts';

describe('an honest tree', () => {
  test.each([1, 2, 3, 5, 7, 8, 9, 16, 33])('of %i leaves proves each of them', async (count) => {
    const amounts = Array.from({ length: count }, (_, at) => BigInt(at * at));
    const published = await publish(leavesOf(amounts));
    for (let index = 0; index < count; index += 1)
      expect(await failuresOf(published.proofOf(index), { owner: index + 1 })).toEqual([]);
  });

  test('of one user is their leaf and says their balance', async () => {
    const { snapshot, proofOf } = await publish(leavesOf([5_000_000n]));
    expect(snapshot.trees[0]).toMatchObject({ leaves: 1, total: '5.000000' });
    expect(proofOf(0).paths[0]?.siblings).toEqual([]);
    expect(await failuresOf(proofOf(0))).toEqual([]);
  });

  test('without leaves owes nothing, and cannot be published as owing something', async () => {
    const { snapshot } = await publish([]);
    expect(snapshot.trees[0]).toMatchObject({ leaves: 0, total: '0.000000' });
    expect((await verifySnapshot(snapshot)).isRight).toBe(true);
    const forged = await reseal(
      snapshot,
      snapshot.trees.map((tree) => ({ ...tree, total: '1.000000' })),
    );
    expect((await verifySnapshot(forged)).checks).toContainEqual(
      expect.objectContaining({ name: 'empty', status: 'failed' }),
    );
  });

  test('built in parts is the tree built whole', async () => {
    for (const count of [9, 16, 17, 31]) {
      const amounts = Array.from({ length: count }, (_, at) => BigInt(at + 7));
      const { shape, nodes } = await publish(leavesOf(amounts));
      const tops: SumNode[] = [];
      for (let at = 0; at < count; at += 8)
        tops.push(topOf(shape, { level: 0, index: at, nodes: nodes.slice(at, at + 8) }, 3));
      expect(treeTop(shape, 3, tops)).toEqual(treeTop(shape, 0, nodes));
    }
  });

  test('adds up to the sum of its leaves, and every proof of it is right', async () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 50n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (amounts, pick) => {
          const published = await publish(leavesOf(amounts));
          const sum = amounts.reduce((total, each) => total + each, 0n);
          expect(treeTop(published.shape, 0, published.nodes).sum).toBe(sum);
          expect(await failuresOf(published.proofOf(pick % amounts.length))).toEqual([]);
        },
      ),
      { seed: 20, numRuns: 40 },
    );
  });
});

/** Every value of a proof that can be another one. */
function tamperings(proof: LiabilityProof): readonly (readonly [string, unknown])[] {
  const [path] = proof.paths;
  if (path === undefined) throw new Error('there is no path');
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const siblings = path.siblings.flatMap(
    (sibling, at) =>
      [
        [
          `hash ${at}`,
          withPath(proof, {
            siblings: path.siblings.with(at, { ...sibling, hash: flip(sibling.hash) }),
          }),
        ],
        [
          `sum ${at}`,
          withPath(proof, { siblings: path.siblings.with(at, { ...sibling, sum: '0.000002' }) }),
        ],
        [`without ${at}`, withPath(proof, { siblings: path.siblings.toSpliced(at, 1) })],
        [`twice ${at}`, withPath(proof, { siblings: path.siblings.toSpliced(at, 0, sibling) })],
      ] as const,
  );
  const tree = proof.snapshot.trees[0];
  const published = (change: object) => ({
    ...proof,
    snapshot: { ...proof.snapshot, ...change },
  });
  return [
    ['amount', withPath(proof, { amount: '0.000099' })],
    ['index', withPath(proof, { index: path.index === 0 ? 1 : path.index - 1 })],
    ['nonce', withPath(proof, { nonce: flip(path.nonce) })],
    ['owner', { ...proof, owner: proof.owner + 1 }],
    ['time', published({ time: proof.snapshot.time + 1 })],
    ['sequence', published({ sequence: 1 })],
    ['id', published({ id: 2 })],
    ['total', published({ trees: [{ ...tree, total: '0.000002' }] })],
    ['leaves', published({ trees: [{ ...tree, leaves: (tree?.leaves ?? 0) + 1 }] })],
    ['root', published({ trees: [{ ...tree, root: flip(tree?.root ?? '') }] })],
    ['hash', published({ hash: flip(proof.snapshot.hash) })],
    ...siblings,
  ];
}

describe('a forged proof is refused', () => {
  test('whatever one value of it is changed', async () => {
    for (const count of [1, 2, 3, 6])
      for (const [what, forged] of tamperings(await lastOf(count)))
        expect([what, (await failuresOf(forged)).length > 0]).toEqual([what, true]);
  });

  test('even where the house seals the forged publication anew', async () => {
    const leaf = fc.bigInt({ min: 1n, max: 1_000_000n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(leaf, { minLength: 1, maxLength: 20 }),
        fc.bigInt({ min: 1n, max: 1_000_000n }),
        fc.nat(),
        async (amounts, less, pick) => {
          const published = await publish(leavesOf(amounts));
          const proof = published.proofOf(pick % amounts.length);
          const sum = amounts.reduce((total, each) => total + each, 0n);
          const total = formatDecimal(sum - minimum(less, sum), SCALE);
          const forged = await reseal(
            proof.snapshot,
            proof.snapshot.trees.map((tree) => ({
              ...tree,
              total,
            })),
          );
          expect(await failuresOf({ ...proof, snapshot: forged })).toEqual([
            'path: the path does not add up to the total',
          ]);
        },
      ),
      { seed: 21, numRuns: 40 },
    );
  });

  test('where it is not of the user who looks', async () => {
    expect(await failuresOf(await lastOf(3), { owner: 9 })).toEqual(['owner: it is of user 3']);
  });

  test.each([
    ['text', 'proof'],
    ['an empty object', {}],
    ['nothing', undefined],
    ['null', null],
  ])('where it is %s', async (_name, value) => {
    expect(await failuresOf(value)).toEqual(['shape: not a proof of liabilities']);
  });

  test.each(['-1.000000', '1', '1.0000001', '4611686018427.387905', '99999999999999.000000'])(
    'where a sum says %s',
    async (sum) => {
      const proof = await lastOf(2);
      const siblings = proof.paths[0]?.siblings.map((sibling) => ({ ...sibling, sum }));
      expect(await failuresOf(withPath(proof, { siblings }))).toEqual([
        'path: a sum on the path is no amount',
      ]);
      expect(await failuresOf(withPath(proof, { amount: sum }))).toEqual([
        'path: the balance is no amount',
      ]);
    },
  );

  test('where a currency comes twice, or is not published', async () => {
    const proof = await lastOf(3);
    expect(await failuresOf({ ...proof, paths: [...proof.paths, ...proof.paths] })).toEqual([
      'path: a currency comes twice',
    ]);
    expect(await failuresOf(withPath(proof, { currency: 'BTC' }))).toEqual([
      'path: nothing is published of this currency',
    ]);
  });
});

test('publications that are exchanged, left out or made anew are named by their link', async () => {
  const first = (await publish([])).snapshot;
  const head = { id: 2, time: first.time + 5, sequence: 50, previous_hash: first.hash };
  const second = (await publish([], head)).snapshot;
  const links = async (previous: unknown, value: unknown = second) =>
    (await verifySnapshot(value, { previous })).checks.find(({ name }) => name === 'link')?.detail;
  expect(await links(first)).toBeUndefined();
  expect(await links(second)).toContain('the id before is 2');
  expect(await links({})).toBe('the one before is none');
  const anew = await reseal({ ...first, time: 1 }, first.trees);
  expect(await links(anew)).toContain('previous_hash is');
  expect(await links(undefined, { ...first, previous_hash: second.hash })).toContain(
    'previous_hash',
  );
});

test('the height of a tree is what its leaves need', () => {
  expect([0, 1, 2, 3, 4, 5, 1_000_000].map(heightOf)).toEqual([0, 0, 1, 2, 2, 3, 20]);
});
