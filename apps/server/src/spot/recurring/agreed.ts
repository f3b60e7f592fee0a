/**
 * What vouches for a plan: a digest of its terms, of when its owner agreed to them and of the last time that it had stopped by then,
 * under a key made of SECRET_KEY. It is made where a session of theirs creates the plan or lets it go on, and nowhere else; before each
 * due the row is held against it, against the plan's own days and against what was bought so far. Whoever writes into the table has no
 * such digest, or one of before the last stop.
 */
import type { AgreedJudge, Judgement } from '../../core/checks/agreed-check.ts';
import type { Queryable } from '../../core/store/database.ts';
import { nextDue } from './days.ts';
import { type DuePlan, type PlanRow, purchasedOf } from './queries.ts';

type Terms = Pick<PlanRow, 'planId' | 'userId' | 'marketId' | 'amount' | 'weekdays' | 'monthDay'> &
  Pick<PlanRow, 'minute' | 'total' | 'maxPrice' | 'untilMs'>;

export interface Agreed {
  readonly agreedMs: number;
  /** When the plan last stopped before, by its number; undefined where it never had. */
  readonly lastStop: number | undefined;
}

/** All that its owner sees and agrees to. */
export const agreedPlan = (plan: Terms, { agreedMs, lastStop }: Agreed): string =>
  `recurring|${plan.planId}|${plan.userId}|${plan.marketId}|${plan.amount}|${plan.weekdays}|${plan.monthDay}|${plan.minute}|${plan.total}|${plan.maxPrice}|${plan.untilMs}|${agreedMs}${lastStop === undefined ? '' : `|${lastStop}`}`;

/** Whether a due is one that its owner agreed to; `previous` where the secret has changed since. */
export async function judgeDue(
  database: Queryable,
  judge: Pick<AgreedJudge, 'judge'>,
  plan: DuePlan,
): Promise<{ readonly judgement: Judgement; readonly agreed: string }> {
  const { agreedMs = 0, lastStop } = plan;
  const agreed = agreedPlan(plan, { agreedMs, lastStop });
  const isFit = await isDueOf(database, plan);
  const judgement = isFit ? judge.judge(agreed, plan.agreedDigest ?? '') : 'other';
  return { judgement, agreed };
}

/** Whether it is one of the plan's days since it was agreed to, which has not bought, and the row forgets nothing that was. */
async function isDueOf(database: Queryable, plan: DuePlan): Promise<boolean> {
  const { agreedMs, dueMs, untilMs, spent } = plan;
  if (agreedMs === undefined) return false;
  const isOfItsDays = dueMs > agreedMs && nextDue(plan, dueMs - 1) === dueMs;
  if (!isOfItsDays || dueMs > (untilMs ?? dueMs)) return false;
  // What was bought is in rows that nobody changes, with a receipt of each.
  const purchased = await purchasedOf(database, plan);
  return !purchased.isDone && purchased.spent <= spent;
}
