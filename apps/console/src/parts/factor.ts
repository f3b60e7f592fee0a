/** What a user has beside the password, in words: an authenticator, passkeys, or nothing. */
import type { OperatorUser } from '@fairlead/contract';

const t = {
  authenticator: 'Authenticator',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  off: 'Not set up',
} as const;

export function factorText({
  has_otp: hasOtp,
  passkeys,
}: Pick<OperatorUser, 'has_otp' | 'passkeys'>): string {
  const factors = [
    ...(hasOtp ? [t.authenticator] : []),
    ...(passkeys > 0 ? [t.passkeys(passkeys)] : []),
  ];
  return factors.length === 0 ? t.off : factors.join(', ');
}
