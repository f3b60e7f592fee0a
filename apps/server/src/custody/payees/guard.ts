/** What somebody must prove before money can go anywhere new: fund password, second factor, a code. */

import type { Call } from '../../core/http/handler.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { findUserById } from '../../identity/users/index.ts';
import type { SignedIntentRow } from '../signing/queries.ts';
import type { GivenSignature, IntentDraft, SignedIntents } from '../signing/signed-intents.ts';

/** As the user typed them. */
export interface PayeeProof {
  readonly fundPassword: string;
  /** Sent to the user's own phone or e-mail with scene withdraw_address. */
  readonly code: string;
  readonly otp: string | undefined;
  /** In place of `otp`, where there is a passkey. */
  readonly signature: GivenSignature;
  /** From where it is tried: a code works for who asked for it, logged in or from this device. */
  readonly from: Pick<Call, 'ip' | 'deviceId'>;
}

export interface PayeeGuardOptions {
  readonly database: Database;
  readonly fundPasswords: { verify(userId: number, password: string): Promise<void> };
  readonly userOtp: { check(userId: number, otp: string | undefined): Promise<void> };
  readonly signedIntents: Pick<SignedIntents, 'check' | 'keep'>;
  readonly codes: {
    check(check: {
      target: string;
      scene: 'withdraw_address';
      code: string;
      ownerId: number;
      from: Pick<Call, 'ip' | 'deviceId'>;
    }): Promise<void>;
  };
}

export class PayeeGuard {
  readonly #options: PayeeGuardOptions;

  constructor(options: PayeeGuardOptions) {
    this.#options = options;
  }

  /**
   * The code comes last: it takes longest to get another one. Gives what a passkey signed, where there is one. Throws what
   * each of the three throws.
   */
  async check(
    payee: Omit<IntentDraft, 'kind'>,
    { fundPassword, code, otp, signature, from }: PayeeProof,
  ): Promise<SignedIntentRow | undefined> {
    const { database, fundPasswords, userOtp, codes, signedIntents } = this.#options;
    const { owner: userId } = payee;
    await fundPasswords.verify(userId, fundPassword);
    const signed = await signedIntents.check({ kind: 'payee', ...payee }, signature);
    if (signed === undefined) await userOtp.check(userId, otp);
    const user = await findUserById(database, userId);
    if (user === undefined) throw new TypeError(`user ${userId} has a session but no row`);
    const scene = 'withdraw_address';
    await codes.check({ target: user.account, scene, code, ownerId: userId, from });
    return signed;
  }

  /** Keeps what was signed, in the transaction that saves the payee; gives its hash. */
  async keep(source: Queryable, signed: SignedIntentRow | undefined): Promise<string | undefined> {
    if (signed !== undefined) await this.#options.signedIntents.keep(source, signed);
    return signed?.intentHash;
  }
}

export interface SavedPayee {
  readonly id: number;
  readonly usableAtMs: number;
}
