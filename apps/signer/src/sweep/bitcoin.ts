/**
 * Sweeps bitcoin from users' addresses to the policy's wallets: the coins of many addresses in one transaction, while blocks
 * are cheap. The exchange says where to look; the signer derives each address itself, asks its own node what lies there, and
 * reads what a coin is worth from the whole transaction that made it. While a sweep is open its coins are in no other.
 */
import { hexToBytes } from 'viem';
import { scriptOf, walletOf } from '../bitcoin/network.ts';
import { checkNetwork, type Esplora, type FoundCoin } from '../bitcoin/node.ts';
import { buildPayment, signSweep } from '../bitcoin/psbt.ts';
import { DUST, sizeOf } from '../bitcoin/size.ts';
import { NodeError } from '../node-http.ts';
import type { Say } from '../reports.ts';
import type { Account } from './account.ts';
import { bitcoinCarriage } from './bitcoin-carriage.ts';
import { Carrier } from './carrier.ts';
import type { DepositAddress, Standing, SweepDesk } from './desk.ts';
import type { BitcoinSweep, BitcoinSweepJournal } from './journal.ts';
import { type BitcoinPlace, type BitcoinSweepPolicy, roomOf } from './policy.ts';
import { AddressWalk, Said } from './walk.ts';

export interface BitcoinSweeperOptions {
  readonly desk: SweepDesk;
  readonly account: Account;
  readonly node: Esplora;
  readonly journal: BitcoinSweepJournal;
  readonly policy: BitcoinSweepPolicy;
  readonly clock: { now(): number };
  readonly say: Say;
}

const COINS_MAX = 100;

/** A coin, and who can spend it. */
interface Lying extends FoundCoin {
  readonly owner: number;
  readonly script: string;
  readonly key: Uint8Array;
}

interface Chosen {
  readonly to: 'hot' | 'cold';
  readonly place: BitcoinPlace;
  readonly coins: readonly Lying[];
  readonly fee: bigint;
}

export class BitcoinSweeper {
  readonly #options: BitcoinSweeperOptions;
  readonly #carrier: Carrier<BitcoinSweep>;
  readonly #walk: AddressWalk;
  readonly #said: Said;
  #standing: Standing = 'ready';

  constructor(options: BitcoinSweeperOptions) {
    this.#options = options;
    const { desk, journal, policy, clock, say } = options;
    this.#walk = new AddressWalk(desk);
    this.#said = new Said((address, why) => say('not_swept', { address, why }));
    const { stuckAfterMs, maxFeesPerDay } = policy;
    const carriage = bitcoinCarriage(options);
    this.#carrier = new Carrier({
      ...{ desk, journal, clock, say, carriage },
      ...{ stuckAfterMs, maxFeesPerDay },
    });
  }

  /** Follows what was signed, then sweeps what is new. Throws when exchange or node are out of reach. */
  async round(): Promise<void> {
    const { desk, node, policy } = this.#options;
    await checkNetwork(node, policy.network);
    await this.#carrier.follow();
    const rate = await node.rate(policy.targetBlocks);
    this.#standing = 'ready';
    if (rate > policy.maxFeeRate) this.#waits('fees_too_dear');
    else await this.#sweep(rate);
    await desk.standing(this.#standing);
  }

  async #sweep(rate: bigint): Promise<void> {
    const coins: Lying[] = [];
    const used = this.#used();
    for (const named of await this.#walk.next())
      coins.push(...(await this.#coinsAt(named)).filter((coin) => !used.has(pointOf(coin))));
    // One that is worth less than it costs to spend stays.
    const worth = sizeOf(2, []) - sizeOf(1, []);
    const left = coins.filter(({ units }) => units > worth * rate);
    const { hot, cold } = this.#options.policy;
    const fitting = hot === undefined ? [] : await this.#fitting(hot, left);
    const toHot = hot && this.#choose({ to: 'hot', place: hot, coins: fitting }, rate);
    if (toHot !== undefined && !(await this.#sign(toHot))) return;
    // What the hot wallet has room for waits until there is enough of it to be worth a payment.
    if (cold === undefined || fitting.length === left.length) return;
    const rest = toHot === undefined ? left : left.filter((coin) => !fitting.includes(coin));
    const toCold = this.#choose({ to: 'cold', place: cold, coins: rest }, rate);
    if (toCold !== undefined) await this.#sign(toCold);
  }

  /** Coins that the hot wallet has room for, the largest first. */
  async #fitting(hot: BitcoinPlace, coins: readonly Lying[]): Promise<readonly Lying[]> {
    let room = await this.#room(hot);
    if (room === undefined) return coins;
    const fitting: Lying[] = [];
    for (const coin of coins.toSorted(largestFirst)) {
      if (room < coin.units) continue;
      room -= coin.units;
      fitting.push(coin);
    }
    return fitting;
  }

  async #room(hot: BitcoinPlace): Promise<bigint | undefined> {
    const { node, journal, policy } = this.#options;
    if (policy.hotMax === undefined) return undefined;
    // With what is on its way to it, in no block yet: looked for first, so that nothing is in neither.
    let underWay = 0n;
    for (const { to, txId, units } of journal.latest())
      if (to === 'hot' && typeof (await node.whereabouts(txId)) === 'string') underWay += units;
    return roomOf(policy.hotMax, { held: await node.balance(hot.address), underWay });
  }

  /** As many of the largest coins as one transaction may spend; undefined when they are not worth it. */
  #choose(given: Omit<Chosen, 'fee'>, rate: bigint): Chosen | undefined {
    const { policy } = this.#options;
    const { place } = given;
    const coins = given.coins.toSorted(largestFirst).slice(0, COINS_MAX);
    const feeOf = (count: number) => sizeOf(count, [place.script]) * rate;
    while (coins.length > 0 && feeOf(coins.length) > policy.maxFee) coins.pop();
    const fee = feeOf(coins.length);
    const units = sumOf(coins) - fee;
    const isWorth = coins.length > 0 && units >= policy.min && units >= DUST;
    return isWorth ? { ...given, coins, fee } : undefined;
  }

  /** True when it is signed. */
  async #sign({ to, place, coins, fee }: Chosen): Promise<boolean> {
    const { policy, node, clock } = this.#options;
    if (fee > this.#carrier.feesLeft()) return this.#waits('fees_used_up');
    const units = sumOf(coins) - fee;
    const whole = await Promise.all(
      coins.map(async ({ txId, index }) => ({ txId, index, made: await node.raw(txId) })),
    );
    const payee = place.script;
    const keys = new Map(coins.map(({ script, key }) => [script, key]));
    const limits = { maxFee: policy.maxFee, maxFeeRate: policy.maxFeeRate };
    const psbt = buildPayment(whole, { payee, units }, fee);
    const signed = signSweep(psbt, { payee, units, keys }, limits);
    await this.#carrier.begin({
      ...{ to, address: place.address, units, currencyId: policy.currencyId },
      ...{ most: signed.fee, txId: signed.txId, raw: signed.raw, signedAtMs: clock.now() },
      coins: coins.map(({ txId, index, owner }) => ({ txId, index, owner })),
      sources: keys.size,
    });
    return true;
  }

  /** Coins of sweeps that may pay, or have. */
  #used(): ReadonlySet<string> {
    const sweeps = this.#options.journal.entries().filter(({ final }) => final !== 'failed');
    return new Set(sweeps.flatMap(({ coins }) => coins.map(pointOf)));
  }

  /** Final coins of an address that is at its path. */
  async #coinsAt({ user_id: index, address }: DepositAddress): Promise<readonly Lying[]> {
    const { account, node, policy } = this.#options;
    const key = account.keyAt(index);
    const wallet = key && walletOf(key, policy.network);
    if (key === undefined || wallet?.address !== address) {
      this.#said.once(address, 'it is not at its path');
      return [];
    }
    if (address === policy.hot?.address || address === policy.cold?.address) {
      this.#said.once(address, 'sweeps go there');
      return [];
    }
    let found: readonly FoundCoin[];
    try {
      found = await node.coins(address);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      this.#said.once(address, error.message);
      return [];
    }
    const script = Buffer.from(scriptOf(address, policy.network) ?? []).toString('hex');
    return found
      .filter((coin) => coin.confirmations >= policy.confirmations)
      .map((coin) => ({ ...coin, owner: index, script, key: hexToBytes(key) }));
  }

  #waits(standing: Standing): false {
    if (this.#standing !== standing) this.#options.say('waiting', { why: standing });
    this.#standing = standing;
    return false;
  }
}

const largestFirst = (one: FoundCoin, other: FoundCoin): number =>
  one.units < other.units ? 1 : one.units > other.units ? -1 : 0;

const sumOf = (coins: readonly FoundCoin[]): bigint =>
  coins.reduce((sum, { units }) => sum + units, 0n);

const pointOf = ({ txId, index }: { readonly txId: string; readonly index: number }): string =>
  `${txId}:${index}`;
