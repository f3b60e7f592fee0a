/** Announced changes of terms: when they begin, what was said of them, and whom they touch. */
import type { ProposalKind } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface Announcement {
  readonly proposalId: number;
  readonly startsAtMs: number;
  readonly nowMs: number;
  readonly newsId: number | undefined;
}

/** Says when a passed proposal begins; false when that is said already. Run it with what announces it. */
export async function noteAnnouncement(
  transaction: Queryable,
  { proposalId, startsAtMs, nowMs, newsId }: Announcement,
): Promise<boolean> {
  const rows = await transaction.query(
    `UPDATE proposals SET starts_at_ms = $2, announced_at_ms = $3, news_id = $4
     WHERE proposal_id = $1 AND status = 'passed' AND starts_at_ms IS NULL AND finished_at_ms IS NULL
     RETURNING proposal_id`,
    [proposalId, startsAtMs, nowMs, newsId ?? null],
  );
  return rows.length > 0;
}

export interface UpcomingRow {
  readonly proposalId: number;
  readonly kind: ProposalKind;
  /** JSON text. */
  readonly payload: string;
  readonly startsAtMs: number;
  readonly announcedAtMs: number;
  readonly newsId: number | undefined;
}

/** What is announced and not in force, the next first. */
export async function readUpcoming(source: Queryable): Promise<UpcomingRow[]> {
  const rows = await source.query<{
    proposal_id: bigint;
    kind: ProposalKind;
    payload: string;
    starts_at_ms: bigint;
    announced_at_ms: bigint;
    news_id: bigint | null;
  }>(
    `SELECT proposal_id, kind, payload::text AS payload, starts_at_ms, announced_at_ms, news_id
     FROM proposals WHERE status = 'passed' AND finished_at_ms IS NULL AND starts_at_ms IS NOT NULL
     ORDER BY starts_at_ms, proposal_id LIMIT 200`,
  );
  return rows.map((row) => ({
    proposalId: Number(row.proposal_id),
    kind: row.kind,
    payload: row.payload,
    startsAtMs: Number(row.starts_at_ms),
    announcedAtMs: Number(row.announced_at_ms),
    newsId: row.news_id === null ? undefined : Number(row.news_id),
  }));
}

/** Owners of what is open in a market or a product; more than the limit read the public announcement. */
const TOUCHED = {
  market: `SELECT owner_id FROM orders WHERE market_id = $1 AND status = 'waiting'
    UNION SELECT owner_id FROM trigger_orders WHERE market_id = $1 AND status = 'waiting' LIMIT $2`,
  futures: `SELECT DISTINCT owner_id FROM positions
    WHERE market_id = $1 AND status IN ('waiting', 'holding') LIMIT $2`,
  options: `SELECT DISTINCT owner_id FROM option_orders
    WHERE market_id = $1 AND status = 'open' LIMIT $2`,
  hosting: `SELECT DISTINCT owner_id FROM hosting_orders
    WHERE product_id = $1 AND status = 'hosting' LIMIT $2`,
  offering: `SELECT DISTINCT owner_id FROM subscriptions
    WHERE offering_id = $1 AND status = 'under_review' LIMIT $2`,
} as const;
export type TouchedBy = keyof typeof TOUCHED;

export async function touchedOwners(
  source: Queryable,
  { by, id, rowsMax }: { readonly by: TouchedBy; readonly id: number; readonly rowsMax: number },
): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(TOUCHED[by], [id, rowsMax]);
  return rows.map((row) => Number(row.owner_id));
}
