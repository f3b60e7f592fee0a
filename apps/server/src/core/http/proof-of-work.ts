/**
 * Proofs of work: what a stranger pays with where others have used up what is free, so that nobody is kept out by
 * somebody else's spending. The server keeps nothing of a challenge: it is signed, names what it is for and ends
 * soon; that a proof is used once is up to whoever takes it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { WORK_PARTS, type WorkAsked } from '@fairlead/contract';
import type { Secrets } from '../operations/secrets.ts';
import { WORK_LIFETIME_MS } from './limits.ts';

const SIGNATURE_BYTES = 16;
/** All parts together are this many times one. */
const PARTS_BITS = Math.log2(WORK_PARTS);
/** What somebody has solved still does when the price has doubled meanwhile. */
const TOLERANCE_BITS = 1;
const CHALLENGE = /^([\w-]{1,120})\.([\w-]{22})$/;

export interface WorkOptions {
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'digest'>;
}

export class WorkDesk {
  readonly #options: WorkOptions;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** Asks for about 2^bits hashes, for one purpose. */
  ask(purpose: readonly string[], bits: number): WorkAsked {
    const partBits = Math.max(bits - PARTS_BITS, 1);
    const expiresAtMs = this.#options.clock.now() + WORK_LIFETIME_MS;
    const fields = [partBits, expiresAtMs, randomBytes(9).toString('base64url')];
    const body = Buffer.from(fields.join(':')).toString('base64url');
    return {
      challenge: `${body}.${this.#signatureOf(body, purpose)}`,
      bits: partBits,
      parts: WORK_PARTS,
      expires_at: expiresAtMs,
    };
  }

  /**
   * What names a proof of at least 2^bits hashes for the purpose; undefined for anything else. Whoever takes it keeps
   * the name, and takes none twice.
   */
  nameOf(proof: string, purpose: readonly string[], bits: number): Uint8Array | undefined {
    const cut = proof.lastIndexOf('.');
    const challenge = proof.slice(0, Math.max(cut, 0));
    const [, body = '', signature = ''] = CHALLENGE.exec(challenge) ?? [];
    if (!isEqual(signature, this.#signatureOf(body, purpose))) return undefined;
    const [partBits = 0, expiresAtMs = 0] = Buffer.from(body, 'base64url')
      .toString()
      .split(':', 2)
      .map(Number);
    if (expiresAtMs <= this.#options.clock.now()) return undefined;
    if (partBits + PARTS_BITS < bits - TOLERANCE_BITS) return undefined;
    const numbers = proof.slice(cut + 1).split('-');
    const isProved =
      numbers.length === WORK_PARTS &&
      numbers.every((number, part) => zeroBits(`${challenge}.${part}.${number}`) >= partBits);
    return isProved ? this.#options.secrets.digest('work spent', challenge) : undefined;
  }

  #signatureOf(body: string, purpose: readonly string[]): string {
    const digest = this.#options.secrets.digest('work', body, ...purpose);
    return Buffer.from(digest.subarray(0, SIGNATURE_BYTES)).toString('base64url');
  }
}

/** Zero bits at the beginning of a text's SHA-256. */
function zeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}

function isEqual(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
