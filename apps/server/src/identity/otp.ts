/** Codes of a second factor (RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes, for users and operators. */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES_COUNT } from '../core/http/limits.ts';

/** RFC 4226: the secret should be as long as the digest. */
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Steps before and after now whose code is taken. */
const WINDOW = 1;
/** Without letters and digits that are taken for one another; ten of them have 49 bits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_HALF = 5;

const totpOf = (secret: string, shown?: OtpShown): TOTP =>
  new TOTP({
    ...shown,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** What an authenticator shows beside the codes. */
export interface OtpShown {
  /** The exchange's name. */
  readonly issuer: string;
  /** Whose account it is. */
  readonly label: string;
}

/** A new secret as base32 text. */
export const newOtpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator reads from a QR code. */
export const otpUri = (secret: string, shown: OtpShown): string => totpOf(secret, shown).toString();

/**
 * The step whose code this is, near `nowMs`; undefined when it is none. The caller sees to it that no step
 * is used twice.
 */
export function otpStep(secret: string, code: string, nowMs: number): number | undefined {
  // The library throws at characters of several bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}

/** Fresh recovery codes, like "k7m2p-x9q4t"; to be shown once and kept as digests. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES_COUNT }, () => `${recoveryHalf()}-${recoveryHalf()}`);
}

function recoveryHalf(): string {
  let half = '';
  for (let place = 0; place < RECOVERY_HALF; place += 1)
    half += RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  return half;
}

/** A recovery code as typed, in one writing; undefined when it is none. */
export function readRecoveryCode(text: string): string | undefined {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.length === 2 * RECOVERY_HALF ? letters : undefined;
}
