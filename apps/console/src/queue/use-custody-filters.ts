import { readDay, readId, useFilters } from '../table/use-filters.ts';

const DEFAULTS = { tab: '', currency: '', user: '', from: '', to: '' } as const;

const PAGE_LIMIT = 50;

/** The filters of deposits and withdrawals, as the address has them and as the server takes them. */
export function useCustodyFilters() {
  const filters = useFilters(DEFAULTS);
  const { currency, user, from, to } = filters.values;
  const request = {
    ...defined('currency_id', readId(currency)),
    ...defined('user_id', readId(user)),
    ...defined('from', readDay(from, 'first')),
    ...defined('to', readDay(to, 'last')),
  };
  return { ...filters, request, paging: { page: filters.page, limit: PAGE_LIMIT } };
}

const defined = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } =>
  // One entry of that very key, or none.
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
