import type { OperatorRole } from '@fairlead/contract';

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
