/** Which engine keeps what, where there is one for each product (docs/internals/growth.md). */
import type { UserAccount } from '@fairlead/engine';

export const ENGINE_NAMES = ['spot', 'futures', 'options', 'wealth'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** People, operators and money in and out are with it. */
const HOME: EngineName = 'spot';

const ACCOUNTS: Readonly<Record<EngineName, UserAccount>> = {
  spot: 'coin',
  futures: 'contract',
  options: 'option',
  wealth: 'trust',
};

/** Accounts that an engine keeps. */
export const accountsOf = (name: EngineName): readonly [UserAccount] => [ACCOUNTS[name]];

/** Who keeps an account. */
export function keeperOf(account: UserAccount): EngineName {
  return ENGINE_NAMES.find((name) => ACCOUNTS[name] === account) ?? HOME;
}

/**
 * Apart are the first numbers of two engines, so that no number is given by both: 10^12 is three years at 10,000 a second,
 * and a thousand times the last is a safe integer yet, which the ids of postings are.
 */
const NUMBERS_APART = 1_000_000_000_000;

/** Behind which number an engine begins to count sequences, orders, trades, entries and receipts. */
export const numbersAfter = (name: EngineName): number =>
  ENGINE_NAMES.indexOf(name) * NUMBERS_APART;
