import type { Queue, ResponseOf } from '@fairlead/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../data/api.ts';

/** The server forgets an open record after two minutes. */
const RENEW_MS = 60_000;
/** Who only passes by with j and k takes no lease. */
const SETTLE_MS = 400;

export type OpenBy = NonNullable<ResponseOf<'openRecord'>['open_by']>;

interface Lease {
  readonly id: number;
  readonly openBy: OpenBy | undefined;
}

/**
 * Says that this operator has a record open, again every minute while the page is seen, and gives who has it
 * according to the server. A failure is silent: the lease is a courtesy, the decision itself is checked.
 */
export function useLease(queue: Queue, id: number | undefined, isOn: boolean): OpenBy | undefined {
  const [lease, setLease] = useState<Lease>();
  useEffect(() => {
    if (id === undefined || !isOn) return;
    let isTaken = false;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState === 'hidden') return;
      isTaken = true;
      const answer = await callApi('openRecord', { queue, id, is_open: true }).catch(
        () => undefined,
      );
      if (!isOver && answer !== undefined) setLease({ id, openBy: answer.open_by });
    };
    const settle = setTimeout(() => void take(), SETTLE_MS);
    const renew = setInterval(() => void take(), RENEW_MS);
    return () => {
      isOver = true;
      clearTimeout(settle);
      clearInterval(renew);
      if (isTaken) void callApi('openRecord', { queue, id, is_open: false }).catch(() => undefined);
    };
  }, [queue, id, isOn]);
  return lease?.id === id ? lease?.openBy : undefined;
}
