/**
 * Sweeps ether and tokens from users' addresses to the policy's wallets. The exchange says where to look; the signer derives
 * each address itself and asks its own node what is there. An address has one open sweep at most, so its numbers (nonces) are
 * used one by one. What holds tokens and no ether is given gas by the reserve `m/1/0`, which is journalled alike.
 */
import type { Hex } from 'viem';
import { PolicyError } from '../policy.ts';
import type { Say } from '../reports.ts';
import { type Fees, Wallet } from '../wallet.ts';
import type { Account } from './account.ts';
import { Carrier, costOf, REPLACED } from './carrier.ts';
import type { DepositAddress, Standing, SweepDesk } from './desk.ts';
import { ethereumCarriage } from './ethereum-carriage.ts';
import type { EthereumSweep, EthereumSweepJournal } from './journal.ts';
import { roomOf, type SweepPolicy, type SweptCurrency } from './policy.ts';
import { AddressWalk, Said } from './walk.ts';

export interface EthereumSweeperOptions {
  readonly desk: SweepDesk;
  readonly account: Account;
  readonly rpcUrl: string;
  readonly journal: EthereumSweepJournal;
  readonly policy: SweepPolicy;
  readonly clock: { now(): number };
  readonly say: Say;
}

const DAY_MS = 24 * 60 * 60_000;
/** New ones in a round: what the exchange hears of in a minute has a bound (its rate `sweep`), and each is told of twice. */
const NEW_MAX = 20;
/** What gas is given for: twice its price of now, since it is used some blocks later. */
const GAS_MARGIN = 2n;

interface Source {
  readonly index: number;
  readonly wallet: Wallet;
}

interface Paying {
  readonly wallet: Wallet;
  readonly index: number | undefined;
  readonly to: EthereumSweep['to'];
  readonly address: Hex;
  readonly units: bigint;
  readonly currency: SweptCurrency;
  readonly gas: bigint;
}

export class EthereumSweeper {
  readonly #options: EthereumSweeperOptions;
  readonly #carrier: Carrier<EthereumSweep>;
  readonly #walk: AddressWalk;
  readonly #said: Said;
  readonly #reserve: Wallet;
  #standing: Standing = 'ready';

  constructor(options: EthereumSweeperOptions) {
    this.#options = options;
    const { account, rpcUrl, desk, say } = options;
    this.#reserve = new Wallet(account.reserveKey, rpcUrl);
    if (this.#isPlace(this.#reserve.address))
      throw new PolicyError('the reserve of the account is no wallet to sweep to');
    this.#walk = new AddressWalk(desk);
    this.#said = new Said((address, why) => say('not_swept', { address, why }));
    const { journal, clock, policy } = options;
    const { stuckAfterMs, maxFeesPerDay } = policy;
    const carriage = ethereumCarriage({
      policy,
      clock,
      walletAt: (index) => this.#walletAt(index),
    });
    this.#carrier = new Carrier({
      ...{ desk, journal, clock, say, carriage },
      ...{ stuckAfterMs, maxFeesPerDay },
    });
  }

  /** Whose ether gives gas. */
  get reserve(): Hex {
    return this.#reserve.address;
  }

  /** Follows what was signed, then sweeps what is new. Throws when exchange or node are out of reach. */
  async round(): Promise<void> {
    const { desk, policy } = this.#options;
    const chainId = await this.#reserve.chainId();
    if (chainId !== policy.chainId)
      throw new Error(`the node serves chain ${chainId}, the policy is for ${policy.chainId}`);
    await this.#carrier.follow();
    const fees = await this.#reserve.fees();
    this.#standing = 'ready';
    if (fees.maxFeePerGas > policy.maxFeePerGas) this.#waits('fees_too_dear');
    else {
      // Each is visited once, so what this round signs makes none of the others busy.
      const busy = this.#busy();
      const before = this.#options.journal.entries().length;
      for (const named of await this.#walk.next()) {
        await this.#visit(named, { fees, busy });
        if (this.#options.journal.entries().length - before >= NEW_MAX) break;
      }
    }
    await desk.standing(this.#standing);
  }

  #isPlace(address: string): boolean {
    const { hot, cold } = this.#options.policy;
    return address === hot || address === cold;
  }

  /** Addresses that pay something or are given gas. */
  #busy(): ReadonlySet<string> {
    const open = this.#options.journal.open();
    return new Set(open.map(({ from, to, address }) => (to === 'gas' ? address : from)));
  }

  async #visit(
    named: DepositAddress,
    { fees, busy }: { readonly fees: Fees; readonly busy: ReadonlySet<string> },
  ): Promise<void> {
    const { user_id: index, address } = named;
    const wallet = this.#walletAt(index);
    if (wallet?.address !== address) return this.#said.once(address, 'it is not at its path');
    if (this.#isPlace(address)) return this.#said.once(address, 'sweeps go there');
    if (busy.has(address)) return;
    const source = { index, wallet };
    for (const currency of this.#options.policy.currencies)
      if (await this.#sweep(source, currency, fees)) return;
  }

  /** True when the address has something under way, or waits for gas: nothing else is taken from it then. */
  async #sweep(source: Source, currency: SweptCurrency, fees: Fees): Promise<boolean> {
    const { wallet, index } = source;
    const { policy } = this.#options;
    const { contract } = currency;
    const units = await wallet.settled(currency, policy.confirmations);
    if (units < currency.min || this.#hasFailed(wallet.address, currency)) return false;
    // Where it goes can change what it costs: a wallet of several signs with a contract.
    const place = await this.#placeOf(currency, units);
    let gas: bigint;
    try {
      const some = contract === undefined ? 1n : currency.min;
      gas = await wallet.gas({ to: place.address, units: some, currency });
    } catch {
      this.#said.once(wallet.address, 'the payment would fail');
      return false;
    }
    const cost = gas * fees.maxFeePerGas;
    if (contract === undefined) {
      if (units < currency.min + cost) return false;
      return this.#sign({ wallet, index, ...place, units: units - cost, currency, gas }, fees);
    }
    const { coin } = await wallet.balances(currency);
    if (coin < cost) return this.#giveGas(wallet.address, cost, fees);
    return this.#sign({ wallet, index, ...place, units, currency, gas }, fees);
  }

  async #giveGas(address: Hex, cost: bigint, fees: Fees): Promise<boolean> {
    const wallet = this.#reserve;
    const { coin } = this.#options.policy;
    const units = cost * GAS_MARGIN;
    const gas = await wallet.gas({ to: address, units: 1n, currency: coin }).catch(() => undefined);
    const { coin: held } = await wallet.balances(coin);
    const open = this.#options.journal.latest().filter(({ from }) => from === wallet.address);
    const promised = open.reduce((sum, sweep) => sum + sweep.units + sweep.most, 0n);
    if (gas === undefined || held - promised < units + gas * fees.maxFeePerGas) {
      this.#waits('reserve_low');
      return true;
    }
    await this.#sign(
      { wallet, index: undefined, to: 'gas', address, units, currency: coin, gas },
      fees,
    );
    return true;
  }

  /** True when it is signed; false when the policy's fees do not allow it. */
  async #sign(paying: Paying, fees: Fees): Promise<boolean> {
    const { policy, clock } = this.#options;
    const { wallet, index, to, address, units, currency, gas } = paying;
    const most = gas * fees.maxFeePerGas;
    const counted = costOf({ to, most, units });
    if (counted > policy.maxFee) return this.#waits('fees_too_dear');
    if (counted > this.#carrier.feesLeft()) return this.#waits('fees_used_up');
    const nonce = await this.#nextNonce(wallet);
    const { chainId } = policy;
    const payment = { to: address, units, currency };
    const { raw, txId } = await wallet.sign(payment, { ...fees, nonce, gas, chainId });
    const { currencyId } = currency;
    const from = wallet.address;
    const signedAtMs = clock.now();
    const sweep = {
      index,
      from,
      to,
      address,
      units,
      currencyId,
      most,
      nonce,
      raw,
      txId,
      signedAtMs,
    };
    await this.#carrier.begin(sweep);
    return true;
  }

  #waits(standing: Standing): false {
    if (this.#standing !== standing) this.#options.say('waiting', { why: standing });
    this.#standing = standing;
    return false;
  }

  /** The hot wallet while it has room for all of it, else the cold one. */
  async #placeOf(currency: SweptCurrency, units: bigint): Promise<Pick<Paying, 'to' | 'address'>> {
    const { hot, cold } = this.#options.policy;
    if (hot !== undefined && (cold === undefined || (await this.#hasRoom(hot, currency, units))))
      return { to: 'hot', address: hot };
    if (cold === undefined) throw new Error('a policy names a wallet');
    return { to: 'cold', address: cold };
  }

  async #hasRoom(hot: Hex, currency: SweptCurrency, units: bigint): Promise<boolean> {
    // What is in a block and not final is under way.
    const held = await this.#reserve.settled(currency, this.#options.policy.confirmations, hot);
    const underWay = this.#options.journal
      .latest()
      .filter(({ to, currencyId }) => to === 'hot' && currencyId === currency.currencyId)
      .reduce((sum, sweep) => sum + sweep.units, 0n);
    const room = roomOf(currency.hotMax, { held, underWay });
    return room === undefined || units <= room;
  }

  /** A token that moves nothing costs its fee once a day at most. */
  #hasFailed(address: Hex, { currencyId }: SweptCurrency): boolean {
    const { journal, clock } = this.#options;
    return journal
      .entries()
      .some(
        (entry) =>
          entry.final === 'failed' &&
          entry.reason !== REPLACED &&
          entry.from === address &&
          entry.currencyId === currencyId &&
          clock.now() - entry.signedAtMs < DAY_MS,
      );
  }

  /** After all that the node knows and all of the journal that is open. */
  async #nextNonce(wallet: Wallet): Promise<number> {
    const open = this.#options.journal.open().filter(({ from }) => from === wallet.address);
    const taken = new Set(open.map(({ nonce }) => nonce));
    let nonce = await wallet.nextNonce();
    while (taken.has(nonce)) nonce += 1;
    return nonce;
  }

  #walletAt(index: number | undefined): Wallet | undefined {
    const { account, rpcUrl } = this.#options;
    if (index === undefined) return this.#reserve;
    const key = account.keyAt(index);
    return key && new Wallet(key, rpcUrl);
  }
}
