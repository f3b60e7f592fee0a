/** Plans as their table holds them, and what their owners make of them. */
import { RECURRING_PLANS_MAX, type RecurringState, type RecurringStop } from '@fairlead/contract';
import { type AmountMinor, amountMinor, type PriceE8, priceE8 } from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';
import { lockOpenAccount } from '../../identity/users/index.ts';

export interface PlanRow {
  readonly planId: number;
  readonly userId: number;
  readonly clientPlanId: string;
  readonly marketId: number;
  readonly amount: AmountMinor;
  readonly weekdays: number;
  readonly monthDay: number | undefined;
  readonly minute: number;
  readonly total: AmountMinor | undefined;
  readonly maxPrice: PriceE8 | undefined;
  readonly untilMs: number | undefined;
  readonly state: RecurringState;
  readonly stoppedBy: RecurringStop | undefined;
  readonly dueMs: number;
  /** A due whose order was asked for and whose end is not booked. */
  readonly askedMs: number | undefined;
  readonly spent: AmountMinor;
  readonly bought: AmountMinor;
  readonly failures: number;
  readonly createdAtMs: number;
  /** When a session of its owner last had it begin or go on, and the digest of what that was. */
  readonly agreedMs: number | undefined;
  readonly agreedDigest: string | undefined;
}

export interface PlanRecord {
  readonly plan_id: bigint;
  readonly user_id: bigint;
  readonly client_plan_id: string;
  readonly market_id: number;
  readonly amount_minor: bigint;
  readonly weekdays: number;
  readonly month_day: number | null;
  readonly minute: number;
  readonly total_minor: bigint | null;
  readonly max_price_e8: bigint | null;
  readonly until_ms: bigint | null;
  readonly state: RecurringState;
  readonly stopped_by: RecurringStop | null;
  readonly due_ms: bigint;
  readonly asked_ms: bigint | null;
  readonly spent_minor: bigint;
  readonly bought_minor: bigint;
  readonly failures: number;
  readonly created_at_ms: bigint;
  readonly agreed_ms: bigint | null;
  readonly agreed_digest: string | null;
}

export const PLAN = `plan_id, user_id, client_plan_id, market_id, amount_minor, weekdays, month_day, minute, total_minor,
  max_price_e8, until_ms, state, stopped_by, due_ms, asked_ms, spent_minor, bought_minor, failures, created_at_ms,
  agreed_ms, agreed_digest`;

export const toPlan = (row: PlanRecord): PlanRow => ({
  planId: Number(row.plan_id),
  userId: Number(row.user_id),
  clientPlanId: row.client_plan_id,
  marketId: row.market_id,
  amount: amountMinor(row.amount_minor),
  weekdays: row.weekdays,
  monthDay: row.month_day ?? undefined,
  minute: row.minute,
  total: row.total_minor === null ? undefined : amountMinor(row.total_minor),
  maxPrice: row.max_price_e8 === null ? undefined : priceE8(row.max_price_e8),
  untilMs: row.until_ms === null ? undefined : Number(row.until_ms),
  state: row.state,
  stoppedBy: row.stopped_by ?? undefined,
  dueMs: Number(row.due_ms),
  askedMs: row.asked_ms === null ? undefined : Number(row.asked_ms),
  spent: amountMinor(row.spent_minor),
  bought: amountMinor(row.bought_minor),
  failures: row.failures,
  createdAtMs: Number(row.created_at_ms),
  agreedMs: row.agreed_ms === null ? undefined : Number(row.agreed_ms),
  agreedDigest: row.agreed_digest ?? undefined,
});

export type NewPlan = Omit<
  PlanRow,
  | ('planId' | 'state' | 'stoppedBy' | 'askedMs' | 'spent' | 'bought' | 'failures')
  | ('agreedMs' | 'agreedDigest')
>;

/** Makes the digest of what a plan's owner agrees to now. */
export type DigestOf = (plan: PlanRow) => string;

/**
 * Adds a plan, or gives the one that its owner made under this name; undefined when they have as many as they may. The lock
 * lets two calls of one user count one another.
 */
export function insertPlan(
  database: Database,
  plan: NewPlan,
  digestOf: DigestOf,
): Promise<PlanRow | undefined> {
  const { userId, clientPlanId } = plan;
  return database.transaction(async (transaction) => {
    await lockOpenAccount(transaction, userId);
    const known = await planNamed(transaction, plan);
    if (known !== undefined) return known;
    const [row] = await transaction.query<PlanRecord>(
      `INSERT INTO recurring_plans (user_id, client_plan_id, market_id, amount_minor, weekdays, month_day, minute,
         total_minor, max_price_e8, until_ms, state, due_ms, created_at_ms)
       SELECT $1::bigint, $2::text, $3::integer, $4::bigint, $5::integer, $6::integer, $7::integer, $8::bigint,
         $9::bigint, $10::bigint, 'active', $11::bigint, $12::bigint
       WHERE (SELECT count(*) FROM recurring_plans WHERE user_id = $1 AND state <> 'ended') < $13
       RETURNING ${PLAN}`,
      [
        ...[userId, clientPlanId, plan.marketId, plan.amount, plan.weekdays, plan.monthDay ?? null],
        ...[plan.minute, plan.total ?? null, plan.maxPrice ?? null, plan.untilMs ?? null],
        ...[plan.dueMs, plan.createdAtMs, RECURRING_PLANS_MAX],
      ],
    );
    if (row === undefined) return undefined;
    const made = toPlan(row);
    const agreed = { agreedMs: plan.createdAtMs, agreedDigest: digestOf(made) };
    await setAgreed(transaction, { planId: made.planId, ...agreed });
    return { ...made, ...agreed };
  });
}

/** With `before` only in place of that digest: an agreement that was taken away meanwhile stays away. */
export async function setAgreed(
  target: Queryable,
  {
    planId,
    agreedMs,
    agreedDigest,
    before,
  }: Required<Pick<PlanRow, 'planId' | 'agreedMs' | 'agreedDigest'>> & { readonly before?: string },
): Promise<void> {
  await target.query(
    `UPDATE recurring_plans SET agreed_ms = $2, agreed_digest = $3
     WHERE plan_id = $1 AND ($4::text IS NULL OR agreed_digest = $4)`,
    [planId, agreedMs ?? null, agreedDigest ?? null, before ?? null],
  );
}

/** What conversions say of a plan: how much it has spent, and whether this due has bought. */
export async function purchasedOf(
  source: Queryable,
  { planId, dueMs }: Due,
): Promise<{ readonly spent: bigint; readonly isDone: boolean }> {
  const [row] = await source.query<{ spent: string; is_done: boolean }>(
    `SELECT coalesce(sum(spent_minor), 0)::text AS spent, coalesce(bool_or(due_ms = $2), false) AS is_done
     FROM conversions WHERE plan_id = $1`,
    [planId, dueMs],
  );
  return { spent: BigInt(row?.spent ?? 0), isDone: row?.is_done === true };
}

/** When a plan last stopped, by its number; the table has it of each stop. */
async function lastStopOf(source: Queryable, planId: number): Promise<number | undefined> {
  const [row] = await source.query<{ stop_id: bigint | null }>(
    'SELECT max(stop_id) AS stop_id FROM recurring_stops WHERE plan_id = $1',
    [planId],
  );
  return row?.stop_id == null ? undefined : Number(row.stop_id);
}

/** The one that its owner made under this name. */
export async function planNamed(
  source: Queryable,
  { userId, clientPlanId }: Pick<PlanRow, 'userId' | 'clientPlanId'>,
): Promise<PlanRow | undefined> {
  const [row] = await source.query<PlanRecord>(
    `SELECT ${PLAN} FROM recurring_plans WHERE user_id = $1 AND client_plan_id = $2`,
    [userId, clientPlanId],
  );
  return row && toPlan(row);
}

/** Pauses all that would buy, by their owner's lock. That its owner is to be told is kept with it. */
export async function lockPlans(
  target: Queryable,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<void> {
  await target.query(
    `UPDATE recurring_plans SET state = 'paused', stopped_by = 'locked', stop_untold_ms = $2,
       agreed_ms = NULL, agreed_digest = NULL
     WHERE user_id = $1 AND state = 'active'`,
    [userId, nowMs],
  );
}

/** Plans that were stopped and whose owners have not heard of it, with when. */
export async function untoldStops(
  source: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly plan: PlanRow; readonly stoppedAtMs: number }[]> {
  const rows = await source.query<PlanRecord & { readonly stop_untold_ms: bigint }>(
    `SELECT ${PLAN}, stop_untold_ms FROM recurring_plans
     WHERE stop_untold_ms IS NOT NULL AND plan_id > $1 ORDER BY plan_id LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => ({ plan: toPlan(row), stoppedAtMs: Number(row.stop_untold_ms) }));
}

export async function setStopTold(
  target: Queryable,
  { planId, stoppedAtMs }: { readonly planId: number; readonly stoppedAtMs: number },
): Promise<void> {
  await target.query(
    'UPDATE recurring_plans SET stop_untold_ms = NULL WHERE plan_id = $1 AND stop_untold_ms = $2',
    [planId, stoppedAtMs],
  );
}

export interface OwnPlan {
  readonly userId: number;
  readonly planId: number;
}

export async function plansOf(source: Queryable, userId: number, max: number): Promise<PlanRow[]> {
  const rows = await source.query<PlanRecord>(
    `SELECT ${PLAN} FROM recurring_plans WHERE user_id = $1
     ORDER BY state = 'ended', plan_id DESC LIMIT $2`,
    [userId, max],
  );
  return rows.map(toPlan);
}

export async function findPlan(
  source: Queryable,
  { userId, planId }: OwnPlan,
): Promise<PlanRow | undefined> {
  const [row] = await source.query<PlanRecord>(
    `SELECT ${PLAN} FROM recurring_plans WHERE user_id = $1 AND plan_id = $2`,
    [userId, planId],
  );
  return row && toPlan(row);
}

/** A plan as its owner wishes it; `agreed` where it is to go on: when, and the digest of that after its last stop. */
export type PlanWish = Pick<PlanRow, 'state' | 'stoppedBy' | 'dueMs'> & {
  readonly agreed?: {
    readonly ms: number;
    readonly digestOf: (lastStop: number | undefined) => string;
  };
};

/**
 * As its owner wishes; one that has ended stays so, and what is as it should be is left alone. Going on begins with the next due, and
 * is what its owner agrees to; whatever stops takes the agreement away.
 */
export function setPlanState(
  database: Database,
  { userId, planId }: OwnPlan,
  { state, stoppedBy, dueMs, agreed }: PlanWish,
): Promise<void> {
  return database.transaction(async (transaction) => {
    if (agreed !== undefined) await lockOpenAccount(transaction, userId);
    // It stops no more meanwhile.
    await transaction.query('SELECT FROM recurring_plans WHERE plan_id = $1 FOR NO KEY UPDATE', [
      planId,
    ]);
    const agreedDigest = agreed?.digestOf(await lastStopOf(transaction, planId));
    await transaction.query(
      `UPDATE recurring_plans SET state = $3, stopped_by = $5, agreed_ms = $6, agreed_digest = $7,
       due_ms = CASE WHEN $3 = 'active' THEN $4 ELSE due_ms END,
       failures = CASE WHEN $3 = 'active' THEN 0 ELSE failures END
     WHERE user_id = $1 AND plan_id = $2 AND state <> 'ended' AND state <> $3`,
      [userId, planId, state, dueMs, stoppedBy ?? null, agreed?.ms ?? null, agreedDigest ?? null],
    );
  });
}

/** A plan by the due that is to be carried out. */
export interface DuePlan extends PlanRow {
  /** Whether it waits for this due; else the due was asked for before its owner paused the plan, let it go on or ended it. */
  readonly isWaiting: boolean;
  /** When it last stopped as it was read, by its number. */
  readonly lastStop: number | undefined;
}

/** Those whose time has come or that were asked for, by it; behind `after`. */
export async function duePlans(
  source: Queryable,
  nowMs: number,
  {
    after,
    limit,
  }: {
    readonly after: Pick<PlanRow, 'dueMs' | 'planId'> | undefined;
    readonly limit: number;
  },
): Promise<DuePlan[]> {
  const rows = await source.query<PlanRecord & { readonly last_stop: bigint | null }>(
    `SELECT ${PLAN}, (SELECT max(stop_id) FROM recurring_stops AS stops
       WHERE stops.plan_id = recurring_plans.plan_id) AS last_stop
     FROM recurring_plans
     WHERE (state = 'active' AND due_ms <= $1 OR asked_ms IS NOT NULL)
       AND (coalesce(asked_ms, due_ms), plan_id) > ($2::bigint, $3::bigint)
     ORDER BY coalesce(asked_ms, due_ms), plan_id LIMIT $4`,
    [nowMs, after?.dueMs ?? -1, after?.planId ?? 0, limit],
  );
  return rows.map((row) => {
    const plan = toPlan(row);
    const dueMs = plan.askedMs ?? plan.dueMs;
    const isWaiting = plan.state === 'active' && dueMs === plan.dueMs;
    const lastStop = row.last_stop === null ? undefined : Number(row.last_stop);
    return { ...plan, dueMs, isWaiting, lastStop };
  });
}

export type Due = Pick<PlanRow, 'planId' | 'dueMs'>;

/** Before the order of a due is asked for: false where its plan waits for it no more. */
export async function askDue(target: Queryable, { planId, dueMs }: Due): Promise<boolean> {
  const rows = await target.query(
    `UPDATE recurring_plans SET asked_ms = due_ms
     WHERE plan_id = $1 AND due_ms = $2 AND state = 'active' AND coalesce(asked_ms, due_ms) = due_ms
     RETURNING plan_id`,
    [planId, dueMs],
  );
  return rows.length > 0;
}

/** Nothing came of it, and nothing will. */
export async function forgetAsked(target: Queryable, { planId, dueMs }: Due): Promise<void> {
  await target.query(
    'UPDATE recurring_plans SET asked_ms = NULL WHERE plan_id = $1 AND asked_ms = $2',
    [planId, dueMs],
  );
}
