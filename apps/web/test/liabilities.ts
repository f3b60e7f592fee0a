/** Publications of three users' USDT, and each one's proof, made as the server makes them. */
import { createHash } from 'node:crypto';
import type { LiabilityProofView, LiabilitySnapshotView } from '@fairlead/contract';
import {
  GENESIS_HASH,
  heightOf,
  hexOf,
  LIABILITY_FORMAT,
  leafNode,
  pathIn,
  publishedRoot,
  snapshotHash,
  treeBytes,
  treeText,
  treeTop,
} from '@fairlead/receipt';
import { DAY_MS, formatDecimal } from '@fairlead/units';

const SCALE = 6;
const FIRST_AT = Date.UTC(2026, 10, 20, 8);

const hash = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest());

export interface Publication {
  readonly snapshot: LiabilitySnapshotView;
  /** Users are numbered from 1 in the order of their amounts. */
  proofOf(owner: number): LiabilityProofView;
}

/** The next after `previous`, of amounts in minor units. */
export async function publish(
  amounts: readonly bigint[],
  previous?: LiabilitySnapshotView,
): Promise<Publication> {
  const id = (previous?.id ?? 0) + 1;
  const head = {
    id,
    time: FIRST_AT + id * DAY_MS,
    sequence: 100 * id,
    previous_hash: previous?.hash ?? GENESIS_HASH,
  };
  const named = { currency: 'USDT', scale: SCALE };
  const tree = hash(treeBytes(treeText(head, named)));
  const shape = { tree, leaves: amounts.length, hash };
  const leaves = amounts.map((amount, at) => ({ owner: at + 1, amount, nonce: hash(tree) }));
  const nodes = leaves.map((leaf, index) => leafNode(shape, index, leaf));
  const top = treeTop(shape, 0, nodes);
  const total = formatDecimal(top.sum, SCALE);
  const root = hexOf(publishedRoot(shape, top));
  const content = { ...head, trees: [{ ...named, leaves: amounts.length, total, root }] };
  const snapshot = { ...content, hash: await snapshotHash(content) };
  return {
    snapshot,
    proofOf(owner) {
      const index = owner - 1;
      const leaf = leaves[index];
      const row = { level: 0, index: 0, nodes };
      const path = pathIn(shape, row, { height: heightOf(amounts.length), index });
      const siblings = path.map((node) => ({
        hash: hexOf(node.hash),
        sum: formatDecimal(node.sum, SCALE),
      }));
      const own = leaf && {
        currency: 'USDT',
        amount: formatDecimal(leaf.amount, SCALE),
        index,
        nonce: hexOf(leaf.nonce),
        siblings,
      };
      return { format: LIABILITY_FORMAT, owner, snapshot, paths: own === undefined ? [] : [own] };
    },
  };
}
