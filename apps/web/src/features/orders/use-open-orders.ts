import { useApi } from '@fairlead/calls';

const OPEN_LIMIT = 100;

/** Open orders of one market. */
export const useOpenOrders = (symbol: string) =>
  useApi(
    'orders',
    { symbol, status: 'waiting', page: 1, limit: OPEN_LIMIT },
    { keepPrevious: true },
  );
