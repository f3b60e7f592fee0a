/** The exchange's calls. What comes back is checked like anything from outside. */
import * as z from 'zod/mini';

const TIMEOUT_MS = 15_000;

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

const zEnvelope = z.object({
  type: z.string(),
  error: z.optional(z.string()),
  message: z.unknown(),
});

export interface Report {
  readonly id: number;
  readonly state: 'signed' | 'sent' | 'unknown' | 'failed';
  readonly txId: string;
  /** Its name so far, which this one replaces. */
  readonly replaces?: string | undefined;
  readonly reason?: string | undefined;
}

/** The exchange refused, and said why by a code; asking again does not help. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: string;

  constructor(code: string) {
    super(`the exchange refused: ${code}`);
    this.code = code;
  }
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
  readonly #base: string;
  readonly #token: string;
  readonly #chain: string;

  constructor(url: string, token: string, chain = 'ERC20') {
    this.#base = url.replace(/(?<!\/)\/+$/, '');
    this.#token = token;
    this.#chain = chain;
  }

  async jobs(): Promise<readonly Job[]> {
    const parsed = z
      .array(zJob)
      .safeParse(await this.#call(`operator/signer/jobs?chain=${this.#chain}`));
    if (!parsed.success) throw new Error('the exchange does not answer as it should');
    return parsed.data;
  }

  async passkeys(after: number): Promise<PasskeyPage> {
    const query = after > 0 ? `?after=${after}` : '';
    const parsed = zPasskeys.safeParse(await this.#call(`operator/signer/passkeys${query}`));
    if (!parsed.success) throw new Error('the exchange does not answer as it should');
    return parsed.data;
  }

  async report({ id, state, txId, replaces, reason }: Report): Promise<void> {
    await this.#call('operator/signer/report', {
      id,
      state,
      tx_id: txId,
      ...(replaces !== undefined && { replaces }),
      ...(reason !== undefined && { reason: reason.slice(0, 300) }),
    });
  }

  async #call(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#base}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const envelope = zEnvelope.parse(await response.json());
    if (envelope.type === 'ok') return envelope.message;
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new RefusedError(envelope.error ?? String(response.status));
    throw new Error(`the exchange is not available: ${envelope.error ?? response.status}`);
  }
}
