/** What is published, one's own proof, and what the check of both on this device came to. */

import { useApi } from '@fairlead/calls';
import { useQuery } from '@tanstack/react-query';
import { acting } from '../../data/account/acting.ts';
import { useUser } from '../../data/account/session.ts';
import { callApi } from '../../data/calls/api.ts';
import { type Check, checkLiabilities, pinToAskFor } from './check-liabilities.ts';
import { readPins } from './pins.ts';

/** About a month of days. */
const SHOWN = 30;
/** What was published does not change, and making a proof is work. */
const PROOF_FRESH_MS = 60_000;

/** `id` names an older publication; without it the newest. */
export function useLiabilities(id: number | undefined) {
  const user = useUser();
  const published = useApi('liabilities', { page: 1, limit: SHOWN });
  const isAny = (published.data?.total ?? 0) > 0;
  const proof = useApi('liabilityProof', id === undefined ? {} : { snapshot_id: id }, {
    enabled: isAny,
    freshForMs: PROOF_FRESH_MS,
  });
  const { list = [] } = published.data ?? {};
  // A guest has no proof to wait for; one that cannot be had is said beside.
  const isReady = isAny && (user === undefined || proof.data !== undefined || proof.isError);
  const check = useQuery({
    // Of all that is looked at: whatever changes is checked anew.
    queryKey: ['liabilityCheck', user?.id, id, list, proof.data],
    queryFn: async ({ signal }): Promise<Check> => {
      const ids = [pinToAskFor(readPins(), list), id].filter(
        (each) => each !== undefined && !list.some((snapshot) => snapshot.id === each),
      );
      const older = await Promise.all(
        ids.map((each) => callApi('liabilitySnapshot', { id: each ?? 0 }, { signal })),
      );
      return checkLiabilities({
        ...{ list, older, proof: proof.data, owner: (acting ?? user)?.id, wantedId: id },
      });
    },
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isPrivate: true },
  });
  const isChecking = check.isFetching || check.data === undefined;
  const verdict: Check = isChecking
    ? check.isError && !check.isFetching
      ? { state: 'unchecked', reason: 'code' }
      : { state: 'checking' }
    : check.data;
  return {
    user,
    published,
    proof,
    verdict,
    again: () => {
      void published.refetch();
      if (user !== undefined) void proof.refetch();
      void check.refetch();
    },
  };
}
