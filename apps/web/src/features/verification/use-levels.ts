import { useApi } from '../../data/use-api.ts';

/** Status, reason and masked data of both levels. */
export const useLevels = () => useApi('center2', {});
