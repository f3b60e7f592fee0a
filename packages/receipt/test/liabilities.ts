/** Publications and proofs made as the server makes them, and forged ones. */
import { createHash } from 'node:crypto';
import { formatDecimal } from '@fairlead/units';
import {
  hexOf,
  LIABILITY_FORMAT,
  type LiabilityLeaf,
  type LiabilityProof,
  type LiabilitySnapshot,
  leafNode,
  pathIn,
  publishedRoot,
  type SumNode,
  snapshotHash,
  type TreeShape,
  treeBytes,
  treeText,
  treeTop,
  verifyLiabilityProof,
} from '../src/index.ts';
import { heightOf } from '../src/liability-node.ts';

export const hash = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest());
export const SCALE = 6;
const HEAD = { id: 1, time: 1_800_000_000_000, sequence: 42, previous_hash: '0'.repeat(64) };

export const nonceOf = (owner: number): Uint8Array => hash(new TextEncoder().encode(`n${owner}`));

export interface Published {
  readonly shape: TreeShape;
  readonly nodes: readonly SumNode[];
  readonly snapshot: LiabilitySnapshot;
  proofOf(index: number): LiabilityProof;
}

/** One currency of owners 1, 2, 3 … with these amounts. */
export function leavesOf(amounts: readonly bigint[]): LiabilityLeaf[] {
  return amounts.map((amount, at) => ({ owner: at + 1, amount, nonce: nonceOf(at + 1) }));
}

export async function publish(
  leaves: readonly LiabilityLeaf[],
  head: Omit<LiabilitySnapshot, 'trees' | 'hash'> = HEAD,
): Promise<Published> {
  const named = { currency: 'USDT', scale: SCALE };
  const tree = hash(treeBytes(treeText(head, named)));
  const shape = { tree, leaves: leaves.length, hash };
  const nodes = leaves.map((leaf, index) => leafNode(shape, index, leaf));
  const top = treeTop(shape, 0, nodes);
  const root = hexOf(publishedRoot(shape, top));
  const total = formatDecimal(top.sum, SCALE);
  const content = { ...head, trees: [{ ...named, leaves: leaves.length, total, root }] };
  const snapshot = { ...content, hash: await snapshotHash(content) };
  return { shape, nodes, snapshot, proofOf: (index) => proofOf(index) };

  function proofOf(index: number): LiabilityProof {
    const leaf = leaves[index];
    if (leaf === undefined) throw new Error('there is no such leaf');
    const path = pathIn(
      shape,
      { level: 0, index: 0, nodes },
      { height: heightOf(leaves.length), index },
    );
    return {
      format: LIABILITY_FORMAT,
      owner: leaf.owner,
      snapshot,
      paths: [
        {
          currency: 'USDT',
          amount: formatDecimal(leaf.amount, SCALE),
          index,
          nonce: hexOf(leaf.nonce),
          siblings: path.map((node) => ({
            hash: hexOf(node.hash),
            sum: formatDecimal(node.sum, SCALE),
          })),
        },
      ],
    };
  }
}

/** The same publication with other trees, sealed anew: what a house that forges would do. */
export async function reseal(
  { hash: _hash, ...snapshot }: LiabilitySnapshot,
  trees: LiabilitySnapshot['trees'],
): Promise<LiabilitySnapshot> {
  const content = { ...snapshot, trees };
  return { ...content, hash: await snapshotHash(content) };
}

/** What is wrong with a proof, in words. */
export const failuresOf = async (value: unknown, context = {}) =>
  (await verifyLiabilityProof(value, context)).checks
    .filter(({ status }) => status === 'failed')
    .map(({ name, detail }) => `${name}: ${detail}`);

/** A proof with its one path changed. */
export const withPath = (proof: LiabilityProof, change: object): unknown => ({
  ...proof,
  paths: proof.paths.map((path) => ({ ...path, ...change })),
});

/** The proof of the last of so many leaves. */
export async function lastOf(leaves: number): Promise<LiabilityProof> {
  const amounts = Array.from({ length: leaves }, (_, at) => BigInt(at) * 1_000n + 1n);
  return (await publish(leavesOf(amounts))).proofOf(leaves - 1);
}
