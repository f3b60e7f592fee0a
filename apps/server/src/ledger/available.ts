import type { AccountName } from '@fairlead/contract';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Caller } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { balancesOf } from './queries.ts';

/** What a caller has available in an account, by currency; of guests nothing is said. */
export async function availableTo(
  { books }: { readonly books: Database },
  caller: Caller,
  account: AccountName,
): Promise<(currencyId: number) => AmountMinor | undefined> {
  if (caller.kind !== 'user') return () => undefined;
  const balances = await balancesOf(books, caller.userId);
  return (currencyId) => {
    const found = balances.find(
      (each) => each.account === account && each.currencyId === currencyId,
    );
    return amountMinor(found === undefined ? 0n : found.total - found.frozen);
  };
}
