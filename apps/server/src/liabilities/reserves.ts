/**
 * Addresses that the house says are its own, each with a message that its key signed. The server checks the signature
 * before it is proposed and again before it is listed; everybody can check it with the wallets that made it. What an
 * address holds is asked of the chain's node where there is one, and otherwise an operator's word, which is said.
 */
import { ProblemError } from '@fairlead/contract';
import { assert, DAY_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Chains } from '../chains/index.ts';
import { type Chain, canonicalAddress, isSignedBy, type Network } from '../chains/index.ts';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import { RESERVE_MESSAGE_DAYS, RESERVES_MAX } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import {
  endReserve,
  insertReserve,
  insertReserveBalance,
  listReserves,
  type Reserve,
} from './reserve-queries.ts';

export interface ReservesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  readonly chains: Pick<Chains, 'balanceOf'>;
  readonly config: { readonly publicUrl: string; readonly isDemo: boolean };
}

/** What two operators agree on. */
export interface ReservePayload {
  readonly chain: Chain;
  readonly address: string;
  readonly currency_id: number;
  readonly currency: string;
  readonly message: string;
  readonly signature: string;
  /** Minor units, as an operator entered them. */
  readonly balance_minor?: string;
}

export interface ReserveEndPayload {
  readonly id: number;
  readonly chain: Chain;
  readonly address: string;
}

export class Reserves {
  readonly #options: ReservesOptions;

  constructor(options: ReservesOptions) {
    this.#options = options;
  }

  /** The name that a message must hold: where users find this exchange. */
  get platform(): string {
    return new URL(this.#options.config.publicUrl).host;
  }

  list(): Promise<Reserve[]> {
    return listReserves(this.#options.database, RESERVES_MAX);
  }

  /** One way to write an address of this deployment's network; undefined for what is none. */
  canonical(chain: Chain, text: string): string | undefined {
    return canonicalAddress(chain, text, this.#network);
  }

  /** Whether a message says of which exchange and when it was signed. */
  isDated(message: string): boolean {
    const nowMs = this.#options.clock.now();
    // One day ahead: it is tomorrow already where the operator sits.
    const days = Array.from({ length: RESERVE_MESSAGE_DAYS + 1 }, (_, back) =>
      new Date(nowMs + (1 - back) * DAY_MS).toISOString().slice(0, 10),
    );
    return message.includes(this.platform) && days.some((day) => message.includes(day));
  }

  /** Throws `signature_wrong`, or `already_listed` for an address in use. */
  async check(payload: ReservePayload): Promise<void> {
    const { chain, address, message, signature } = payload;
    if (!isSignedBy({ chain, address, message, signature, network: this.#network }))
      throw new ProblemError('signature_wrong');
    const listed = await this.list();
    if (listed.length >= RESERVES_MAX) throw new ProblemError('above_maximum');
    if (listed.some((reserve) => isSame(reserve, payload) && reserve.endedAtMs === undefined))
      throw new ProblemError('already_listed');
  }

  /** Lists what was passed; a second time changes nothing. */
  async add(proposal: ProposalRow): Promise<void> {
    const { database, clock } = this.#options;
    const payload = payloadOf<ReservePayload>(proposal);
    const { chain, address, message, signature, currency_id: currencyId } = payload;
    // What was checked then is checked now: the table could have been written by another hand.
    const isRight = isSignedBy({ chain, address, message, signature, network: this.#network });
    if (!isRight) throw new ProblemError('signature_wrong');
    const timeMs = clock.now();
    const { proposalId } = proposal;
    const reserveId = await insertReserve(database, {
      ...{ chain, address, message, signature, currencyId, timeMs, proposalId },
    });
    if (reserveId === undefined) throw new ProblemError('already_listed');
    const isAsked = await this.#ask({ reserveId, chain, address, currencyId });
    const entered = payload.balance_minor;
    if (!isAsked && entered !== undefined)
      await insertReserveBalance(database, {
        ...{ reserveId, amount: BigInt(entered), source: 'operator', timeMs },
      });
  }

  async end(proposal: ProposalRow): Promise<void> {
    const { id: reserveId } = payloadOf<ReserveEndPayload>(proposal);
    const { database, clock } = this.#options;
    const { proposalId } = proposal;
    await endReserve(database, { reserveId, proposalId, timeMs: clock.now() });
  }

  /** Asks the chains what the addresses in use hold now. */
  async refresh(): Promise<void> {
    for (const reserve of await this.list())
      if (reserve.endedAtMs === undefined) await this.#ask(reserve);
  }

  get #network(): Network {
    return this.#options.config.isDemo ? 'test' : 'main';
  }

  /** False where no node could say. */
  async #ask(
    reserve: Pick<Reserve, 'reserveId' | 'chain' | 'address' | 'currencyId'>,
  ): Promise<boolean> {
    const { database, clock, chains, log } = this.#options;
    const { reserveId, chain } = reserve;
    try {
      const amount = await chains.balanceOf(chain, reserve);
      if (amount === undefined) return false;
      assert(amount >= 0n, 'an address holds nothing less than nothing');
      const balance = { reserveId, amount, source: 'node', timeMs: clock.now() } as const;
      await insertReserveBalance(database, balance);
      return true;
    } catch (error) {
      log.warn({ err: error, chain, reserveId }, 'the balance of a reserve could not be asked');
      return false;
    }
  }
}

const isSame = (
  reserve: Reserve,
  { chain, address, currency_id }: Pick<ReservePayload, 'chain' | 'address' | 'currency_id'>,
): boolean =>
  reserve.chain === chain && reserve.address === address && reserve.currencyId === currency_id;
