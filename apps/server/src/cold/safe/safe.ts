/**
 * Payments of a Safe, the cold wallet on Ethereum, to a hot one. The chain says who its owners are and how many have to sign; what is
 * built is typed data that they sign in their own wallets, and anybody may carry it out. Nothing is built while somebody else than m
 * owners could move what it holds (docs/internals/cold-wallet.md).
 */
import { ProblemError } from '@fairlead/contract';
import {
  type Asset,
  assetsOf,
  canonicalAddress,
  currencyScale,
  NodeError,
} from '../../chains/index.ts';
import type { ChainConfig } from '../../core/config/chains.ts';
import { COLD_OPEN_MAX, COLD_OPEN_MS } from '../../core/http/limits.ts';
import type { ColdOptions } from '../needs.ts';
import {
  addSignatures,
  type ColdSpend,
  insertSafeSpend,
  openSpends,
  type SpendChange,
} from '../queries.ts';
import type { SafeNodes, SafeState } from './node.ts';
import {
  executionOf,
  hashesOf,
  ownersSignatures,
  readSafeDescriptor,
  readTypedData,
  SafeError,
  type SafeHashes,
  type SafeOwners,
  safeDescriptor,
  safePayment,
  typedDataOf,
} from './transaction.ts';

/** Who else than m owners has power over the wallet. `guard` can refuse what they signed; the others can spend. */
export interface SafeFinding {
  readonly kind:
    | 'unknown_code'
    | 'unproved'
    | 'initializer'
    | 'one_signs'
    | 'module'
    | 'handler'
    | 'guard';
  readonly address?: string;
}

export interface SafeAsset extends Asset {
  readonly currency: string;
}

/** What the chain says of the wallet and of those it may pay; amounts in minor units. */
export interface SafeHoldings {
  readonly state: SafeState;
  readonly findings: readonly SafeFinding[];
  readonly balances: readonly {
    readonly asset: SafeAsset;
    readonly cold: bigint;
    /** What open payments pay. */
    readonly held: bigint;
    readonly hot: ReadonlyMap<string, bigint>;
  }[];
}

export interface SafeDraft {
  readonly operatorId: number;
  /** Canonical, one of hotAddresses. */
  readonly address: string;
  readonly asset: SafeAsset;
  readonly amount: bigint;
  readonly reason: string;
}

/** What operators sign, and once enough have, what the Safe is called with. */
export interface SafeFile {
  readonly typedData: string;
  readonly hashes: SafeHashes;
  readonly call: string | undefined;
}

/** Below two one owner alone spends. */
const REQUIRED_MIN = 2;

export class SafeWallet {
  readonly address: string;
  readonly #options: ColdOptions;
  readonly #chain: ChainConfig;
  #measured: SafeHoldings | undefined;
  #found: readonly SafeFinding[] = [];

  constructor(options: ColdOptions, address: string, chain: ChainConfig) {
    this.#options = options;
    this.address = address;
    this.#chain = chain;
  }

  /** Whom it may pay: the hot wallets on Ethereum, but never itself. */
  get hotAddresses(): readonly string[] {
    const { hotAddresses } = this.#options.config.chains;
    return hotAddresses.filter(
      (address) => address !== this.address && this.canonical(address) !== undefined,
    );
  }

  canonical(address: string): string | undefined {
    return canonicalAddress('ERC20', address, this.#options.config.isDemo ? 'test' : 'main');
  }

  /** As it was measured last, for Prometheus. */
  get measured(): SafeHoldings | undefined {
    return this.#measured;
  }

  /** As they were found last: nodes that are away or do not agree take nobody's power. */
  get found(): readonly SafeFinding[] {
    return this.#found;
  }

  /** Ether, and the token where one is set. */
  async assets(): Promise<readonly SafeAsset[]> {
    const { database } = this.#options;
    const assets = await assetsOf(this.#chain, (name) => currencyScale(database, name));
    return assets.map((asset) => ({
      ...asset,
      currency: asset.contract === undefined ? 'ETH' : 'USDT',
    }));
  }

  /** Undefined while the nodes do not answer, or do not agree. */
  async holdings(): Promise<SafeHoldings | undefined> {
    try {
      this.#measured = await this.#measure();
      this.#found = this.#measured.findings;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      this.#options.log.warn({ err: error }, 'the Safe could not be asked of the nodes');
      this.#measured = undefined;
    }
    return this.#measured;
  }

  async #measure(): Promise<SafeHoldings> {
    const nodes = await this.#nodes();
    const state = await nodes.state();
    const open = await openSpends(this.#options.database, COLD_OPEN_MAX);
    const balances = [];
    for (const asset of await this.assets()) {
      const held = async (address: string): Promise<bigint> =>
        toLedger(await nodes.balanceOf({ address, ...contractOf(asset) }), asset);
      const hot = this.hotAddresses.map(async (address) => [address, await held(address)] as const);
      balances.push({
        ...{ asset, cold: await held(this.address), held: paidBy(open, asset.currency) },
        hot: new Map(await Promise.all(hot)),
      });
    }
    return { state, findings: findingsOf(state), balances };
  }

  /** Builds a payment and keeps it. Throws SafeError, `chain_closed`, `insufficient_balance`, `in_progress`, `above_maximum`. */
  async propose({ operatorId, address, asset, amount, reason }: SafeDraft): Promise<number> {
    const { database, clock } = this.#options;
    if (!this.hotAddresses.includes(address)) throw new ProblemError('validation_failed');
    const nodes = await this.#nodes();
    const state = await asked(nodes.state());
    const { safe } = state;
    if (safe === undefined || findingsOf(state).some(({ kind }) => kind !== 'guard'))
      throw new SafeError('foreign_power');
    const open = await openSpends(database, COLD_OPEN_MAX);
    if (open.length >= COLD_OPEN_MAX) throw new ProblemError('above_maximum');
    const units = await asked(nodes.balanceOf({ address: this.address, ...contractOf(asset) }));
    if (toLedger(units, asset) - paidBy(open, asset.currency) < amount)
      throw new ProblemError('insufficient_balance');
    const owners = this.#ownersOf(state, safe);
    const nonce = nextNonce(safe.nonce, open);
    const paid = { units: toUnits(amount, asset), ...contractOf(asset), nonce };
    const built = safePayment(address, paid);
    const nowMs = clock.now();
    const id = await insertSafeSpend(database, {
      ...{ descriptor: safeDescriptor(owners), txId: hashesOf(owners, built).transaction },
      ...{ address, amount, reason, currency: asset.currency, nonce, proposedBy: operatorId },
      psbt: Buffer.from(JSON.stringify(typedDataOf(owners, built))),
      ...{ fromHeight: state.height, createdAtMs: nowMs, expiresAtMs: nowMs + COLD_OPEN_MS },
    });
    if (id === undefined) throw new ProblemError('in_progress');
    return id;
  }

  /** Takes signatures out of a text. Throws SafeError, `already_decided`, `chain_closed`. */
  async sign(spend: ColdSpend, text: string, operatorId: number): Promise<readonly number[]> {
    const { database, clock } = this.#options;
    const { id, descriptor, txId } = spend;
    const owners = readSafeDescriptor(descriptor);
    const signed = ownersSignatures(owners, txId, text);
    const state = await asked((await this.#nodes()).state());
    // The contract asks those who own it when it is carried out.
    const { safe } = state;
    if (safe === undefined || safeDescriptor(this.#ownersOf(state, safe)) !== descriptor)
      throw new SafeError('owners_changed');
    if (safe.nonce > (spend.nonce ?? 0n)) throw new SafeError('nonce_used');
    const built = builtOf(spend);
    const isTaken = await addSignatures(database, {
      ...{ id, signed, operatorId, to: 'signed', nowMs: clock.now() },
      finalise: (all) =>
        all.length < owners.required ? undefined : executionOf(owners, built, all),
    });
    if (!isTaken) throw new ProblemError('already_decided');
    return signed.map(({ key }) => key);
  }

  /** What became of an open payment by the chain; undefined where nothing has changed. */
  async outcome(spend: ColdSpend): Promise<Pick<SpendChange, 'to' | 'carriedBy'> | undefined> {
    const { txId: hash, nonce, fromHeight, status, carriedBy } = spend;
    if (nonce === undefined || fromHeight === undefined) return undefined;
    const nodes = await this.#nodes(readSafeDescriptor(spend.descriptor).address);
    const { confirmations: final } = this.#chain;
    const known = await nodes.outcomeOf({ hash, nonce, fromHeight }, final);
    if (known === undefined) return undefined;
    if (known.kind === 'replaced') return { to: 'failed' };
    const { kind, txId, confirmations } = known;
    if (confirmations >= final)
      return { to: kind === 'executed' ? 'confirmed' : 'failed', carriedBy: txId };
    return status === 'sent' && carriedBy === txId ? undefined : { to: 'sent', carriedBy: txId };
  }

  #ownersOf(
    { chainId }: SafeState,
    { owners, required }: NonNullable<SafeState['safe']>,
  ): SafeOwners {
    return { chainId, address: this.address, required, owners };
  }

  async #nodes(address = this.address): Promise<SafeNodes> {
    const { SafeNodes } = await import('./node.ts');
    return new SafeNodes(this.#chain.urls, address);
  }
}

/** What its owners sign, and once enough have, what anybody calls it with. Throws where the row is not what was built. */
export function fileOf(spend: ColdSpend): SafeFile {
  const owners = readSafeDescriptor(spend.descriptor);
  const hashes = hashesOf(owners, builtOf(spend));
  return { typedData: Buffer.from(spend.psbt).toString(), hashes, call: spend.raw };
}

function builtOf(spend: ColdSpend) {
  const built = readTypedData(Buffer.from(spend.psbt).toString());
  const { transaction } = hashesOf(readSafeDescriptor(spend.descriptor), built);
  if (transaction !== spend.txId) throw new Error('what was built has another name');
  return built;
}

/** Who but m owners could move what it holds, or keep them from it. */
function findingsOf({ safe }: SafeState): readonly SafeFinding[] {
  if (safe === undefined) return [{ kind: 'unknown_code' }];
  const { required, modules, guard, handler, initializer, isSetupTold } = safe;
  return [
    ...(isSetupTold || initializer !== undefined ? [] : [{ kind: 'unproved' } as const]),
    ...(initializer === undefined ? [] : [{ kind: 'initializer', address: initializer } as const]),
    ...(required < REQUIRED_MIN ? [{ kind: 'one_signs' } as const] : []),
    ...modules.map((address) => ({ kind: 'module', address }) as const),
    ...(handler === undefined ? [] : [{ kind: 'handler', address: handler } as const]),
    ...(guard === undefined ? [] : [{ kind: 'guard', address: guard } as const]),
  ];
}

/** The first that the chain still takes and no open payment has: what was given up leaves a gap, and later ones wait for it. */
function nextNonce(first: bigint, open: readonly ColdSpend[]): bigint {
  const taken = new Set(open.map(({ nonce }) => nonce));
  let nonce = first;
  while (taken.has(nonce)) nonce += 1n;
  return nonce;
}

const paidBy = (open: readonly ColdSpend[], currency: string): bigint =>
  open
    .filter((spend) => spend.chain === 'ERC20' && spend.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0n);
const contractOf = ({ contract }: Asset) => (contract === undefined ? {} : { contract });
const gapOf = ({ decimals, scale }: Asset): bigint => 10n ** BigInt(decimals - scale);
/** The chain counts as finely as the ledger at least: ether in 18 decimals, a token in the ledger's own. */
const toLedger = (units: bigint, asset: Asset): bigint => units / gapOf(asset);
const toUnits = (amount: bigint, asset: Asset): bigint => amount * gapOf(asset);

/** What nodes were asked for; throws `chain_closed` where they do not answer, or do not agree. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError) throw new ProblemError('chain_closed', { cause: error });
    throw error;
  }
}
