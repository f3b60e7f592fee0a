/**
 * Passkeys of operators (WebAuthn), apart from users': keys, challenges and tables are their own. A challenge is good once, for
 * five minutes; what answers it must come from our pages, by a person whom the authenticator knows, with a counter that has
 * risen. The first one takes the place of an authenticator app, which can be asked of somebody by a page that looks like ours.
 */
import { hash, randomBytes } from 'node:crypto';
import { loginText, ProblemError } from '@fairlead/contract';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { AuditLog } from '../../core/acts/audit.ts';
import type { PasskeyConfig } from '../../core/config/passkeys.ts';
import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_USER_MAX } from '../../core/http/limits.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import {
  type Answer,
  type Assertion,
  assertionOf,
  PASSKEY_ALGORITHMS,
  readAnswer,
  tokenHash,
  verifyMade,
  verifyUsed,
} from '../../identity/index.ts';
import { findOperatorById, type OperatorRow } from '../queries.ts';
import { notePasskeyDomain } from './passkey-domain.ts';
import {
  delayOperatorsWord,
  deleteBegunByOperator,
  deleteOldOperatorChallenges,
  deleteOperatorPasskey,
  findOperatorPasskey,
  insertOperatorChallenge,
  insertOperatorPasskey,
  lockOperator,
  type NewOperatorPasskey,
  noteOperatorPasskeyUse,
  type OperatorChallenge,
  type OperatorPasskeyRow,
  operatorPasskeysOf,
  settleOperatorHandle,
  takeOperatorChallenge,
} from './passkey-queries.ts';

const HANDLE_BYTES = 32;

export interface OperatorPasskeysOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: Pick<AuditLog, 'add'>;
  /** Absent where the public address admits none. */
  readonly config: PasskeyConfig | undefined;
  /** The exchange's name. */
  readonly issuer: string;
  /** How long an operator does not count as one of two. */
  readonly coolingOffMs: number;
  readonly isDemo: boolean;
}

/** An answer and whose it is: enough to verify it again, whatever becomes of the passkey. */
export interface SignedAnswer extends Assertion {
  /** Base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  /** The passkey's. */
  readonly name: string;
}

/** What a browser is to ask an authenticator for, as JSON of the standard. */
type AskedOptions = { readonly challenge: string } & Record<string, unknown>;

/** Names a password and the passkeys beside it without being of use. */
const markOf = (
  { passwordHash }: Pick<OperatorRow, 'passwordHash'>,
  passkeys: readonly Pick<OperatorPasskeyRow, 'passkeyId'>[],
): Buffer =>
  hash('sha256', [passwordHash, ...passkeys.map(({ passkeyId }) => passkeyId)].join(' '), 'buffer');

export class OperatorPasskeys {
  readonly #options: OperatorPasskeysOptions;

  constructor(options: OperatorPasskeysOptions) {
    this.#options = options;
  }

  /** Whether this address admits any. */
  get isOpen(): boolean {
    return this.#options.config !== undefined;
  }

  list(operatorId: number): Promise<OperatorPasskeyRow[]> {
    return operatorPasskeysOf(this.#options.database, operatorId);
  }

  /** A challenge for whatever passkey there is; pages sign the hash of it with what it is for (`loginText`). */
  async challenge(): Promise<AskedOptions> {
    const { rpId } = this.#config();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MS,
    });
    const signed = hash('sha256', loginText(options.challenge), 'base64url');
    await this.#keep({ hash: tokenHash(signed), by: undefined });
    return { ...options };
  }

  /** What the operator's passkeys sign with; the challenge is for whoever knows what is signed. */
  async signing(operatorId: number): Promise<{ readonly rpId: string } & Record<string, unknown>> {
    const { rpId } = this.#config();
    const { challenge: _, ...options } = await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MS,
      allowCredentials: (await this.list(operatorId)).map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
    });
    return { ...options, rpId };
  }

  /** What a passkey of this operator signed just now, for a challenge that is the caller's; undefined when it is refused. */
  async signed(
    operatorId: number,
    { credential, challenge, ip }: { credential: string; challenge: string; ip: string },
  ): Promise<SignedAnswer | undefined> {
    const answer = readAnswer(credential);
    const assertion = assertionOf(credential);
    if (answer?.challenge !== challenge || assertion === undefined) return undefined;
    const known = await this.#used(credential, answer, ip);
    if (known?.operatorId !== operatorId) return undefined;
    const { credentialId, publicKey, name } = known;
    return { ...assertion, credentialId, publicKey, name };
  }

  /**
   * What to make a passkey of this operator with, who was asked for everything that they had, `provenBy` a passkey where they
   * have one. Throws `passkey_limit`, and `passkey_refused` where that has changed meanwhile.
   */
  async begin(operator: OperatorRow, provenBy: number | undefined): Promise<AskedOptions> {
    const { database, issuer } = this.#options;
    const { rpId } = this.#config();
    const { operatorId, name } = operator;
    const known = await operatorPasskeysOf(database, operatorId);
    const isProven =
      provenBy === undefined
        ? known.length === 0
        : known.some(({ passkeyId }) => passkeyId === provenBy);
    if (!isProven) throw new ProblemError('passkey_refused');
    if (known.length >= PASSKEYS_PER_USER_MAX) throw new ProblemError('passkey_limit');
    const handle = await settleOperatorHandle(database, operatorId, randomBytes(HANDLE_BYTES));
    // Beside the passkeys of users, who may be the same person.
    const account = `${name} (console)`;
    const options = await generateRegistrationOptions({
      rpName: issuer,
      rpID: rpId,
      userID: Uint8Array.from(handle),
      userName: account,
      userDisplayName: account,
      timeout: PASSKEY_CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    const by = { operatorId, mark: markOf(operator, known) };
    await this.#keep({ hash: tokenHash(options.challenge), by });
    return { ...options };
  }

  /**
   * Registers what an authenticator made, for whom the challenge was given to, and gives its operator as they were then.
   * Throws `passkey_refused`, `passkey_limit`.
   */
  async confirm(
    { credential, label }: { readonly credential: string; readonly label: string },
    ip: string,
  ): Promise<OperatorRow> {
    const { database, audit } = this.#options;
    const config = this.#config();
    const answer = readAnswer(credential);
    if (answer === undefined) throw new ProblemError('passkey_refused');
    const taken = await this.#take(answer.challenge);
    const made = await verifyMade(credential, answer, config);
    const by = taken?.by;
    if (by === undefined || made === undefined) throw new ProblemError('passkey_refused');
    const { operatorId } = by;
    const operator = await database.transaction(async (transaction) => {
      await lockOperator(transaction, operatorId);
      const found = await findOperatorById(transaction, operatorId);
      const known = await operatorPasskeysOf(transaction, operatorId);
      // A reset, and whoever changed the password or the passkeys, ended what was begun with those before.
      const isSame = found?.isActive === true && markOf(found, known).equals(by.mark);
      if (!isSame) throw new ProblemError('passkey_refused');
      if (known.length >= PASSKEYS_PER_USER_MAX) throw new ProblemError('passkey_limit');
      await this.#add(transaction, found, { ...made, name: label });
      return found;
    });
    const { name: subject, otpSecret } = operator;
    const replaced = otpSecret === undefined ? {} : { in_place_of: 'authenticator' };
    const detail = { passkey: label, ...replaced };
    await audit.add({ operatorId, action: 'operator.passkey_added', subject, detail, ip });
    return operator;
  }

  /**
   * Adds one; where it takes an authenticator's place its operator does not count as one of two for a while: the code may have been
   * asked for by a page that looks like ours.
   */
  async #add(
    transaction: Queryable,
    { operatorId, otpSecret }: OperatorRow,
    made: Omit<NewOperatorPasskey, 'operatorId' | 'createdAtMs'>,
  ): Promise<void> {
    const { clock, coolingOffMs, isDemo } = this.#options;
    const row = { ...made, operatorId, createdAtMs: clock.now() };
    if (!(await insertOperatorPasskey(transaction, row))) throw new ProblemError('passkey_refused');
    await deleteBegunByOperator(transaction, operatorId);
    await notePasskeyDomain(transaction, this.#config(), clock.now());
    if (otpSecret !== undefined && !isDemo)
      await delayOperatorsWord(transaction, operatorId, clock.now() + coolingOffMs);
  }

  /** Which passkey an answer says that it is of; nothing is proven by it. */
  async find(credential: string): Promise<OperatorPasskeyRow | undefined> {
    const answer = readAnswer(credential);
    return answer && findOperatorPasskey(this.#options.database, answer.id);
  }

  /** Which passkey this is, used just now for a challenge of ours, which is used up; undefined when it is refused. */
  async use(credential: string, ip: string): Promise<OperatorPasskeyRow | undefined> {
    // Throws where there are none.
    this.#config();
    const answer = readAnswer(credential);
    if (answer === undefined) return undefined;
    const taken = await this.#take(answer.challenge);
    // One of a registration opens nothing.
    if (taken === undefined || taken.by !== undefined) return undefined;
    return this.#used(credential, answer, ip);
  }

  /** Verifies an answer and counts it; a copy's is refused, and in the log. */
  async #used(
    credential: string,
    answer: Answer,
    ip: string,
  ): Promise<OperatorPasskeyRow | undefined> {
    const config = this.#config();
    const { database, clock, audit } = this.#options;
    const known = await findOperatorPasskey(database, answer.id);
    const used = known && (await verifyUsed(credential, answer, known, config));
    if (known === undefined || used === undefined) return undefined;
    const { passkeyId, operatorId, name } = known;
    const { signCount } = used;
    if (await noteOperatorPasskeyUse(database, { passkeyId, signCount, nowMs: clock.now() }))
      return known;
    const subject = (await findOperatorById(database, operatorId))?.name ?? String(operatorId);
    const copied = { action: 'operator.passkey_copied', subject, detail: { passkey: name }, ip };
    await audit.add({ operatorId, ...copied });
    return undefined;
  }

  /** Takes one of the operator's out; `mustKeepOne`: but not the last. Throws `not_found`, `passkey_required`. */
  async remove(
    { operatorId, passkeyId }: { readonly operatorId: number; readonly passkeyId: number },
    { mustKeepOne }: { readonly mustKeepOne: boolean },
  ): Promise<OperatorPasskeyRow> {
    return this.#options.database.transaction(async (transaction) => {
      await lockOperator(transaction, operatorId);
      const removed = await deleteOperatorPasskey(transaction, { operatorId, passkeyId });
      if (removed === undefined) throw new ProblemError('not_found');
      await deleteBegunByOperator(transaction, operatorId);
      const left = await operatorPasskeysOf(transaction, operatorId);
      if (mustKeepOne && left.length === 0) throw new ProblemError('passkey_required');
      return removed;
    });
  }

  /** Forgets challenges that are over. */
  prune(): Promise<void> {
    return deleteOldOperatorChallenges(this.#options.database, this.#options.clock.now());
  }

  #keep(challenge: OperatorChallenge): Promise<void> {
    const { database, clock } = this.#options;
    return insertOperatorChallenge(database, challenge, clock.now() + PASSKEY_CHALLENGE_MS);
  }

  #take(challenge: string): Promise<Pick<OperatorChallenge, 'by'> | undefined> {
    const { database, clock } = this.#options;
    return takeOperatorChallenge(database, tokenHash(challenge), clock.now());
  }

  #config(): PasskeyConfig {
    const { config } = this.#options;
    if (config === undefined) throw new ProblemError('passkeys_closed');
    return config;
  }
}
