/**
 * Digests of what was agreed of what is open, under a key made of SECRET_KEY: whoever can write to the database
 * and does not have it cannot change a price that waits without being found at the next start. SHA-512 of key and text, cut
 * to 192 bits, which nobody can lengthen; a third of what an HMAC costs, and the writer makes one for each order that rests.
 */
import { hash } from 'node:crypto';
import type { Secrets } from '../operations/secrets.ts';
import type { AgreedJudge, Judgement } from './agreed-check.ts';

const PURPOSE = 'agreed terms';
const DIGEST_CHARACTERS = 32;

export class AgreedTerms implements AgreedJudge {
  /** The present one first. */
  readonly #keys: readonly string[];
  readonly #key: string;

  constructor(secrets: Pick<Secrets, 'digests'>) {
    this.#keys = secrets
      .digests(PURPOSE)
      .map((digest) => Buffer.from(digest).toString('base64url'));
    this.#key = this.#keys[0] ?? '';
  }

  of(agreed: string): string {
    return digestOf(this.#key, agreed);
  }

  /** Whether a digest was made here: now, with a previous secret, or not at all. */
  judge(agreed: string, digest: string): Judgement {
    const at = this.#keys.findIndex((key) => digestOf(key, agreed) === digest);
    if (at < 0) return 'other';
    return at === 0 ? 'present' : 'previous';
  }
}

const digestOf = (key: string, text: string): string =>
  hash('sha512', key + text, 'base64url').slice(0, DIGEST_CHARACTERS);
