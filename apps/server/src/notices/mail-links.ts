/**
 * Links of mails that do one thing without logging in, whose reader may not be able to any more: lock the account, stop a recovery,
 * end mails.
 * Nothing of them is kept: what they are for and their end are signed.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../core/operations/secrets.ts';

const RADIX = 36;

export interface MailLinksOptions {
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** What it does: one that is signed for something else is none. */
  readonly purpose: 'lock link' | 'recovery link' | 'mail end link';
  /** Of the app. */
  readonly page: string;
  /** How long it is good. */
  readonly lifeMs: number;
}

export class MailLinks {
  readonly #options: MailLinksOptions;

  constructor(options: MailLinksOptions) {
    this.#options = options;
  }

  /** For the user, or the recovery, of this id. */
  make(id: number): string {
    return this.of(this.token(id));
  }

  /** What the link carries. */
  token(id: number): string {
    const { clock, secrets, purpose, lifeMs } = this.#options;
    const signed = [id, clock.now() + lifeMs].map((each) => each.toString(RADIX));
    const mark = Buffer.from(secrets.digest(purpose, ...signed)).toString('base64url');
    return [...signed, mark].join('.');
  }

  /** The page that takes a token. */
  of(token: string): string {
    const { publicUrl, page } = this.#options;
    return `${publicUrl}/#/${page}?token=${token}`;
  }

  /** What a link's token is for, and when it was made; undefined when it is over or not ours. */
  read(token: string): { readonly id: number; readonly madeAtMs: number } | undefined {
    const { clock, secrets, purpose, lifeMs } = this.#options;
    const [id = '', end = '', mark = ''] = token.split('.');
    const given = Buffer.from(mark, 'base64url');
    const isOurs = secrets
      .digests(purpose, id, end)
      .some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
    const endsAtMs = Number.parseInt(end, RADIX);
    return isOurs && endsAtMs > clock.now()
      ? { id: Number.parseInt(id, RADIX), madeAtMs: endsAtMs - lifeMs }
      : undefined;
  }
}
