import { ProblemError } from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { findUserById, isLockedByOwner, lockUser } from './queries.ts';

/**
 * `lockUser`, for what an owner's lock closes: it may have come since the call was let in. Throws `account_locked`; a lock
 * that comes later waits for this transaction and ends what it made. Throws `password_wrong` where a password was asked for,
 * whose hash is given, and another has been set since.
 */
export async function lockOpenAccount(
  transaction: Queryable,
  userId: number,
  verifiedHash?: string,
): Promise<void> {
  // A sub-account has its main account's lock and password.
  const main = mainOf(userId);
  await lockUser(transaction, main);
  if (await isLockedByOwner(transaction, main)) throw new ProblemError('account_locked');
  if (verifiedHash === undefined) return;
  if ((await findUserById(transaction, main))?.passwordHash !== verifiedHash)
    throw new ProblemError('password_wrong');
}
