/** What a watcher asks of a chain, in words that hold for all of them. */
import type { Network } from './address.ts';

/** Something that is credited when it arrives. */
export interface Asset {
  readonly currencyId: number;
  /** Decimals of the chain's units. */
  readonly decimals: number;
  /** Decimals of the ledger. */
  readonly scale: number;
  /** The token's contract; absent for the chain's own coin. */
  readonly contract?: string;
}

export interface NodeIdentity {
  /** The chain id, or the first block's name; it never changes. */
  readonly networkId: string;
  readonly network: Network;
  /** How Bitcoin addresses of this network begin. */
  readonly prefix?: string;
}

export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

/** Units of an asset that one transaction brings to one address. */
export interface Movement {
  readonly txId: string;
  /** The output, or 0 for the transaction's own value and n for its n-th log. */
  readonly outputIndex: number;
  /** Canonical. */
  readonly address: string;
  readonly currencyId: number;
  readonly units: bigint;
}

/** A movement as its own transaction tells it, asked for by name. */
export interface ProvenMovement extends Movement {
  readonly height: number;
  readonly blockHash: string;
  /** Who paid, and who sent the transaction; canonical. */
  readonly senders: readonly string[];
  /** Those of them whose money it was: of a token its payer, whoever sent the transaction. */
  readonly payers: readonly string[];
}

export type Proof =
  | { readonly kind: 'found'; readonly movement: ProvenMovement }
  /** In no block of the chain. */
  | { readonly kind: 'absent' }
  /** In a block, but it moved nothing of the kind. */
  | { readonly kind: 'failed' };

export interface ChainNode {
  /** Which network it is. Throws ChainMismatchError for one that is not known, NodeError when out of reach. */
  identify(): Promise<NodeIdentity>;
  /** Throws ChainMismatchError when a token's contract counts in other decimals than its asset (D15). */
  checkAssets(): Promise<void>;
  /** The last block that it may tell of; on Tron the last solid one. */
  head(): Promise<number>;
  header(height: number): Promise<BlockHeader | undefined>;
  /** Successful movements of the configured assets in the block. */
  movements(header: BlockHeader): Promise<readonly Movement[]>;
  prove(key: Pick<Movement, 'txId' | 'outputIndex' | 'currencyId'>): Promise<Proof>;
  /** Units of an asset that a canonical address holds now. */
  balanceOf(holding: Pick<Movement, 'address' | 'currencyId'>): Promise<bigint>;
  /**
   * Why the address does not hold what the block's logs say it got; undefined when it does (D3). Chains whose
   * outputs are the money itself, and those that keep no old balances, do not have it.
   */
  doubtArrival?(movement: Movement, header: BlockHeader): Promise<string | undefined>;
}

/** The node does not answer, or not as it should; the next poll asks again. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  /** Of an answer that was no 200. */
  readonly status: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = options.status;
  }
}

/** The node serves another network, or a token is not what the settings say. Asking again does not help. */
export class ChainMismatchError extends Error {
  override readonly name = 'ChainMismatchError';
}

/**
 * Which network a node serves. Throws ChainMismatchError for another than the mode's, NodeError when it is out of
 * reach.
 */
export async function identityOf(
  node: Pick<ChainNode, 'identify'>,
  network: Network,
): Promise<NodeIdentity> {
  const identity = await node.identify();
  if (identity.network === network) return identity;
  throw new ChainMismatchError(
    network === 'test'
      ? `demo mode needs a test network, the node serves ${identity.networkId}`
      : `the node serves the test network ${identity.networkId}`,
  );
}

/** Chain units in the ledger's: what is finer than the ledger counts stays with the house's custody. */
export function toMinor(units: bigint, { decimals, scale }: Asset): bigint {
  return decimals >= scale
    ? units / 10n ** BigInt(decimals - scale)
    : units * 10n ** BigInt(scale - decimals);
}
