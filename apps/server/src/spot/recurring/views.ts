/** Plans and their purchases as the wire shows them. */
import type { RecurringPlan, RecurringPurchase } from '@fairlead/contract';
import { amountText, indexText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';
import type { PurchaseRow } from './purchase-queries.ts';
import type { PlanRow } from './queries.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

export function planView(plan: PlanRow, terms: Terms): RecurringPlan {
  const market = terms.knownMarket(plan.marketId);
  const { base, quote } = market;
  return {
    id: plan.planId,
    symbol: market.symbol,
    amount: amountText(plan.amount, quote),
    ...(plan.monthDay === undefined
      ? { weekdays: WEEK.filter((day) => ((plan.weekdays >> (day - 1)) & 1) === 1) }
      : { month_day: plan.monthDay }),
    minute: plan.minute,
    ...(plan.total !== undefined && { total: amountText(plan.total, quote) }),
    ...(plan.maxPrice !== undefined && { max_price: indexText(plan.maxPrice, market) }),
    ...(plan.untilMs !== undefined && { until: plan.untilMs }),
    state: plan.state,
    ...(plan.stoppedBy !== undefined && { stopped_by: plan.stoppedBy }),
    spent: amountText(plan.spent, quote),
    bought: amountText(plan.bought, base),
    ...(plan.state === 'active' && { next_at: plan.dueMs }),
    created_at: plan.createdAtMs,
  };
}

export function purchaseView(
  purchase: PurchaseRow,
  plan: PlanRow,
  terms: Terms,
): RecurringPurchase {
  const { base, quote } = terms.knownMarket(plan.marketId);
  return {
    due_at: purchase.dueMs,
    done_at: purchase.doneAtMs,
    outcome: purchase.outcome,
    ...(purchase.cause !== undefined && { cause: purchase.cause }),
    count: purchase.dueCount,
    ...(purchase.orderId !== undefined && { order_id: purchase.orderId }),
    ...(purchase.receiptId !== undefined && { receipt_id: purchase.receiptId }),
    spent: amountText(purchase.spent, quote),
    bought: amountText(purchase.bought, base),
  };
}
