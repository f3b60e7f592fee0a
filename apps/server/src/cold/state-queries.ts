/** How many payments of the cold wallet are open. */
import type { Queryable } from '../core/store/database.ts';
import type { OpenStatus } from './queries.ts';

export interface OpenState {
  readonly state: OpenStatus;
  readonly count: number;
  /** Since when the oldest of them is so; absent without any. */
  readonly sinceMs: number | undefined;
}

/** What waits for signatures, what for somebody to send it, and what is sent and in no final block. */
export async function openStates(source: Queryable): Promise<readonly OpenState[]> {
  const rows = await source.query<{
    state: OpenStatus;
    count: bigint;
    since: bigint | null;
  }>(
    `SELECT state, count(cold_spend_id) AS count, min(changed_at_ms) AS since
     FROM unnest(ARRAY['signing', 'signed', 'sent']) AS state LEFT JOIN cold_spends ON status = state
     GROUP BY state ORDER BY state`,
  );
  return rows.map(({ state, count, since }) => ({
    ...{ state, count: Number(count) },
    sinceMs: since === null ? undefined : Number(since),
  }));
}
