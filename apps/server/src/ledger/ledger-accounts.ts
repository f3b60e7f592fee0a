/** Ledger accounts by name: `house:capital`, `user:17:coin`. */
import { HOUSE, HOUSE_ACCOUNTS, type PostingAccount, USER_ACCOUNTS } from '@fairlead/engine';

/** Reads a name; undefined where there is no such account. */
export function readAccountName(name: string): PostingAccount | undefined {
  const [kind, first = '', second = ''] = name.split(':');
  if (kind === 'house') {
    const house = HOUSE_ACCOUNTS.find((each) => each === first);
    return house && { house };
  }
  const account = USER_ACCOUNTS.find((each) => each === second);
  return account && { owner: Number(first), account };
}

/** The name of an account of the tables. */
export const accountName = (owner: number, account: string): string =>
  owner === HOUSE ? `house:${account}` : `user:${owner}:${account}`;
