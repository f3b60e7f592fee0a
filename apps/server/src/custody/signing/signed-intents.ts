/**
 * Withdrawals and new payees signed by their owner's passkey: the challenge is the hash of the intent, which is written here
 * from what the server is about to do. So what is kept says what its owner agreed to, to whoever has the public key.
 */
import { hash } from 'node:crypto';
import { intentText, ProblemError, type UserIntent } from '@fairlead/contract';
import type { Currency, WithdrawalRow } from '@fairlead/engine';
import { formatDecimal } from '@fairlead/units';
import { PASSKEY_CHALLENGE_MS } from '../../core/http/limits.ts';
import { Nonces } from '../../core/operations/nonces.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { exchangeIdOf } from '../../core/store/exchange-mark.ts';
import {
  firstSignedAt,
  insertSignedIntent,
  type SignedIntentRow,
  signedIntents,
  withPasskeyThen,
} from './queries.ts';

/** What a passkey answered, and which one it was. */
type Answered = Pick<
  SignedIntentRow,
  'credentialId' | 'passkeyName' | 'publicKey' | 'authenticatorData' | 'clientData' | 'signature'
>;

export interface SignedIntentsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly passkeys: {
    readonly isOpen: boolean;
    has(userId: number): Promise<boolean>;
    signing(
      userId: number,
    ): Promise<{ readonly challenge: string; readonly rpId: string } & Record<string, unknown>>;
    signed(userId: number, credential: string, challenge: string): Promise<Answered | undefined>;
    /** Whether an answer brings this very signature. */
    isSignature(credential: string, signature: Uint8Array): boolean;
    checks(kept: Answered, challenge: string): Promise<boolean>;
  };
}

/** What is to be signed, but for what every intent has. */
export type IntentDraft = Pick<
  UserIntent,
  'kind' | 'owner' | 'currency' | 'chain' | 'address' | 'card' | 'amount' | 'fee'
>;

/** As a request brings them: both or neither. */
export interface GivenSignature {
  readonly nonce?: string | undefined;
  readonly credential?: string | undefined;
}

/** Hex. */
const hashOf = (intent: UserIntent): string => hash('sha256', intentText(intent), 'hex');

export class SignedIntents {
  readonly #options: SignedIntentsOptions;
  readonly #nonces: Nonces;
  #deployment: string | undefined;
  /** Rows are never taken away, so once there is a first one it stays. */
  #firstMs: number | undefined;

  constructor(options: SignedIntentsOptions) {
    this.#options = options;
    const { clock, secrets } = options;
    const purpose = 'intent nonce';
    this.#nonces = new Nonces({ clock, secrets, purpose, lifeMs: PASSKEY_CHALLENGE_MS });
  }

  /** What to sign an intent with. Throws `passkeys_closed`. */
  async begin(userId: number): Promise<{
    readonly nonce: string;
    readonly deployment: string;
    readonly options: { readonly rpId: string } & Record<string, unknown>;
  }> {
    const { challenge: _, ...options } = await this.#options.passkeys.signing(userId);
    return { nonce: this.#nonces.make(userId), deployment: await this.#id(), options };
  }

  /**
   * What the user signed, where there is a passkey to sign with; undefined where there is none. Throws `signature_required`,
   * and `passkey_refused` for what is not signed by a passkey of the user, is of anything else, or too old.
   */
  async check(
    draft: IntentDraft,
    { nonce, credential }: GivenSignature,
    requestKey?: string,
  ): Promise<SignedIntentRow | undefined> {
    const { database, clock, passkeys } = this.#options;
    const { owner } = draft;
    if (!passkeys.isOpen || !(await passkeys.has(owner))) {
      if (credential === undefined) return undefined;
      throw new ProblemError('passkey_refused');
    }
    if (nonce === undefined || credential === undefined)
      throw new ProblemError('signature_required');
    if (!this.#nonces.isFresh(owner, nonce)) throw new ProblemError('passkey_refused');
    const intent = { version: 1, ...draft, deployment: await this.#id(), nonce } as const;
    const intentHash = hashOf(intent);
    // A request that comes again, for an engine died over it, was counted already: counted twice it would be a copy's.
    const kept = (await signedIntents(database, [intentHash])).get(intentHash);
    const isAgain = requestKey !== undefined && kept?.requestKey === requestKey;
    if (isAgain && kept.userId === owner && passkeys.isSignature(credential, kept.signature))
      return kept;
    const signed = await passkeys.signed(owner, credential, challengeOf(intentHash));
    if (signed === undefined) throw new ProblemError('passkey_refused');
    return {
      ...signed,
      intentHash,
      userId: owner,
      intent: intentText(intent),
      requestKey,
      createdAtMs: clock.now(),
    };
  }

  /** Keeps what was signed, which counts once: for this request, or whoever keeps it first. Throws `passkey_refused`. */
  async keep(source: Queryable, row: SignedIntentRow): Promise<void> {
    if (!(await insertSignedIntent(source, row))) throw new ProblemError('passkey_refused');
  }

  /** Whether what was kept is signed, by the key that is kept with it, for exactly this withdrawal. */
  async isOf(
    row: WithdrawalRow,
    currency: Pick<Currency, 'name' | 'scale'>,
    kept: SignedIntentRow,
  ): Promise<boolean> {
    const { nonce } = JSON.parse(kept.intent) as UserIntent;
    const draft = withdrawalDraft(row, currency);
    const intentHash = hashOf({ version: 1, ...draft, deployment: await this.#id(), nonce });
    const isSame = intentHash === row.signedIntent && kept.userId === row.owner;
    return isSame && this.#options.passkeys.checks(kept, challengeOf(intentHash));
  }

  /**
   * Of withdrawals that name no signature, those that must have had one: their owners had a passkey when they asked, and
   * others were signed already. Whoever took it out of the row did not take the passkey.
   */
  async missing(
    list: readonly Pick<WithdrawalRow, 'withdrawalId' | 'signedIntent' | 'createdAtMs'>[],
  ): Promise<ReadonlySet<number>> {
    const { database, passkeys } = this.#options;
    // Where passkeys are closed, nobody signs.
    if (!passkeys.isOpen) return new Set();
    this.#firstMs ??= await firstSignedAt(database);
    const firstMs = this.#firstMs ?? Number.POSITIVE_INFINITY;
    const unsigned = list.filter(
      ({ signedIntent, createdAtMs }) => signedIntent === undefined && createdAtMs >= firstMs,
    );
    return withPasskeyThen(
      database,
      unsigned.map(({ withdrawalId }) => withdrawalId),
    );
  }

  /** Whether what was kept is signed by the withdrawal's owner for a payee that `isThere` finds to be where it goes. */
  async isPayeeOf(
    { owner }: Pick<WithdrawalRow, 'owner'>,
    kept: SignedIntentRow,
    isThere: (intent: UserIntent) => boolean,
  ): Promise<boolean> {
    const intent = JSON.parse(kept.intent) as UserIntent;
    const intentHash = hashOf(intent);
    const isOwn = intent.owner === owner && kept.userId === owner;
    const isOurs = intent.kind === 'payee' && intent.deployment === (await this.#id());
    const isSame = intentHash === kept.intentHash;
    if (!(isThere(intent) && isOwn && isOurs && isSame)) return false;
    return this.#options.passkeys.checks(kept, challengeOf(intentHash));
  }

  async #id(): Promise<string> {
    const { database, clock } = this.#options;
    this.#deployment ??= await exchangeIdOf(database, clock.now());
    return this.#deployment;
  }
}

/** As authenticators are given it. */
const challengeOf = (intentHash: string): string =>
  Buffer.from(intentHash, 'hex').toString('base64url');

/** What a withdrawal's owner signs of it. */
export function withdrawalDraft(
  {
    owner,
    destination,
    amount,
    fee,
  }: Pick<WithdrawalRow, 'owner' | 'destination' | 'amount' | 'fee'>,
  { name, scale }: Pick<Currency, 'name' | 'scale'>,
): IntentDraft {
  const isCrypto = destination.kind === 'crypto';
  return {
    kind: 'withdrawal',
    owner,
    currency: name,
    chain: isCrypto ? destination.chain : 'BANK',
    address: isCrypto ? destination.address : destination.text,
    ...(destination.kind === 'bank' && { card: String(destination.cardId) }),
    amount: formatDecimal(amount - fee, scale),
    fee: formatDecimal(fee, scale),
  };
}
