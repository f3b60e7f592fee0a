import { useApi } from '../../data/use-api.ts';

/** One's locked funds in all; asked again when a balance moves. */
export const useReport = () => useApi('hostingReport', {});
