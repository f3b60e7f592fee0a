import { useApi } from '@fairlead/calls';

/** What is left changes with every subscription of anybody. */
const REFETCH_MS = 5_000;

export const useOfferings = () => useApi('offerings', {}, { pollMs: REFETCH_MS });

/** One offering by the id of the address; a wrong id asks nothing. */
export function useOffering(id: number) {
  const isId = Number.isSafeInteger(id) && id > 0;
  const query = useApi('offering', { id }, { enabled: isId, pollMs: REFETCH_MS });
  return { ...query, isMissing: !isId || query.error?.code === 'not_found' };
}
