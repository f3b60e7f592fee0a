/** Proposals: what one operator asked for and another decided. A decision is one statement, won by one. */
import type { ProposalKind } from '@fairlead/contract';
import type { Queryable } from '../store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../store/pages.ts';

export type ProposalStatus = 'open' | 'passed' | 'rejected';

export interface ProposalRow {
  readonly proposalId: number;
  readonly kind: ProposalKind;
  /** JSON text. */
  readonly payload: string;
  readonly reason: string;
  readonly status: ProposalStatus;
  readonly proposedBy: number;
  readonly proposerName: string;
  readonly decidedBy: number | undefined;
  readonly deciderName: string | undefined;
  readonly decisionReason: string | undefined;
  /** Why it could not be carried out. */
  readonly failure: string | undefined;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | undefined;
  /** When it was carried out or given up. */
  readonly finishedAtMs: number | undefined;
  /** Announced for then. */
  readonly startsAtMs: number | undefined;
}

interface ProposalRecord {
  readonly proposal_id: bigint;
  readonly kind: ProposalKind;
  readonly payload: string;
  readonly reason: string;
  readonly status: ProposalStatus;
  readonly proposed_by: bigint;
  readonly proposer_name: string;
  readonly decided_by: bigint | null;
  readonly decider_name: string | null;
  readonly decision_reason: string | null;
  readonly failure: string | null;
  readonly created_at_ms: bigint;
  readonly decided_at_ms: bigint | null;
  readonly finished_at_ms: bigint | null;
  readonly starts_at_ms: bigint | null;
}

const COLUMNS = `proposal_id, kind, payload::text AS payload, reason, status, proposed_by,
  proposer.name AS proposer_name, decided_by, decider.name AS decider_name, decision_reason,
  failure, proposals.created_at_ms, decided_at_ms, finished_at_ms, starts_at_ms`;
const FROM = `proposals JOIN operators AS proposer ON proposer.operator_id = proposed_by
  LEFT JOIN operators AS decider ON decider.operator_id = decided_by`;

const optional = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toProposal = (row: ProposalRecord): ProposalRow => ({
  proposalId: Number(row.proposal_id),
  kind: row.kind,
  payload: row.payload,
  reason: row.reason,
  status: row.status,
  proposedBy: Number(row.proposed_by),
  proposerName: row.proposer_name,
  decidedBy: optional(row.decided_by),
  deciderName: row.decider_name ?? undefined,
  decisionReason: row.decision_reason ?? undefined,
  failure: row.failure ?? undefined,
  createdAtMs: Number(row.created_at_ms),
  decidedAtMs: optional(row.decided_at_ms),
  finishedAtMs: optional(row.finished_at_ms),
  startsAtMs: optional(row.starts_at_ms),
});

export interface NewProposal {
  readonly kind: ProposalKind;
  /** JSON text. */
  readonly payload: string;
  readonly reason: string;
  readonly proposedBy: number;
  readonly createdAtMs: number;
}

/** Adds a proposal, or gives the one of the same operator that asks for just this and is open since `openSinceMs`. */
export async function insertProposal(
  source: Queryable,
  proposal: NewProposal,
  openSinceMs: number,
): Promise<number> {
  const values = [proposal.kind, proposal.payload, proposal.reason, proposal.proposedBy];
  const [row] = await source.query<{ proposal_id: bigint }>(
    `WITH same AS (
       SELECT proposal_id FROM proposals
       WHERE status = 'open' AND kind = $1 AND payload::text = $2 AND proposed_by = $4
         AND created_at_ms >= $6
     ), added AS (
       INSERT INTO proposals (kind, payload, reason, proposed_by, created_at_ms)
       SELECT $1, $2::text::json, $3, $4, $5 WHERE NOT EXISTS (SELECT FROM same)
       RETURNING proposal_id
     )
     SELECT proposal_id FROM same UNION ALL SELECT proposal_id FROM added LIMIT 1`,
    [...values, proposal.createdAtMs, openSinceMs],
  );
  return Number(row?.proposal_id ?? 0);
}

export async function findProposal(
  source: Queryable,
  proposalId: number,
): Promise<ProposalRow | undefined> {
  const rows = await source.query<ProposalRecord>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE proposal_id = $1`,
    [proposalId],
  );
  return rows.map(toProposal)[0];
}

/** What a passed proposal must be to have been announced and not to have begun. */
const IS_ANNOUNCED = 'starts_at_ms IS NOT NULL AND finished_at_ms IS NULL AND status =';

/** Proposals of one status or all; open ones oldest first, others newest first. */
export function proposalsPage(
  source: Queryable,
  filter: { readonly status: ProposalStatus | 'announced' | undefined },
  request: PageRequest,
): Promise<Page<ProposalRow>> {
  return readPage<ProposalRecord, ProposalRow>(
    source,
    {
      columns: COLUMNS,
      from: FROM,
      where:
        filter.status === 'announced'
          ? new Conditions().add(IS_ANNOUNCED, 'passed')
          : new Conditions().add('status =', filter.status),
      orderBy: filter.status === 'open' ? 'proposal_id' : 'proposal_id DESC',
    },
    request,
    toProposal,
  );
}

export interface ProposalDecision {
  readonly proposalId: number;
  readonly decision: 'passed' | 'rejected';
  readonly decidedBy: number;
  readonly reason: string | undefined;
  readonly nowMs: number;
  /** Older ones are not passed any more. */
  readonly openSinceMs: number;
}

/**
 * Decides an open proposal of another operator; false when it is not one (any more). It is passed only while
 * both are active and count as one of two, whatever was looked at before.
 */
export async function decideProposal(
  source: Queryable,
  { proposalId, decision, decidedBy, reason, nowMs, openSinceMs }: ProposalDecision,
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE proposals SET status = $2, decided_by = $3, decision_reason = $4, decided_at_ms = $5
     WHERE proposal_id = $1 AND status = 'open' AND proposed_by <> $3
       AND ($2 = 'rejected' OR created_at_ms >= $6 AND (
         SELECT count(*) FROM operators
         WHERE operator_id IN ($3, proposed_by) AND is_active AND approves_from_ms <= $5
           AND confirmed_at_ms IS NOT NULL) = 2)
     RETURNING proposal_id`,
    [proposalId, decision, decidedBy, reason ?? null, nowMs, openSinceMs],
  );
  return rows.length > 0;
}

/** Notes that a passed proposal was carried out, or why not; false when that is noted already. */
export async function finishProposal(
  source: Queryable,
  proposalId: number,
  finish: { readonly failure: string | undefined; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE proposals SET finished_at_ms = $2, failure = $3
     WHERE proposal_id = $1 AND status = 'passed' AND finished_at_ms IS NULL
     RETURNING proposal_id`,
    [proposalId, finish.nowMs, finish.failure ?? null],
  );
  return rows.length > 0;
}

/** Passed proposals of all kinds but these that are not carried out and have no later beginning, oldest first. */
export async function unfinishedProposals(
  source: Queryable,
  except: readonly ProposalKind[],
  nowMs: number,
): Promise<ProposalRow[]> {
  const rows = await source.query<ProposalRecord>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE status = 'passed' AND finished_at_ms IS NULL AND kind <> ALL ($1::text[])
       AND (starts_at_ms IS NULL OR starts_at_ms <= $2)
     ORDER BY proposal_id LIMIT 100`,
    [except, nowMs],
  );
  return rows.map(toProposal);
}

/** A passed proposal of one operator that was decided since a time and waits to be used by them. */
export async function usableProposal(
  source: Queryable,
  wanted: Pick<NewProposal, 'kind' | 'payload' | 'proposedBy'> & { readonly sinceMs: number },
): Promise<number | undefined> {
  const [row] = await source.query<{ proposal_id: bigint }>(
    `SELECT proposal_id FROM proposals
     WHERE status = 'passed' AND finished_at_ms IS NULL AND kind = $1 AND payload::text = $2
       AND proposed_by = $3 AND decided_at_ms >= $4
     ORDER BY proposal_id LIMIT 1`,
    [wanted.kind, wanted.payload, wanted.proposedBy, wanted.sinceMs],
  );
  return row && Number(row.proposal_id);
}
