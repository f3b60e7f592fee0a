/** The exchange's calls. What comes back is checked like anything from outside. */
import * as z from 'zod/mini';
import { Exchange } from './exchange.ts';

const zAssertion = z.object({
  nonce: z.string(),
  credential_id: z.string(),
  authenticator_data: z.string(),
  client_data: z.string(),
  signature: z.string(),
});

const zJob = z.object({
  id: z.number().check(z.int(), z.gt(0)),
  chain: z.string(),
  currency_id: z.number().check(z.int()),
  address: z.string(),
  amount: z.string(),
  send_state: z.enum(['idle', 'signed', 'unknown']),
  tx_id: z.optional(z.string()),
  approvals_needed: z.number(),
  approvals: z.array(
    z.object({
      operator_id: z.number(),
      intent_hash: z.string(),
      /** Absent of an operator without a passkey, and at an exchange of before. */
      signed: z.optional(zAssertion),
    }),
  ),
  owner: z.number(),
  signed: z.optional(z.extend(zAssertion, { fee: z.string() })),
});

const zPasskeys = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      is_added: z.boolean(),
      owner: z.number(),
      credential_id: z.string(),
      public_key: z.string(),
    }),
  ),
  has_more: z.boolean(),
});
export type PasskeyPage = z.infer<typeof zPasskeys>;
export type PasskeyEntry = PasskeyPage['list'][number];
export type Job = z.infer<typeof zJob>;

export interface Report {
  readonly id: number;
  readonly state: 'signed' | 'sent' | 'unknown' | 'failed';
  readonly txId: string;
  /** Its name so far, which this one replaces. */
  readonly replaces?: string | undefined;
  readonly reason?: string | undefined;
}

export interface Desk {
  /** Passed withdrawals that have not left, the oldest first. */
  jobs(): Promise<readonly Job[]>;
  /** Users' passkeys as they were added and removed, the oldest first. */
  passkeys(after: number): Promise<PasskeyPage>;
  /** Throws RefusedError when it is not taken; any other error leaves open whether it was. */
  report(report: Report): Promise<void>;
}

export class HttpDesk implements Desk {
  readonly #exchange: Exchange;
  readonly #chain: string;

  constructor(url: string, token: string, chain = 'ERC20') {
    this.#exchange = new Exchange(url, token);
    this.#chain = chain;
  }

  jobs(): Promise<readonly Job[]> {
    return this.#exchange.read(`operator/signer/jobs?chain=${this.#chain}`, z.array(zJob));
  }

  passkeys(after: number): Promise<PasskeyPage> {
    const query = after > 0 ? `?after=${after}` : '';
    return this.#exchange.read(`operator/signer/passkeys${query}`, zPasskeys);
  }

  report({ id, state, txId, replaces, reason }: Report): Promise<void> {
    return this.#exchange.tell('operator/signer/report', {
      id,
      state,
      tx_id: txId,
      ...(replaces !== undefined && { replaces }),
      ...(reason !== undefined && { reason: reason.slice(0, 300) }),
    });
  }
}
