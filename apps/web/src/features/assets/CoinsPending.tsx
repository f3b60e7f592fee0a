import { Failed } from '@fairlead/calls';
import type { ReactNode } from 'react';
import { useCurrenciesQuery } from './use-wallet.ts';

/** In place of what needs the list of coins: the skeleton given while it is on its way, and what happened when it did not come. */
export function CoinsPending({ children }: { children: ReactNode }) {
  const query = useCurrenciesQuery();
  const { error } = query;
  if (error === null) return children;
  return <Failed query={query} />;
}
