import { useApi } from '../../data/use-api.ts';

/** How the account is protected, and since when. */
export const useSecurity = () => useApi('security', {});
