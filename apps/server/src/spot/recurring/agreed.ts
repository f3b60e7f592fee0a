/**
 * What vouches for a plan: a digest of its terms and of when its owner agreed to them, under a key made of SECRET_KEY. It is made
 * where a session of theirs creates the plan or lets it go on, and nowhere else; before each due the row is held against it, against
 * the plan's own days and against what was bought so far. Whoever writes into the table has no such digest.
 */
import type { AgreedJudge, Judgement } from '../../core/checks/agreed-check.ts';
import type { Queryable } from '../../core/store/database.ts';
import { nextDue } from './days.ts';
import { type DuePlan, type PlanRow, purchasedOf } from './queries.ts';

type Terms = Pick<PlanRow, 'planId' | 'userId' | 'marketId' | 'amount' | 'weekdays' | 'monthDay'> &
  Pick<PlanRow, 'minute' | 'total' | 'maxPrice' | 'untilMs'>;

/** All that its owner sees and agrees to. */
export const agreedPlan = (plan: Terms, agreedMs: number): string =>
  `recurring|${plan.planId}|${plan.userId}|${plan.marketId}|${plan.amount}|${plan.weekdays}|${plan.monthDay}|${plan.minute}|${plan.total}|${plan.maxPrice}|${plan.untilMs}|${agreedMs}`;

/** Whether a due is one that its owner agreed to; `previous` where the secret has changed since. */
export async function judgeDue(
  database: Queryable,
  judge: Pick<AgreedJudge, 'judge'>,
  plan: DuePlan,
): Promise<Judgement> {
  const { agreedMs, agreedDigest, dueMs, untilMs, spent } = plan;
  if (agreedMs === undefined || agreedDigest === undefined) return 'other';
  const isOfItsDays = dueMs > agreedMs && nextDue(plan, dueMs - 1) === dueMs;
  if (!isOfItsDays || dueMs > (untilMs ?? dueMs)) return 'other';
  // What was bought is in rows that nobody changes, with a receipt of each.
  const purchased = await purchasedOf(database, plan);
  if (purchased.isDone || purchased.spent > spent) return 'other';
  return judge.judge(agreedPlan(plan, agreedMs), agreedDigest);
}
