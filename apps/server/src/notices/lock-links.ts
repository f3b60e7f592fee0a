/**
 * The link of a security mail that locks its reader's account, and does nothing else: whoever lost it to somebody may not be able
 * to log in any more. Nothing of it is kept: user and end are signed.
 */
import { timingSafeEqual } from 'node:crypto';
import { LOCK_LINK_MS } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';

const PURPOSE = 'lock link';
const RADIX = 36;

export interface LockLinksOptions {
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly publicUrl: string;
}

export class LockLinks {
  readonly #options: LockLinksOptions;

  constructor(options: LockLinksOptions) {
    this.#options = options;
  }

  make(userId: number): string {
    const { clock, secrets, publicUrl } = this.#options;
    const signed = [userId, clock.now() + LOCK_LINK_MS].map((each) => each.toString(RADIX));
    const mark = Buffer.from(secrets.digest(PURPOSE, ...signed)).toString('base64url');
    return `${publicUrl}/#/pages/user/lock?token=${[...signed, mark].join('.')}`;
  }

  /** Whose account a link's token locks, and when it was made; undefined when it is over or not ours. */
  read(token: string): { readonly userId: number; readonly madeAtMs: number } | undefined {
    const { clock, secrets } = this.#options;
    const [user = '', end = '', mark = ''] = token.split('.');
    const given = Buffer.from(mark, 'base64url');
    const isOurs = secrets
      .digests(PURPOSE, user, end)
      .some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
    const endsAtMs = Number.parseInt(end, RADIX);
    return isOurs && endsAtMs > clock.now()
      ? { userId: Number.parseInt(user, RADIX), madeAtMs: endsAtMs - LOCK_LINK_MS }
      : undefined;
  }
}
