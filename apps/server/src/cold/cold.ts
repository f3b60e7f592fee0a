/**
 * Payments from the cold wallets to hot ones: in bitcoin here, of a Safe on Ethereum by safe/. The exchange holds the public keys only: it builds a payment, the operators' own wallets
 * sign it, and with m of n it is sent. Whoever owns this server can build what they like; nothing of it moves unless m of the operators
 * sign it, and their hardware shows whom it pays (docs/internals/cold-wallet.md).
 */
import { ProblemError, PSBT_LENGTH_MAX } from '@fairlead/contract';
import { type ColdWallet, canonicalAddress, NodeError, readDescriptor } from '../chains/index.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import {
  COLD_COINS_MAX,
  COLD_FEE_RATE_MAX,
  COLD_GAP,
  COLD_LOOK_MS,
  COLD_OPEN_MAX,
  COLD_OPEN_MS,
} from '../core/http/limits.ts';
import type { ColdOptions } from './needs.ts';
import { ColdNode } from './node.ts';
import {
  buildColdPsbt,
  type ColdCoin,
  type ColdPsbt,
  combined,
  finalised,
  scriptOf,
  signaturesIn,
  sizeOf,
} from './psbt.ts';
import {
  addSignatures,
  type ColdSpend,
  changeSpend,
  coinsOf,
  findSpend,
  heldCoins,
  insertSpend,
  isOpen,
  nextChange,
  openSpends,
  type SpendChange,
  signaturesOf,
} from './queries.ts';
import { SafeWallet } from './safe/safe.ts';
import { addressAt, type ColdScan, type PlacedCoin, scan } from './scan.ts';

/** What the chain says of the wallet and of those it may pay. */
export interface ColdHoldings {
  readonly receive: { readonly index: number; readonly address: string };
  /** Satoshis of final coins. */
  readonly balance: bigint;
  readonly held: bigint;
  /** On addresses with more coins than the node tells of: no part of the balance, and not to be spent from here. */
  readonly unlisted: bigint;
  readonly hot: ReadonlyMap<string, bigint>;
}

export interface ColdDraft {
  readonly operatorId: number;
  /** Canonical, one of hotAddresses. */
  readonly address: string;
  readonly units: bigint;
  readonly reason: string;
}

/** What became of one that was open. */
type Outcome = Pick<SpendChange, 'to' | 'carriedBy'>;

/** In blocks: nobody is in a hurry to fill a wallet. */
const TARGET_BLOCKS = 6;
const FINAL_MIN = 1;
/** What 20 inputs of 15 keys add to a file, in base64. */
const SIGNATURES_LENGTH = 50_000;
const nameOf = ({ txId, index }: { readonly txId: string; readonly index: number }): string =>
  `${txId}:${index}`;

export class Cold {
  /** Absent where none is set. */
  readonly safe: SafeWallet | undefined;
  readonly #options: ColdOptions;
  readonly #node: ColdNode | undefined;
  readonly #confirmations: number;
  #measured: ColdHoldings | undefined;
  /** The last look through the wallet, which asks the node for every address. */
  #looked: { readonly atMs: number; readonly scan: Promise<ColdScan> } | undefined;

  constructor(options: ColdOptions) {
    this.#options = options;
    const { chains, coldSafe } = options.config.chains;
    const bitcoin = chains.find(({ chain }) => chain === 'OMNI');
    const ethereum = chains.find(({ chain }) => chain === 'ERC20');
    this.safe =
      coldSafe === undefined || ethereum === undefined
        ? undefined
        : new SafeWallet(options, coldSafe, ethereum);
    this.#confirmations = bitcoin?.confirmations ?? FINAL_MIN;
    this.#node = bitcoin && new ColdNode(bitcoin.urls, this.#network);
  }

  /** Absent where none is set. */
  get wallet(): ColdWallet | undefined {
    return this.#options.config.chains.cold;
  }

  /** Whom it may pay: bitcoin addresses of HOT_ADDRESSES, without it of OWN_ADDRESSES. */
  get hotAddresses(): readonly string[] {
    const { hotAddresses } = this.#options.config.chains;
    return hotAddresses.filter((address) => this.canonical(address) !== undefined);
  }

  canonical(address: string): string | undefined {
    return canonicalAddress('OMNI', address, this.#network);
  }

  /** As it was measured last, for Prometheus; undefined where the node did not answer then. */
  get measured(): ColdHoldings | undefined {
    return this.#measured;
  }

  /** Undefined while the node does not answer. */
  async holdings(): Promise<ColdHoldings | undefined> {
    this.#measured = await this.#measure();
    return this.#measured;
  }

  async #measure(): Promise<ColdHoldings | undefined> {
    const [wallet, node] = [this.wallet, this.#node];
    if (wallet === undefined || node === undefined) return undefined;
    try {
      const { coins, unlisted, unused } = await this.#look(wallet, node, COLD_LOOK_MS);
      const final = coins.filter((coin) => this.#isFinal(coin));
      const held = await heldCoins(this.#options.database);
      const index = unused.receiving;
      const address = addressAt(wallet, { branch: 0, index }, await node.prefix());
      return {
        receive: { index, address },
        balance: sumOf(final),
        held: sumOf(final.filter((coin) => held.has(nameOf(coin)))),
        unlisted,
        hot: await this.#hotBalances(node),
      };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      this.#options.log.warn({ err: error }, 'the cold wallet could not be asked of the node');
      return undefined;
    }
  }

  /** Builds a payment and keeps it. Throws `chain_closed`, `insufficient_balance`, `in_progress`. */
  async propose({ operatorId, address, units, reason }: ColdDraft): Promise<number> {
    const { database, clock } = this.#options;
    const { wallet, node } = this.#ready();
    const script = scriptOf(address, await asked(node.prefix()));
    if (script === undefined || !this.hotAddresses.includes(address))
      throw new ProblemError('validation_failed');
    const open = await openSpends(database, COLD_OPEN_MAX);
    if (open.length >= COLD_OPEN_MAX) throw new ProblemError('above_maximum');
    const { coins, unused } = await asked(this.#look(wallet, node, 0));
    const rate = await asked(node.rate(TARGET_BLOCKS));
    const held = await heldCoins(database);
    const free = coins.filter((coin) => this.#isFinal(coin) && !held.has(nameOf(coin)));
    const chosen = choose(wallet, free, { units, rate: lower(rate, COLD_FEE_RATE_MAX) });
    if (chosen === undefined) throw new ProblemError('insufficient_balance');
    const next = Math.max(unused.change, await nextChange(database, wallet.descriptor));
    // Wallets look so far behind the last that was paid, and no further.
    const index = Math.min(next, unused.change + COLD_GAP - 1);
    const change = { branch: 1, index } as const;
    const built = await asked(this.#build({ wallet, node }, chosen, { script, units, change }));
    const nowMs = clock.now();
    const { fee, change: rest, psbt } = built;
    // Its file must come back, with signatures.
    if (Math.ceil(psbt.length / 3) * 4 > PSBT_LENGTH_MAX - SIGNATURES_LENGTH)
      throw new ProblemError('above_maximum');
    const id = await insertSpend(database, {
      ...{ descriptor: wallet.descriptor, txId: built.txId, address, amount: units, reason },
      ...{ psbt, fee, change: rest, changeIndex: index, proposedBy: operatorId },
      createdAtMs: nowMs,
      expiresAtMs: nowMs + COLD_OPEN_MS,
      coins: chosen.coins,
    });
    if (id === undefined) throw new ProblemError('in_progress');
    return id;
  }

  /** Takes the signatures of a file. Throws ColdPsbtError, `already_decided`. */
  async sign(spend: ColdSpend, given: Uint8Array, operatorId: number): Promise<readonly number[]> {
    const { database, clock } = this.#options;
    const { id, psbt: built } = spend;
    const wallet = this.walletOf(spend);
    const places = (await coinsOf(database, id)).map(({ place }) => place);
    const signed = signaturesIn(wallet, places, { built, given });
    const isTaken = await addSignatures(database, {
      ...{ id, signed, operatorId, to: 'sent', nowMs: clock.now() },
      finalise: (all) => {
        if (all.length < wallet.required) return undefined;
        const { raw, txId } = finalised(wallet, places, { built, signed: all });
        if (txId !== spend.txId) throw new Error('signatures made another transaction');
        return raw;
      },
    });
    if (!isTaken) throw new ProblemError('already_decided');
    const { status, raw } = await this.find(id);
    // A node that is away gets it in the next round.
    if (status === 'sent' && raw !== undefined) await this.#send(id, raw);
    return signed.map(({ key }) => key);
  }

  /** Throws `not_found`, and `already_decided` once it is sent. */
  async cancel(id: number, ended: { readonly by: number; readonly reason: string }): Promise<void> {
    const { status } = await this.find(id);
    const from = status === 'signed' ? status : 'signing';
    const change = { id, from, to: 'cancelled', ended } as const;
    if (!(await this.#change(change))) throw new ProblemError('already_decided');
  }

  async find(id: number): Promise<ColdSpend> {
    const spend = await findSpend(this.#options.database, id);
    if (spend === undefined) throw new ProblemError('not_found');
    return spend;
  }

  /** The wallet that a payment was built of, which may not be that of the settings any more. */
  walletOf({ descriptor }: Pick<ColdSpend, 'descriptor'>): ColdWallet {
    const { wallet } = this;
    return wallet?.descriptor === descriptor ? wallet : readDescriptor(descriptor, this.#network);
  }

  /** What the next operator signs: what was built, with the signatures that there are. */
  async psbtOf(spend: ColdSpend): Promise<Uint8Array> {
    const { database } = this.#options;
    const places = (await coinsOf(database, spend.id)).map(({ place }) => place);
    const signed = (await signaturesOf(database, [spend.id])).get(spend.id) ?? [];
    return combined(this.walletOf(spend), places, { built: spend.psbt, signed });
  }

  /** What may still pay, the oldest first. */
  openPayments(): Promise<readonly ColdSpend[]> {
    return openSpends(this.#options.database, COLD_OPEN_MAX);
  }

  /** Looks what became of those that are open; each by itself, for one node's error must not stop the others. */
  async follow(audit: Pick<AuditLog, 'add'>): Promise<void> {
    const { database, log } = this.#options;
    const node = this.#node;
    for (const spend of await openSpends(database, COLD_OPEN_MAX)) {
      try {
        const became =
          spend.chain === 'ERC20'
            ? await this.#safeOutcome(spend)
            : await this.#outcome(node, spend);
        const { id, status: from } = spend;
        if (became === undefined || !isOpen(from)) continue;
        if (await this.#change({ id, from, ...became }))
          await audit.add({ action: `cold.${became.to}`, subject: `cold payment ${id}` });
      } catch (error) {
        log.warn({ err: error, id: spend.id }, 'a payment of the cold wallet was not followed');
      }
    }
  }

  /** What the wallet has, as it was no longer ago than that; at 0 it is asked anew. */
  #look(wallet: ColdWallet, node: ColdNode, ageMs: number): Promise<ColdScan> {
    const atMs = this.#options.clock.now();
    const known = this.#looked;
    if (known !== undefined && atMs < known.atMs + ageMs) return known.scan;
    const looked = { atMs, scan: scan(wallet, node) };
    this.#looked = looked;
    looked.scan.catch(() => {
      if (this.#looked === looked) this.#looked = undefined;
    });
    return looked.scan;
  }

  async #safeOutcome(spend: ColdSpend): Promise<Outcome | undefined> {
    const known = await this.safe?.outcome(spend);
    if (known !== undefined || spend.status === 'sent') return known;
    return spend.expiresAtMs <= this.#options.clock.now() ? { to: 'expired' } : undefined;
  }

  async #outcome(node: ColdNode | undefined, spend: ColdSpend): Promise<Outcome | undefined> {
    const { id, status, txId, raw, expiresAtMs } = spend;
    const isExpired = status === 'signing' && expiresAtMs <= this.#options.clock.now();
    if (node === undefined) return isExpired ? { to: 'expired' } : undefined;
    const where = await node.whereabouts(txId);
    // The holders of the keys may send it by themselves. What only waits at a node may be forgotten there, and is signed on here.
    if (status === 'signing' && typeof where === 'object') return { to: 'sent' };
    if (typeof where === 'object' && this.#isFinal(where)) return { to: 'confirmed' };
    for (const coin of await coinsOf(this.#options.database, id)) {
      const spent = await node.spentBy(coin);
      if (spent !== undefined && spent.txId !== txId && this.#isFinal(spent))
        return { to: 'failed' };
    }
    if (where === 'absent' && raw !== undefined) await this.#send(id, raw);
    return isExpired && where === 'absent' ? { to: 'expired' } : undefined;
  }

  #change(change: Omit<SpendChange, 'nowMs'>): Promise<boolean> {
    const { database, clock } = this.#options;
    this.#looked = undefined;
    return changeSpend(database, { ...change, nowMs: clock.now() });
  }

  async #send(id: number, raw: string): Promise<void> {
    try {
      await this.#node?.broadcast(raw);
    } catch (error) {
      this.#options.log.warn({ err: error, id }, 'no node took a payment of the cold wallet yet');
    }
  }

  async #build(
    { wallet, node }: { readonly wallet: ColdWallet; readonly node: ColdNode },
    { coins, fee }: Chosen,
    paid: Omit<Parameters<typeof buildColdPsbt>[2], 'fee'>,
  ): Promise<ColdPsbt> {
    const whole = await Promise.all(
      coins.map(async (coin): Promise<ColdCoin> => ({ ...coin, made: await node.raw(coin.txId) })),
    );
    const built = buildColdPsbt(wallet, whole, { ...paid, fee });
    if (built.change > sumOf(coins)) throw new NodeError('a node tells of coins that are not');
    return built;
  }

  async #hotBalances(node: ColdNode): Promise<Map<string, bigint>> {
    const each = this.hotAddresses.map(
      async (address) => [address, await node.balance(address)] as const,
    );
    return new Map(await Promise.all(each));
  }

  #ready(): { readonly wallet: ColdWallet; readonly node: ColdNode } {
    const [wallet, node] = [this.wallet, this.#node];
    if (wallet === undefined || node === undefined) throw new ProblemError('chain_closed');
    return { wallet, node };
  }

  #isFinal({ confirmations }: { readonly confirmations: number }): boolean {
    return confirmations >= this.#confirmations;
  }

  get #network(): 'main' | 'test' {
    return this.#options.config.isDemo ? 'test' : 'main';
  }
}

interface Chosen {
  readonly coins: readonly PlacedCoin[];
  readonly fee: bigint;
}

/** The largest coins first, until they are enough for payment and fee; undefined when all are not. */
function choose(
  wallet: ColdWallet,
  coins: readonly PlacedCoin[],
  { units, rate }: { readonly units: bigint; readonly rate: bigint },
): Chosen | undefined {
  const sorted = coins.toSorted((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0));
  for (let count = 1; count <= Math.min(sorted.length, COLD_COINS_MAX); count += 1) {
    const taken = sorted.slice(0, count);
    const fee = sizeOf(wallet, count) * rate;
    if (sumOf(taken) >= units + fee) return { coins: taken, fee };
  }
  return undefined;
}

const sumOf = (coins: readonly { readonly units: bigint }[]): bigint =>
  coins.reduce((sum, { units }) => sum + units, 0n);
const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What a node was asked for; throws `chain_closed` where it does not answer, or lies. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError || error instanceof RangeError)
      throw new ProblemError('chain_closed', { cause: error });
    throw error;
  }
}
