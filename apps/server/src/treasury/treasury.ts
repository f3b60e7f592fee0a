/**
 * Where the money of users lies, and where the hot wallets stand. Balances are what the server's own nodes say, never a signer's word;
 * with several nodes the least of what they say. Limits are set by two operators and move nothing: they are what alarms are for.
 */
import { ProblemError } from '@fairlead/contract';
import type { Logger } from 'pino';
import { type Chains, canonicalAddress, NodeError } from '../chains/index.ts';
import type { Cold } from '../cold/index.ts';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import type { CustodyTerms } from '../custody/terms/index.ts';
import { TREASURY_ADDRESSES_MAX, TREASURY_PAYMENTS_MAX } from './bounds.ts';
import {
  insertLimits,
  isLimitSet,
  type LeavingSum,
  type LimitsRow,
  leavingSums,
  limitsInForce,
  type Place,
  paidAddresses,
} from './queries.ts';

export interface TreasuryOptions {
  readonly config: Pick<Config, 'chains' | 'isDemo'>;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  readonly chains: Pick<Chains, 'balanceOf' | 'watched'>;
  readonly cold: Cold;
  readonly custodyTerms: Pick<CustodyTerms, 'all'>;
}

/** Minor units by address, as nodes said last. */
interface Measured {
  readonly balances: ReadonlyMap<string, bigint>;
  readonly atMs: number;
  /** They did not answer when they were asked last. */
  readonly isStale: boolean;
}

export interface AskedDeposits {
  readonly balance: bigint;
  readonly addresses: number;
  /** What the hot wallets held right before: what was swept since lies there too, and counts once. */
  readonly hot: bigint;
  readonly atMs: number;
  /** They did not answer when they were asked last. */
  readonly isStale: boolean;
}

/** What is known of a currency on a chain. */
export interface LineFigures extends Place {
  readonly wallets: readonly string[];
  readonly isWatched: boolean;
  readonly measured: Measured | undefined;
  /** Of all wallets; undefined where it was never told. */
  readonly hot: bigint | undefined;
  readonly limits: LimitsRow | undefined;
  readonly leaving: Readonly<Record<LeavingSum['state'], { count: number; amount: bigint }>>;
  readonly deposits: AskedDeposits | undefined;
}

/** What a proposal of limits says; amounts are decimals, as operators read them. */
export interface LimitsPayload {
  readonly chain: Place['chain'];
  readonly currency_id: number;
  readonly currency: string;
  /** Those in force when it was proposed; 0: none. */
  readonly replaces: number;
  readonly before?: LimitsText;
  readonly after: LimitsText;
  /** The same as `after` in minor units. */
  readonly minor: LimitsText;
}

export interface LimitsText {
  readonly minimum: string;
  readonly target: string;
  readonly maximum: string;
}

const keyOf = ({ chain, currencyId }: Place): string => `${currencyId}:${chain}`;
const sumOf = (balances: ReadonlyMap<string, bigint>): bigint =>
  [...balances.values()].reduce((sum, one) => sum + one, 0n);
const NOTHING = { count: 0, amount: 0n };

export class Treasury {
  readonly #options: TreasuryOptions;
  readonly #measured = new Map<string, Measured>();
  readonly #deposits = new Map<string, AskedDeposits>();
  readonly #startedAtMs: number;

  constructor(options: TreasuryOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.now();
  }

  /** The hot wallets of a chain, by the settings. */
  walletsOf(chain: Place['chain']): readonly string[] {
    const { config } = this.#options;
    const network = config.isDemo ? 'test' : 'main';
    return config.chains.hotAddresses.filter(
      (address) => canonicalAddress(chain, address, network) === address,
    );
  }

  /** Every currency on every chain that there are terms or a watcher for. */
  places(): readonly Place[] {
    const { chains, custodyTerms } = this.#options;
    const terms = custodyTerms
      .all()
      .flatMap(({ chain, currencyId }) => (chain === 'BANK' ? [] : [{ chain, currencyId }]));
    const all = [...chains.watched(), ...terms];
    const byKey = new Map(
      all.map(({ chain, currencyId }) => [keyOf({ chain, currencyId }), { chain, currencyId }]),
    );
    return [...byKey.values()].toSorted(
      (a, b) => a.currencyId - b.currencyId || (a.chain < b.chain ? -1 : 1),
    );
  }

  /** The first rounds, which nobody waits for: of a start nothing is known yet. */
  async begin(): Promise<void> {
    try {
      await this.measure();
      await this.measureDeposits();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the first look at what wallets hold failed');
    }
  }

  /** Asks nodes what the hot wallets hold. Of one that does not answer the last word is kept, and called stale. */
  async measure(): Promise<void> {
    const { chains, clock, cold } = this.#options;
    // Its own round is a slow one, and at a start nothing is known of it.
    if (cold.wallet !== undefined && cold.measured === undefined) await cold.holdings();
    if (cold.safe !== undefined && cold.safe.measured === undefined) await cold.safe.holdings();
    for (const place of chains.watched()) {
      const wallets = this.walletsOf(place.chain);
      if (wallets.length === 0) continue;
      const balances = await this.#ask(place, wallets);
      const key = keyOf(place);
      const known = this.#measured.get(key);
      if (balances !== undefined)
        this.#measured.set(key, { balances, atMs: clock.now(), isStale: false });
      else if (known !== undefined) this.#measured.set(key, { ...known, isStale: true });
    }
  }

  /** Asks nodes what lies on deposit addresses: of those that got most lately, for there may be any number. */
  async measureDeposits(): Promise<void> {
    const { chains, clock, database } = this.#options;
    for (const place of chains.watched()) {
      const key = keyOf(place);
      const bounds = { payments: TREASURY_PAYMENTS_MAX, addresses: TREASURY_ADDRESSES_MAX };
      const addresses = await paidAddresses(database, place, bounds);
      // The hot wallets first: what is swept in between is in neither, not in both.
      const wallets = await this.#ask(place, this.walletsOf(place.chain));
      const balances = wallets && (await this.#ask(place, addresses));
      const known = this.#deposits.get(key);
      if (balances !== undefined)
        this.#deposits.set(key, {
          ...{ balance: sumOf(balances), hot: sumOf(wallets ?? new Map()) },
          ...{ addresses: addresses.length, atMs: clock.now(), isStale: false },
        });
      else if (known !== undefined) this.#deposits.set(key, { ...known, isStale: true });
    }
  }

  async lines(): Promise<readonly LineFigures[]> {
    const { chains, database } = this.#options;
    const limits = new Map((await limitsInForce(database)).map((row) => [keyOf(row), row]));
    const leaving = Map.groupBy(await leavingSums(database), keyOf);
    const watched = new Set(chains.watched().map(keyOf));
    return this.places().map((place) => {
      const key = keyOf(place);
      const wallets = this.walletsOf(place.chain);
      const measured = this.#measured.get(key);
      const sums = leaving.get(key) ?? [];
      const of = (wanted: LeavingSum['state']) =>
        sums.find(({ state }) => state === wanted) ?? NOTHING;
      return {
        ...place,
        wallets,
        isWatched: watched.has(key) && wallets.length > 0,
        measured,
        hot: measured && sumOf(measured.balances),
        limits: limits.get(key),
        leaving: { idle: of('idle'), signed: of('signed'), unknown: of('unknown') },
        deposits: this.#deposits.get(key),
      };
    });
  }

  /** How long ago nodes told what a hot wallet holds, since the start where they never did. */
  ageMs({ measured }: Pick<LineFigures, 'measured'>): number {
    return Math.max(0, this.#options.clock.now() - (measured?.atMs ?? this.#startedAtMs));
  }

  /** Puts passed limits in force, once. Throws `intent_changed` where others came meanwhile. */
  async setLimits(proposal: ProposalRow): Promise<void> {
    const { database, clock } = this.#options;
    const { proposalId } = proposal;
    if (await isLimitSet(database, proposalId)) return;
    const { chain, currency_id: currencyId, replaces, minor } = payloadOf<LimitsPayload>(proposal);
    const inForce = (await limitsInForce(database)).find(
      (row) => row.chain === chain && row.currencyId === currencyId,
    );
    if ((inForce?.id ?? 0) !== replaces) throw new ProblemError('intent_changed');
    const isSet = await insertLimits(database, {
      ...{ chain, currencyId, replaces, proposalId, setAtMs: clock.now() },
      minimum: BigInt(minor.minimum),
      target: BigInt(minor.target),
      maximum: BigInt(minor.maximum),
    });
    if (!isSet && !(await isLimitSet(database, proposalId)))
      throw new ProblemError('intent_changed');
  }

  /** Undefined while a node does not answer. */
  async #ask(
    place: Place,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, bigint> | undefined> {
    const { chains, log } = this.#options;
    const balances = new Map<string, bigint>();
    try {
      for (const address of addresses) {
        const { chain, currencyId } = place;
        const balance = await chains.balanceOf(chain, { address, currencyId });
        if (balance === undefined) return undefined;
        balances.set(address, balance);
      }
      return balances;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.warn({ err: error, ...place }, 'a node did not tell what a wallet holds');
      return undefined;
    }
  }
}
