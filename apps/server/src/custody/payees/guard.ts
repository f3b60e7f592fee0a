/** What somebody must prove before money can go anywhere new: fund password, second factor, a code. */

import type { Call } from '../../core/http/handler.ts';
import type { Database } from '../../core/store/database.ts';
import { findUserById } from '../../identity/users/index.ts';

/** As the user typed them. */
export interface PayeeProof {
  readonly fundPassword: string;
  /** Sent to the user's own phone or e-mail with scene withdraw_address. */
  readonly code: string;
  readonly otp: string | undefined;
  /** From where it is tried: a code works for who asked for it, logged in or from this device. */
  readonly from: Pick<Call, 'ip' | 'deviceId'>;
}

export interface PayeeGuardOptions {
  readonly database: Database;
  readonly fundPasswords: { verify(userId: number, password: string): Promise<void> };
  readonly userOtp: { check(userId: number, otp: string | undefined): Promise<void> };
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

  /** The code comes last: it takes longest to get another one. Throws what each of the three throws. */
  async check(userId: number, { fundPassword, code, otp, from }: PayeeProof): Promise<void> {
    const { database, fundPasswords, userOtp, codes } = this.#options;
    await fundPasswords.verify(userId, fundPassword);
    await userOtp.check(userId, otp);
    const user = await findUserById(database, userId);
    if (user === undefined) throw new TypeError(`user ${userId} has a session but no row`);
    const scene = 'withdraw_address';
    await codes.check({ target: user.account, scene, code, ownerId: userId, from });
  }
}

export interface SavedPayee {
  readonly id: number;
  readonly usableAtMs: number;
}
