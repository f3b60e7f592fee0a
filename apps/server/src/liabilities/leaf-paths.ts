/**
 * Finds a leaf and the path above it: the part by the leaf's secret place, the path within the part from its 512 leaves,
 * hashed anew, and the rest from the tops of all parts, which are kept for the trees asked for last.
 */
import { type LiabilityPathView, ProblemError } from '@fairlead/contract';
import {
  heightOf,
  hexOf,
  type LiabilitySnapshot,
  type LiabilityTree,
  pathIn,
} from '@fairlead/receipt';
import { formatDecimal } from '@fairlead/units';
import { LIABILITY_TREES_KEPT } from '../core/http/limits.ts';
import type { Queryable } from '../core/store/database.ts';
import { LeafSecrets } from './leaf-secrets.ts';
import { byPlace } from './leaf-sorter.ts';
import { type PartHead, partHeads, partLeaves } from './queries.ts';
import { decodeLeaves, leafNodes, PART_LEAVES, partHeight, shapeOf } from './tree-builder.ts';

export interface WantedLeaf {
  readonly tree: LiabilityTree;
  readonly currencyId: number;
  /** The snapshot's. */
  readonly key: Uint8Array;
  /** Whose parts hold its leaves. */
  readonly buildId: string;
  readonly owner: number;
}

export class LeafPaths {
  readonly #source: Queryable;
  /** The one used longest ago comes first. */
  readonly #kept = new Map<string, readonly PartHead[]>();

  constructor(source: Queryable) {
    this.#source = source;
  }

  /** Undefined where the owner had nothing. */
  async find(
    snapshot: LiabilitySnapshot,
    wanted: WantedLeaf,
  ): Promise<LiabilityPathView | undefined> {
    const { tree, currencyId, key, buildId, owner } = wanted;
    const { currency, scale, leaves } = tree;
    const secrets = new LeafSecrets(key);
    const heads = await this.#heads(buildId, currency);
    if (heads.length === 0 && leaves > 0) throw new ProblemError('proof_expired');
    const place = secrets.placeOf(owner, currencyId);
    const part = heads.findLastIndex(
      ({ firstPlace, firstOwner }) =>
        byPlace({ place: firstPlace, owner: firstOwner }, { place, owner }) <= 0,
    );
    if (part < 0) return undefined;
    const stored = await partLeaves(this.#source, { buildId, currency, part });
    // Forgotten while we were looking.
    if (stored.length === 0) throw new ProblemError('proof_expired');
    const ofPart = decodeLeaves(stored);
    const at = ofPart.findIndex((leaf) => leaf.owner === owner);
    const leaf = ofPart[at];
    if (leaf === undefined) return undefined;
    const shape = shapeOf(snapshot, tree);
    const first = part * PART_LEAVES;
    const index = first + at;
    const nodes = leafNodes(shape, { currencyId, index: first, part: ofPart, secrets });
    const level = partHeight(leaves);
    const tops = { level, index: 0, nodes: heads };
    const siblings = [
      ...pathIn(shape, { level: 0, index: first, nodes }, { height: level, index }),
      ...pathIn(shape, tops, { height: heightOf(leaves), index: part }),
    ];
    return {
      currency,
      amount: formatDecimal(leaf.amount, scale),
      index,
      nonce: hexOf(secrets.nonceOf(owner, currencyId)),
      siblings: siblings.map(({ hash, sum }) => ({
        hash: hexOf(hash),
        sum: formatDecimal(sum, scale),
      })),
    };
  }

  async #heads(buildId: string, currency: string): Promise<readonly PartHead[]> {
    const name = `${buildId} ${currency}`;
    const heads = this.#kept.get(name) ?? (await partHeads(this.#source, buildId, currency));
    this.#kept.delete(name);
    this.#kept.set(name, heads);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= LIABILITY_TREES_KEPT) break;
      this.#kept.delete(oldest);
    }
    return heads;
  }
}
