/** Asks for everything about one's locked funds anew. */
import type { RouteName } from '@fairlead/contract';
import { useEffect } from 'react';
import { queryClient } from '../../data/query.ts';
import { serverNow } from '../../data/server-clock.ts';

const OWN: readonly RouteName[] = ['hostingReport', 'hostingOrders', 'hostingProducts'];

/** Resolves when what is shown has its new figures. */
export async function refreshHosting(): Promise<void> {
  await Promise.all(OWN.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Where the event of a posting was missed: asked again so long after it was due. */
const OVERDUE_MS = 3_000;
/** The longest that a browser's timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Asks once more when the next posting should have come; again with each later `nextAtMs`. */
export function useOverdue(nextAtMs: number | undefined): void {
  useEffect(() => {
    if (nextAtMs === undefined) return undefined;
    const waitMs = Math.max(OVERDUE_MS, nextAtMs + OVERDUE_MS - serverNow());
    const timer = setTimeout(() => void refreshHosting(), Math.min(TIMER_MAX_MS, waitMs));
    return () => clearTimeout(timer);
  }, [nextAtMs]);
}
