/** What became of each due of a plan: one row a due, so that none is booked twice. */
import type { RecurringOutcome, RecurringStop } from '@fairlead/contract';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';
import { type Due, PLAN, type PlanRecord, type PlanRow, toPlan } from './queries.ts';

export interface PurchaseRow {
  readonly planId: number;
  readonly dueMs: number;
  readonly doneAtMs: number;
  readonly outcome: RecurringOutcome;
  readonly cause: string | undefined;
  readonly dueCount: number;
  readonly orderId: number | undefined;
  /** Of that order; read for lists only. */
  readonly receiptId?: number | undefined;
  readonly spent: AmountMinor;
  readonly bought: AmountMinor;
  readonly stoppedBy: RecurringStop | undefined;
}

interface PurchaseRecord {
  readonly plan_id: bigint;
  readonly due_ms: bigint;
  readonly done_at_ms: bigint;
  readonly outcome: RecurringOutcome;
  readonly cause: string | null;
  readonly due_count: number;
  readonly order_id: bigint | null;
  readonly receipt_id?: bigint | null;
  readonly spent_minor: bigint;
  readonly bought_minor: bigint;
  readonly stopped_by: RecurringStop | null;
}

const PURCHASE_COLUMNS = [
  ...['plan_id', 'due_ms', 'done_at_ms', 'outcome', 'cause', 'due_count', 'order_id'],
  ...['spent_minor', 'bought_minor', 'stopped_by'],
];
const PURCHASE = PURCHASE_COLUMNS.join(', ');

const toPurchase = (row: PurchaseRecord): PurchaseRow => ({
  planId: Number(row.plan_id),
  dueMs: Number(row.due_ms),
  doneAtMs: Number(row.done_at_ms),
  outcome: row.outcome,
  cause: row.cause ?? undefined,
  dueCount: row.due_count,
  orderId: row.order_id === null ? undefined : Number(row.order_id),
  ...(row.receipt_id != null && { receiptId: Number(row.receipt_id) }),
  spent: amountMinor(row.spent_minor),
  bought: amountMinor(row.bought_minor),
  stoppedBy: row.stopped_by ?? undefined,
});

export interface Marked extends PurchaseRow {
  /** Whether its order was asked for, as far as whoever books knows. */
  readonly isAsked: boolean;
  /** When the plan is due next. */
  readonly nextMs: number;
  readonly failures: number;
}

/**
 * Books what became of a due, once: false where it is booked, or was asked for meanwhile by somebody else. What its owner did to the plan meanwhile stands: a purchase that was
 * under way counts, and moves or stops only a plan that still waits for this due.
 */
export function markDue(database: Database, marked: Marked): Promise<boolean> {
  const { planId, dueMs, outcome, spent, bought, stoppedBy, nextMs, failures, isAsked } = marked;
  return database.transaction(async (transaction) => {
    const known = await transaction.query(
      `SELECT FROM recurring_plans WHERE plan_id = $1 AND asked_ms IS NOT DISTINCT FROM $2 FOR NO KEY UPDATE`,
      [planId, isAsked ? dueMs : null],
    );
    if (known.length === 0) return false;
    const rows = await transaction.query(
      `INSERT INTO recurring_purchases (${PURCHASE})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING plan_id`,
      [
        ...[planId, dueMs, marked.doneAtMs, outcome, marked.cause ?? null, marked.dueCount],
        ...[marked.orderId ?? null, spent, bought, stoppedBy ?? null],
      ],
    );
    // One that is booked, and due again since a clock was set back, counts once and is moved on from.
    const [moreSpent, moreBought] = rows.length > 0 ? [spent, bought] : [0n, 0n];
    await transaction.query(
      `UPDATE recurring_plans SET spent_minor = spent_minor + $2, bought_minor = bought_minor + $3, asked_ms = NULL
       WHERE plan_id = $1`,
      [planId, moreSpent, moreBought],
    );
    await transaction.query(
      `UPDATE recurring_plans SET due_ms = $3, failures = $4, stopped_by = $5::text,
         state = CASE WHEN $5::text IS NULL THEN 'active' WHEN $5::text = 'until' THEN 'ended' ELSE 'paused' END
       WHERE plan_id = $1 AND due_ms = $2 AND state = 'active'`,
      [planId, dueMs, nextMs, failures, stoppedBy ?? null],
    );
    return rows.length > 0;
  });
}

/** What a due has bought, which its conversion says for ever; undefined where it has not. */
export async function conversionOf(
  source: Queryable,
  { planId, dueMs }: Due,
): Promise<Pick<PurchaseRow, 'orderId' | 'spent' | 'bought'> | undefined> {
  const [row] = await source.query<{ order_id: bigint; spent: bigint; bought: bigint }>(
    `SELECT purchase_order_id AS order_id, spent_minor AS spent, received_minor AS bought
     FROM conversions WHERE plan_id = $1 AND due_ms = $2`,
    [planId, dueMs],
  );
  if (row === undefined) return undefined;
  const [spent, bought] = [amountMinor(row.spent), amountMinor(row.bought)];
  return { orderId: Number(row.order_id), spent, bought };
}

/** What its owners have not been told yet, oldest first; behind `after`. */
export async function untoldPurchases(
  source: Queryable,
  { after, limit }: { readonly after: Due | undefined; readonly limit: number },
): Promise<{ readonly purchase: PurchaseRow; readonly plan: PlanRow }[]> {
  const rows = await source.query<PurchaseRecord>(
    `SELECT ${PURCHASE} FROM recurring_purchases
     WHERE NOT is_told AND (due_ms, plan_id) > ($1::bigint, $2::bigint) ORDER BY due_ms, plan_id LIMIT $3`,
    [after?.dueMs ?? -1, after?.planId ?? 0, limit],
  );
  if (rows.length === 0) return [];
  const plans = await source.query<PlanRecord>(
    `SELECT ${PLAN} FROM recurring_plans WHERE plan_id = ANY($1::bigint[])`,
    [rows.map((row) => row.plan_id)],
  );
  const byId = new Map(plans.map((row) => [row.plan_id, toPlan(row)]));
  return rows.flatMap((row) => {
    const plan = byId.get(row.plan_id);
    return plan === undefined ? [] : [{ purchase: toPurchase(row), plan }];
  });
}

export async function setTold(target: Queryable, { planId, dueMs }: Due): Promise<void> {
  await target.query(
    'UPDATE recurring_purchases SET is_told = true WHERE plan_id = $1 AND due_ms = $2',
    [planId, dueMs],
  );
}

export const purchasesPage = (
  source: Queryable,
  planId: number,
  request: PageRequest,
): Promise<Page<PurchaseRow>> =>
  readPage<PurchaseRecord, PurchaseRow>(
    source,
    {
      columns: `${PURCHASE}, (SELECT purchase_receipt_id FROM conversions WHERE conversion_id = order_id) AS receipt_id`,
      from: 'recurring_purchases',
      where: new Conditions().add('plan_id =', planId),
      orderBy: 'due_ms DESC',
    },
    request,
    toPurchase,
  );
