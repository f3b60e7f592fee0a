import type { RequestOf } from '@fairlead/contract';
import { type ItemOf, useApi } from '../data/use-api.ts';

const LOOKED_THROUGH = 100;

/** What became of a record that left its list: looked up among its user's own. */
export function useBecame<
  Name extends
    | 'operatorDeposits'
    | 'operatorWithdrawals'
    | 'operatorVerifications'
    | 'operatorSubscriptions',
>(
  name: Name,
  record: { readonly id: number; readonly user_id: number },
  isOn: boolean,
): { readonly row: ItemOf<Name> | undefined; readonly isLooking: boolean } {
  // All take the same filter; the type cannot see that.
  const request = { user_id: record.user_id, page: 1, limit: LOOKED_THROUGH } as RequestOf<Name>;
  const { data, isPending } = useApi(name, request, { enabled: isOn });
  const list = (data as { readonly list: readonly ItemOf<Name>[] } | undefined)?.list;
  return {
    row: isOn ? list?.find(({ id }) => id === record.id) : undefined,
    isLooking: isOn && isPending,
  };
}
