import { useApi } from '@fairlead/calls';
import { addressTarget, cardTarget, type Target, type Way } from './withdraw-model.ts';

export interface Targets {
  /** Undefined until they are known. */
  readonly list: readonly Target[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Where withdrawals of a currency may go: its saved addresses, or the bank cards. */
export function useTargets(way: Way, currencyId: number | undefined): Targets {
  const addresses = useApi(
    'withdrawalAddresses',
    currencyId === undefined ? {} : { currency_id: currencyId },
    { enabled: way === 'crypto' && currencyId !== undefined },
  );
  const cards = useApi('bankCards', {}, { enabled: way === 'bank' });
  const query = way === 'crypto' ? addresses : cards;
  return {
    list: way === 'crypto' ? addresses.data?.map(addressTarget) : cards.data?.cards.map(cardTarget),
    error: query.error,
    retry: () => void query.refetch(),
  };
}
