/** Findings, and what operators did about them. Neither is ever changed or removed. */
import type { FindingState, SurveillanceRule } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { KnownFinding } from './detect/detect.ts';
import type { Finding, RecordedTrade } from './detect/facts.ts';
import type { EvidenceOrder } from './queries.ts';

export interface Evidence {
  readonly orders: readonly EvidenceOrder[];
  readonly trades: readonly RecordedTrade[];
}

export interface FindingRow extends Omit<Finding, 'key'> {
  readonly findingId: number;
  readonly evidence: Evidence;
  readonly foundAtMs: number;
  readonly state: FindingState;
  /** Who did the last thing about it. */
  readonly operator: string | undefined;
  readonly operatorId: number | undefined;
  /** Of what was asked last. */
  readonly outcome: 'dismissed' | 'acted' | undefined;
}

export type ActKind = 'looked' | 'asked' | 'confirmed' | 'declined';

export interface FindingAct {
  readonly operator: string;
  readonly kind: ActKind;
  readonly outcome: 'dismissed' | 'acted' | undefined;
  readonly reason: string;
  readonly timeMs: number;
}

interface FindingRecord {
  readonly finding_id: bigint;
  readonly rule: SurveillanceRule;
  readonly market_id: number;
  readonly from_ms: bigint;
  readonly to_ms: bigint;
  readonly owners: readonly bigint[];
  readonly order_ids: readonly bigint[];
  readonly trade_ids: readonly bigint[];
  readonly figures: Finding['figures'];
  readonly evidence: Evidence;
  readonly found_at_ms: bigint;
  readonly state: FindingState;
  readonly operator: string | null;
  readonly operator_id: bigint | null;
  readonly outcome: 'dismissed' | 'acted' | null;
}

const STATE = `CASE coalesce(last.kind, '') WHEN '' THEN 'open' WHEN 'asked' THEN 'asked' WHEN 'confirmed' THEN last.outcome
  ELSE 'looked' END`;
const COLUMNS = `findings.*, ${STATE} AS state, last.outcome, last.name AS operator, last.operator_id`;
const FROM = `findings LEFT JOIN LATERAL (
    SELECT kind, outcome, finding_acts.operator_id, name FROM finding_acts JOIN operators USING (operator_id)
    WHERE finding_acts.finding_id = findings.finding_id ORDER BY act_id DESC LIMIT 1
  ) AS last ON true`;

const toFinding = (row: FindingRecord): FindingRow => ({
  findingId: Number(row.finding_id),
  rule: row.rule,
  marketId: row.market_id,
  fromMs: Number(row.from_ms),
  toMs: Number(row.to_ms),
  owners: row.owners.map(Number),
  orderIds: row.order_ids.map(Number),
  tradeIds: row.trade_ids.map(Number),
  figures: row.figures,
  evidence: row.evidence,
  foundAtMs: Number(row.found_at_ms),
  state: row.state,
  operator: row.operator ?? undefined,
  operatorId: row.operator_id === null ? undefined : Number(row.operator_id),
  outcome: row.outcome ?? undefined,
});

/** Keeps a finding once; false where it is kept already. */
export async function insertFinding(
  target: Queryable,
  finding: Finding,
  { evidence, nowMs }: { readonly evidence: Evidence; readonly nowMs: number },
): Promise<boolean> {
  const rows = await target.query(
    `INSERT INTO findings (finding_key, rule, market_id, from_ms, to_ms, owners, order_ids, trade_ids, figures, evidence,
       found_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10::text::json, $11)
     ON CONFLICT (finding_key) DO NOTHING RETURNING 1`,
    [
      ...[finding.key, finding.rule, finding.marketId, finding.fromMs, finding.toMs],
      finding.owners,
      finding.orderIds,
      finding.tradeIds,
      JSON.stringify(finding.figures),
      JSON.stringify(evidence),
      nowMs,
    ],
  );
  return rows.length === 1;
}

/** What is known of a rule and a market since a time. */
export async function knownFindings(
  source: Queryable,
  {
    rule,
    marketId,
    sinceMs,
  }: { readonly rule: SurveillanceRule; readonly marketId: number; readonly sinceMs: number },
): Promise<KnownFinding[]> {
  const rows = await source.query<{ finding_key: string; owners: bigint[]; trade_ids: bigint[] }>(
    'SELECT finding_key, owners, trade_ids FROM findings WHERE rule = $1 AND market_id = $2 AND to_ms >= $3',
    [rule, marketId, sinceMs],
  );
  return rows.map(({ finding_key: key, owners, trade_ids }) => ({
    ...{ key, rule, marketId },
    owners: owners.map(Number),
    tradeIds: trade_ids.map(Number),
  }));
}

export function findingsPage(
  source: Queryable,
  {
    state,
    rule,
    ...page
  }: PageRequest & {
    readonly state?: FindingState | undefined;
    readonly rule?: SurveillanceRule | undefined;
  },
): Promise<Page<FindingRow>> {
  const where = new Conditions().add(`${STATE} =`, state).add('rule =', rule);
  return readPage<FindingRecord, FindingRow>(
    source,
    { columns: COLUMNS, from: FROM, where, orderBy: 'findings.finding_id DESC' },
    page,
    toFinding,
  );
}

export async function findFinding(source: Queryable, id: number): Promise<FindingRow | undefined> {
  const [row] = await source.query<FindingRecord>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE findings.finding_id = $1`,
    [id],
  );
  return row && toFinding(row);
}

/** Has all who would act about it wait for this transaction. */
export async function holdFinding(transaction: Queryable, id: number): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2::bigint::integer)', [
    FINDINGS_LOCK,
    id % 2 ** 31,
  ]);
}
const FINDINGS_LOCK = 0x73_75_72;

export async function insertFindingAct(
  target: Queryable,
  act: {
    readonly findingId: number;
    readonly operatorId: number;
    readonly kind: ActKind;
    readonly outcome: 'dismissed' | 'acted' | undefined;
    readonly askedBy: number | undefined;
    readonly reason: string;
    readonly timeMs: number;
  },
): Promise<void> {
  await target.query(
    `INSERT INTO finding_acts (finding_id, operator_id, kind, outcome, asked_by, reason, time_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[act.findingId, act.operatorId, act.kind, act.outcome ?? null, act.askedBy ?? null],
      ...[act.reason, act.timeMs],
    ],
  );
}

export async function actsOf(source: Queryable, findingId: number): Promise<FindingAct[]> {
  const rows = await source.query<{
    name: string;
    kind: ActKind;
    outcome: 'dismissed' | 'acted' | null;
    reason: string;
    time_ms: bigint;
  }>(
    `SELECT name, kind, outcome, reason, time_ms FROM finding_acts JOIN operators USING (operator_id)
     WHERE finding_id = $1 ORDER BY act_id`,
    [findingId],
  );
  return rows.map((row) => ({
    operator: row.name,
    kind: row.kind,
    outcome: row.outcome ?? undefined,
    reason: row.reason,
    timeMs: Number(row.time_ms),
  }));
}

/** How many were found of each rule on each day (UTC), and what became of them. */
export async function countFindings(
  source: Queryable,
  {
    marketId,
    fromMs,
    toMs,
  }: { readonly marketId: number; readonly fromMs: number; readonly toMs: number },
): Promise<
  { dayMs: number; rule: SurveillanceRule; found: number; dismissed: number; acted: number }[]
> {
  const rows = await source.query<{
    day_ms: bigint;
    rule: SurveillanceRule;
    found: bigint;
    dismissed: bigint;
    acted: bigint;
  }>(
    `SELECT found_at_ms - found_at_ms % 86400000 AS day_ms, rule, count(*) AS found,
       count(*) FILTER (WHERE outcome = 'dismissed') AS dismissed, count(*) FILTER (WHERE outcome = 'acted') AS acted
     FROM findings LEFT JOIN finding_acts ON finding_acts.finding_id = findings.finding_id AND kind = 'confirmed'
     WHERE market_id = $1 AND found_at_ms >= $2 AND found_at_ms < $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [marketId, fromMs, toMs],
  );
  return rows.map(({ day_ms, rule, ...counts }) => ({
    dayMs: Number(day_ms),
    rule,
    found: Number(counts.found),
    dismissed: Number(counts.dismissed),
    acted: Number(counts.acted),
  }));
}

export interface MaskedUser {
  readonly userId: number;
  readonly kind: 'phone' | 'email';
  readonly account: string;
  readonly areaCode: string | undefined;
}

export async function usersOfFindings(
  source: Queryable,
  userIds: readonly number[],
): Promise<MaskedUser[]> {
  const rows = await source.query<{
    user_id: bigint;
    kind: 'phone' | 'email';
    account: string;
    area_code: string | null;
  }>('SELECT user_id, kind, account, area_code FROM users WHERE user_id = ANY ($1::bigint[])', [
    userIds,
  ]);
  return rows.map((row) => ({
    userId: Number(row.user_id),
    kind: row.kind,
    account: row.account,
    areaCode: row.area_code ?? undefined,
  }));
}
