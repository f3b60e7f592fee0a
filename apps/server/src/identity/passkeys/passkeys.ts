/**
 * Passkeys of users (WebAuthn). A challenge is good once, for five minutes; what answers it must come from our pages, by a
 * person whom the authenticator knows (user verification), with a counter that has risen. A passkey logs in by itself, or is
 * traded for a ticket that does for a second factor, once.
 */

import { hash, randomBytes } from 'node:crypto';
import { loginText, ProblemError } from '@fairlead/contract';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { PasskeyConfig } from '../../core/config/passkeys.ts';
import {
  PASSKEY_CHALLENGE_MS,
  PASSKEY_TICKET_MS,
  PASSKEYS_PER_USER_MAX,
  YOUNG_PASSKEY_MS,
} from '../../core/http/limits.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import type { Messages } from '../../notices/index.ts';
import type { SecurityLocks } from '../security-locks.ts';
import { tokenHash } from '../sessions/sessions.ts';
import { lockOpenAccount, lockUser } from '../users/index.ts';
import {
  ALGORITHMS,
  type Answer,
  type Assertion,
  assertionOf,
  readAnswer,
  verifyAssertion,
  verifyMade,
  verifyUsed,
} from './answers.ts';
import {
  deleteBegun,
  deleteOldChallenges,
  deleteTickets,
  insertChallenge,
  insertTicket,
  takeChallenge,
  takeProvenTicket,
} from './challenge-queries.ts';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeysSince,
  findPasskey,
  insertPasskey,
  notePasskeyUse,
  type PasskeyRow,
  passkeysOf,
  settleHandle,
  updatePasskeyName,
} from './queries.ts';

const HANDLE_BYTES = 32;
const TICKET_PREFIX = 'pk_';
const TICKET_BYTES = 32;
const TICKET_ID_BYTES = 6;

export interface PasskeysOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly securityLocks: SecurityLocks;
  readonly messages: Messages;
  /** Absent where the public address admits none. */
  readonly config: PasskeyConfig | undefined;
  /** The exchange's name. */
  readonly issuer: string;
}

/** An answer and whose it is: enough to verify it again, whatever becomes of the passkey. */
export interface SignedAnswer extends Assertion {
  /** Base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly passkeyName: string;
}

/** What a browser is to ask an authenticator for, as JSON of the standard. */
export type AskedOptions = { readonly challenge: string } & Record<string, unknown>;

export const isPasskeyTicket = (text: string): boolean => text.startsWith(TICKET_PREFIX);

/** The passkey that proved it, and 208 random bits. */
function newTicket(passkeyId: number): string {
  const bytes = randomBytes(TICKET_BYTES);
  bytes.writeUIntBE(passkeyId, 0, TICKET_ID_BYTES);
  return TICKET_PREFIX + bytes.toString('base64url');
}

/** Which passkey proved a ticket, which was taken. */
export function provenBy(ticket: string | undefined): number | undefined {
  if (ticket === undefined || !isPasskeyTicket(ticket)) return undefined;
  const bytes = Buffer.from(ticket.slice(TICKET_PREFIX.length), 'base64url');
  return bytes.length === TICKET_BYTES ? bytes.readUIntBE(0, TICKET_ID_BYTES) : undefined;
}

export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  async has(userId: number, source: Queryable = this.#options.database): Promise<boolean> {
    return (await countPasskeys(source, userId)) > 0;
  }

  count(userId: number): Promise<number> {
    return countPasskeys(this.#options.database, userId);
  }

  list(userId: number): Promise<PasskeyRow[]> {
    return passkeysOf(this.#options.database, userId);
  }

  /**
   * A challenge for whatever passkey there is: which account is meant, the authenticator says. Pages sign the hash of it with
   * what it is for (`loginText`).
   */
  async challenge(): Promise<AskedOptions> {
    const { rpId } = this.#config();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MS,
    });
    await this.#keep(hash('sha256', loginText(options.challenge), 'base64url'), undefined);
    return { ...options };
  }

  /** Whether this address admits any. */
  get isOpen(): boolean {
    return this.#options.config !== undefined;
  }

  /** What the user's passkeys sign with; the challenge is random, and for whoever knows a better one. */
  async signing(userId: number): Promise<AskedOptions & { readonly rpId: string }> {
    const { rpId } = this.#config();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      timeout: PASSKEY_CHALLENGE_MS,
      allowCredentials: (await this.list(userId)).map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
    });
    return { ...options, rpId };
  }

  /** What a passkey of this user signed just now, for a challenge that is the caller's; undefined when it is refused. */
  async signed(
    userId: number,
    credential: string,
    challenge: string,
  ): Promise<SignedAnswer | undefined> {
    const answer = readAnswer(credential);
    if (answer === undefined || answer.challenge !== challenge) return undefined;
    const known = await findPasskey(this.#options.database, answer.id);
    const assertion = assertionOf(credential);
    if (known?.userId !== userId || assertion === undefined) return undefined;
    if ((await this.#used(credential, answer, known)) === undefined) return undefined;
    const { credentialId, publicKey, name: passkeyName } = known;
    return { ...assertion, credentialId, publicKey, passkeyName };
  }

  /** Whether an answer brings this very signature, which was verified before. */
  isSignature(credential: string, signature: Uint8Array): boolean {
    const given = assertionOf(credential)?.signature;
    return given !== undefined && Buffer.from(given).equals(signature);
  }

  /** Whether what was kept of an answer is signed for this challenge. Who has the passkey now does not matter. */
  async checks(kept: Omit<SignedAnswer, 'passkeyName'>, challenge: string): Promise<boolean> {
    const { config } = this.#options;
    return config !== undefined && verifyAssertion(kept, challenge, config);
  }

  /** What to make a passkey of this user with. Throws `passkey_limit`. */
  async begin(userId: number, account: string): Promise<AskedOptions> {
    const { database, issuer } = this.#options;
    const { rpId } = this.#config();
    const known = await passkeysOf(database, userId);
    if (known.length >= PASSKEYS_PER_USER_MAX) throw new ProblemError('passkey_limit');
    const handle = await settleHandle(database, userId, randomBytes(HANDLE_BYTES));
    const options = await generateRegistrationOptions({
      rpName: issuer,
      rpID: rpId,
      userID: Uint8Array.from(handle),
      userName: account,
      userDisplayName: account,
      timeout: PASSKEY_CHALLENGE_MS,
      // What made it is not asked: an answer could not be trusted without a list of all makers' roots.
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    await this.#keep(options.challenge, userId);
    return { ...options };
  }

  /**
   * Registers what an authenticator made; with others, or another factor, withdrawals cool off. `also` runs in the same
   * transaction. Throws `passkey_refused` and `passkey_limit`.
   */
  async confirm(
    made: { readonly userId: number; readonly credential: string; readonly name: string },
    also: (transaction: Queryable, others: number) => Promise<void>,
  ): Promise<PasskeyRow> {
    const { database, clock, messages } = this.#options;
    const { userId, credential, name } = made;
    const config = this.#config();
    const answer = readAnswer(credential);
    if (answer === undefined) throw new ProblemError('passkey_refused');
    const { challenge } = answer;
    const verified = await verifyMade(credential, answer, config);
    const add = async (transaction: Queryable): Promise<PasskeyRow> => {
      if (verified === undefined) throw new ProblemError('passkey_refused');
      await lockOpenAccount(transaction, userId);
      // Under the lock: a new password ends what was begun with the old one, until the row of it is there.
      if (!(await this.#take(challenge, userId, transaction)))
        throw new ProblemError('passkey_refused');
      const others = await countPasskeys(transaction, userId);
      if (others >= PASSKEYS_PER_USER_MAX) throw new ProblemError('passkey_limit');
      const row = { ...verified, userId, name, createdAtMs: clock.now() };
      const inserted = await insertPasskey(transaction, row);
      if (inserted === undefined) throw new ProblemError('passkey_refused');
      await also(transaction, others);
      return inserted;
    };
    const added = await database.transaction(add).catch(async (error: unknown) => {
      // The challenge is used up, whether the answer was right or wrong.
      await this.#take(challenge, userId);
      throw error;
    });
    await messages.tellAndMail(userId, 'passkey_added', { name });
    return added;
  }

  /** Throws `not_found` for one that is not the user's. */
  async rename(userId: number, passkeyId: number, name: string): Promise<PasskeyRow> {
    const row = await updatePasskeyName(this.#options.database, { userId, passkeyId, name });
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  }

  /** Takes one out; withdrawals cool off. `also` runs in the same transaction. Throws `not_found`. */
  async remove(
    userId: number,
    passkeyId: number,
    also: (transaction: Queryable, left: number) => Promise<void>,
  ): Promise<void> {
    const { database, securityLocks, messages } = this.#options;
    const { name } = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId);
      const removed = await deletePasskey(transaction, { userId, passkeyId });
      if (removed === undefined) throw new ProblemError('not_found');
      await deleteTickets(transaction, userId);
      // Whoever used it may have begun another.
      await deleteBegun(transaction, userId);
      await securityLocks.note(transaction, userId, 'passkey');
      await also(transaction, await countPasskeys(transaction, userId));
      return removed;
    });
    await messages.tellAndMail(userId, 'passkey_removed', { name });
  }

  /**
   * What a new password ends, in its transaction: all tickets; where it was reset by mail, passkeys made in the last 30 days
   * too, whoever made them, but for the one that proved the reset. Older ones stay, so that no reset strips an account of them.
   */
  async endWithPassword(
    transaction: Queryable,
    userId: number,
    reset: { readonly otp: string | undefined } | undefined,
  ): Promise<{ readonly ended: number; readonly left: number }> {
    await lockUser(transaction, userId);
    await deleteTickets(transaction, userId);
    await deleteBegun(transaction, userId);
    const young = {
      userId,
      sinceMs: this.#options.clock.now() - YOUNG_PASSKEY_MS,
      exceptId: provenBy(reset?.otp),
    };
    const ended = reset === undefined ? 0 : await deletePasskeysSince(transaction, young);
    return { ended, left: await countPasskeys(transaction, userId) };
  }

  /** A recovery ends all but the one that was shown; gives how many are left. */
  async endForRecovery(
    transaction: Queryable,
    userId: number,
    shownId: number | undefined,
  ): Promise<number> {
    await lockUser(transaction, userId);
    await deleteTickets(transaction, userId);
    await deleteBegun(transaction, userId);
    await deletePasskeysSince(transaction, { userId, sinceMs: -1, exceptId: shownId });
    return countPasskeys(transaction, userId);
  }

  /** Which passkey an answer says that it is of; nothing is proven by it. */
  async find(credential: string): Promise<PasskeyRow | undefined> {
    const answer = readAnswer(credential);
    return answer && findPasskey(this.#options.database, answer.id);
  }

  /** Which passkey this is, used just now for a challenge of ours, which is used up; undefined when it is refused. */
  async use(credential: string): Promise<number | undefined> {
    const answer = readAnswer(credential);
    if (answer === undefined || !(await this.#take(answer.challenge, undefined))) return undefined;
    const known = await findPasskey(this.#options.database, answer.id);
    return known && this.#used(credential, answer, known);
  }

  /** Verifies an answer and counts it; a copy's is refused and its owner told. */
  async #used(
    credential: string,
    answer: Answer,
    known: PasskeyRow & { readonly handle: Uint8Array },
  ): Promise<number | undefined> {
    const { database, clock, messages } = this.#options;
    const used = await verifyUsed(credential, answer, known, this.#config());
    if (used === undefined) return undefined;
    const { passkeyId, userId, name } = known;
    const { signCount } = used;
    if (await notePasskeyUse(database, { passkeyId, signCount, nowMs: clock.now() }))
      return passkeyId;
    await messages.tellAndMail(userId, 'passkey_copied', { name });
    return undefined;
  }

  /** What does for a second factor of its user, once. */
  async ticket({ passkeyId, userId }: PasskeyRow): Promise<string> {
    const { database, clock } = this.#options;
    const ticket = newTicket(passkeyId);
    const expiresAtMs = clock.now() + PASSKEY_TICKET_MS;
    await insertTicket(database, { hash: tokenHash(ticket), userId, expiresAtMs });
    return ticket;
  }

  takeTicket(
    userId: number,
    ticket: string,
    source: Queryable = this.#options.database,
  ): Promise<boolean> {
    const { clock } = this.#options;
    return takeProvenTicket(source, { hash: tokenHash(ticket), userId, nowMs: clock.now() });
  }

  /** Forgets challenges and tickets that are over. */
  prune(): Promise<void> {
    return deleteOldChallenges(this.#options.database, this.#options.clock.now());
  }

  #keep(challenge: string, userId: number | undefined): Promise<void> {
    const { database, clock } = this.#options;
    const expiresAtMs = clock.now() + PASSKEY_CHALLENGE_MS;
    return insertChallenge(database, { hash: tokenHash(challenge), userId }, expiresAtMs);
  }

  #take(
    challenge: string,
    userId: number | undefined,
    source: Queryable = this.#options.database,
  ): Promise<boolean> {
    const { clock } = this.#options;
    return takeChallenge(source, { hash: tokenHash(challenge), userId }, clock.now());
  }

  #config(): PasskeyConfig {
    const { config } = this.#options;
    if (config === undefined) throw new ProblemError('passkeys_closed');
    return config;
  }
}
