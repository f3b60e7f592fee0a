/** What operators looked at behind a mask, counted by the hour. */
import type { Queryable } from '../store/database.ts';

export interface OperatorView {
  readonly operatorId: number;
  readonly userId: number;
  readonly field: string;
  readonly nowMs: number;
}

/** Notes a view; gives how many there were since `sinceMs`, this one included, or undefined at the limit. */
export async function countOperatorView(
  source: Queryable,
  view: OperatorView,
  limit: { readonly sinceMs: number; readonly viewsMax: number },
): Promise<number | undefined> {
  const [row] = await source.query<{ views: bigint }>(
    `WITH earlier AS (
       SELECT count(*) AS views FROM operator_views WHERE operator_id = $1 AND time_ms > $5
     ), noted AS (
       INSERT INTO operator_views (operator_id, user_id, field, time_ms)
       SELECT $1, $2, $3, $4 FROM earlier WHERE views < $6 RETURNING view_id
     )
     SELECT views + 1 AS views FROM earlier, noted`,
    [view.operatorId, view.userId, view.field, view.nowMs, limit.sinceMs, limit.viewsMax],
  );
  return row && Number(row.views);
}
