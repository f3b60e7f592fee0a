/**
 * The exchange's calls for sweeps: which addresses were paid, and what is told of sweeps. It is asked where to look only:
 * whose an address is, what is there and where it goes it is never asked.
 */
import * as z from 'zod/mini';
import { Exchange } from '../exchange.ts';

const zDeposits = z.object({
  list: z.array(z.object({ user_id: z.number(), address: z.string() })),
  has_more: z.boolean(),
});

export type DepositPage = z.infer<typeof zDeposits>;
export type DepositAddress = DepositPage['list'][number];

export interface SweepReport {
  readonly txId: string;
  readonly state: 'signed' | 'sent' | 'failed';
  /** `gas` goes to a deposit address that holds tokens. */
  readonly to: 'hot' | 'cold' | 'gas';
  readonly currencyId: number;
  readonly address: string;
  /** Decimal, in whole units of the currency. */
  readonly amount: string;
  /** Decimal, of the chain's coin: the most that it can cost. */
  readonly fee: string;
  /** How many addresses it empties. */
  readonly sources: number;
  readonly reason?: string | undefined;
}

/** Why nothing new is swept. */
export type Standing = 'ready' | 'fees_too_dear' | 'fees_used_up' | 'reserve_low';

export interface SweepDesk {
  /** Addresses with credited deposits, by user from the one after. */
  deposits(after: number): Promise<DepositPage>;
  /** Throws RefusedError when it is not taken. */
  report(report: SweepReport): Promise<void>;
  /** How it stands after a round. */
  standing(standing: Standing): Promise<void>;
}

export class HttpSweepDesk implements SweepDesk {
  readonly #exchange: Exchange;
  readonly #chain: string;

  constructor(url: string, token: string, chain: string) {
    this.#exchange = new Exchange(url, token);
    this.#chain = chain;
  }

  deposits(after: number): Promise<DepositPage> {
    const from = after > 0 ? `&after=${after}` : '';
    return this.#exchange.read(`operator/signer/deposits?chain=${this.#chain}${from}`, zDeposits);
  }

  report({ txId, state, to, currencyId, address, amount, fee, sources, reason }: SweepReport) {
    return this.#exchange.tell('operator/signer/sweep', {
      ...{ chain: this.#chain, tx_id: txId, state, to, address, amount, fee, sources },
      currency_id: currencyId,
      ...(reason !== undefined && { reason: reason.slice(0, 300) }),
    });
  }

  standing(standing: Standing): Promise<void> {
    return this.#exchange.tell('operator/signer/sweep_standing', { chain: this.#chain, standing });
  }
}
