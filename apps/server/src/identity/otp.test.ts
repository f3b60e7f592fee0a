import { describe, expect, test } from 'vitest';
import { newOtpSecret, newRecoveryCodes, otpStep, otpUri, readRecoveryCode } from './otp.ts';

/** RFC 6238's secret "12345678901234567890" in Base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes', () => {
  // The last six digits of appendix B's SHA-1 column.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i s is the one of RFC 6238: %s', (seconds, code) => {
    expect(otpStep(RFC_SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  test('count one step before and after, not two (C4)', () => {
    const step = Math.floor(1_111_111_109 / 30);
    const at = (seconds: number) => otpStep(RFC_SECRET, '081804', seconds * 1_000);
    expect([at(1_111_111_109 - 30), at(1_111_111_109 + 30)]).toEqual([step, step]);
    expect([at(1_111_111_109 - 61), at(1_111_111_109 + 61)]).toEqual([undefined, undefined]);
  });

  test.each(['', '28708', '2870822', '28708a', '２８７０８２', ' 287082'])('%j is none', (code) => {
    expect(otpStep(RFC_SECRET, code, 59_000)).toBeUndefined();
  });

  test('secrets differ, have 160 bits, and go into an address for authenticators', () => {
    const secret = newOtpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newOtpSecret()).not.toBe(secret);
    const uri = new URL(otpUri(secret, { issuer: 'Harbourlight', label: 'owner' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(uri.searchParams.get('issuer')).toBe('Harbourlight');
  });
});

describe('recovery codes', () => {
  test('are ten, all different, and read however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      const letters = code.replace('-', '');
      expect(readRecoveryCode(code)).toBe(letters);
      expect(readRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(letters);
    }
  });

  test.each(['', '287082', 'k7m2p-x9t4', 'k7m2p-x9t4wz'])('%j is none', (text) => {
    expect(readRecoveryCode(text)).toBeUndefined();
  });
});
