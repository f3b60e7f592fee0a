/**
 * Time-based codes of an authenticator (RFC 6238: SHA-1, 30 s, six digits) and the recovery codes beside
 * them. Who keeps a secret keeps the step of the last code too: a code is good once (security.md C4).
 */
import { randomBytes, randomInt } from 'node:crypto';
import { PRODUCT } from '@fairlead/contract';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps of clock difference that are borne either way. */
const WINDOW_STEPS = 1;

export const RECOVERY_CODES = 10;
/** Without letters that are read as digits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const HALF_LENGTH = 5;

/** A new secret in Base32. */
export function newFactorSecret(): string {
  const bytes = new Uint8Array(randomBytes(SECRET_BYTES));
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** What an authenticator reads from a QR code. */
export function factorUri(secret: string, label: string): string {
  return totp(secret, label).toString();
}

/** The 30-second step whose code this is, within one step of now; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = nowMs;
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(nowMs / (PERIOD_S * 1_000)) + delta;
}

const totp = (secret: string, label = PRODUCT): TOTP =>
  new TOTP({ issuer: PRODUCT, label, secret, period: PERIOD_S, digits: 6, algorithm: 'SHA1' });

/** Codes like "k7m2p-x9t4w", each about 49 random bits. */
export function newRecoveryCodes(): string[] {
  const half = () =>
    Array.from({ length: HALF_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** A recovery code as it was given out, however it is typed; undefined for what is none. */
export function readRecoveryCode(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '');
  if (plain.length !== 2 * HALF_LENGTH) return undefined;
  if ([...plain].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return `${plain.slice(0, HALF_LENGTH)}-${plain.slice(HALF_LENGTH)}`;
}
