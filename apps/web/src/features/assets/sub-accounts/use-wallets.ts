import type { Wallet } from '@fairlead/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../data/calls/api.ts';
import { metaOf } from '../../../data/calls/private-routes.ts';
import { REFETCH_MS } from '../model.ts';

/** The balances of a sub-account, asked as it while the page is the main account's; undefined asks nothing. */
export const useWalletOf = (id: number | undefined) =>
  useQuery<Wallet>({
    // Beside the main account's, so that whatever makes that one out of date does so to all.
    queryKey: ['wallet', {}, id],
    queryFn: ({ signal }) => callApi('wallet', {}, { signal, subAccount: id }),
    meta: { ...metaOf('wallet'), isPolled: true },
    refetchInterval: REFETCH_MS,
    enabled: id !== undefined,
  });
