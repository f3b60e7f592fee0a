import type { Operator, OperatorRole } from '@fairlead/contract';
import { operatorTexts as t } from './texts.ts';

/** In the order they are offered; a test holds them equal to the contract's. */
export const ROLES = [
  'reviewer',
  'manager',
  'support',
  'auditor',
  'owner',
] as const satisfies readonly OperatorRole[];

export const readRole = (text: string): OperatorRole =>
  ROLES.find((role) => role === text) ?? 'auditor';

/** What the contract takes as an operator's name. */
export const isName = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{1,39}$/.test(text);

/** What an operator has beside the password; undefined for nothing. */
export function factorOf({
  has_passkey,
  has_otp,
}: Pick<Operator, 'has_passkey' | 'has_otp'>): string | undefined {
  if (has_passkey) return t.passkey;
  return has_otp ? t.authenticator : undefined;
}
