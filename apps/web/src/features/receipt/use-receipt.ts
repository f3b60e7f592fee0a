import type { ApiError } from '@fairlead/client';
import type { Receipt } from '@fairlead/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callApi } from '../../data/api.ts';
import { noteReceipt } from '../../data/seen-heads.ts';
import { useUser } from '../../data/session.ts';

/** A receipt as this reader may see it: its owner's part goes when they log out. */
export function useReceipt(id: number | undefined): UseQueryResult<Receipt, ApiError> {
  const user = useUser();
  const result = useQuery({
    queryKey: ['receipt', { id }, user?.id],
    queryFn: async ({ signal }) => {
      const receipt = await callApi('receipt', { id: id ?? 0 }, { signal });
      noteReceipt(receipt);
      return receipt;
    },
    enabled: id !== undefined,
    meta: { isPrivate: true },
  });
  // The client rejects with ApiError and nothing else but an abort, which is no result.
  return result as UseQueryResult<Receipt, ApiError>;
}
