/** Tells owners what became of their dues: each once, also after a crash, for a message has the name of what it tells of. */
import type { Logger } from 'pino';
import { amountText } from '../../core/http/figures.ts';
import { RECURRING_AT_ONCE_MAX } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { Terms } from '../../market/index.ts';
import type { Messages } from '../../notices/index.ts';
import { type PurchaseRow, setTold, untoldPurchases } from './purchase-queries.ts';
import { type PlanRow, setStopTold, untoldStops } from './queries.ts';

interface TellingParts {
  readonly database: Database;
  readonly terms: Terms;
  readonly messages: Pick<Messages, 'tell'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Of plans that were stopped between their dues. */
export async function tellStops(parts: TellingParts): Promise<void> {
  const { database, messages, terms, log } = parts;
  let after = 0;
  for (;;) {
    const untold = await untoldStops(database, { after, limit: RECURRING_AT_ONCE_MAX });
    for (const { plan, stoppedAtMs } of untold) {
      const { userId, planId, marketId, stoppedBy = '' } = plan;
      const { symbol } = terms.knownMarket(marketId);
      const values = { symbol, plan: String(planId), cause: stoppedBy };
      const key = `recurring:${planId}:stop:${stoppedAtMs}`;
      try {
        await messages.tell(userId, 'recurring_stopped', values, { key });
        await setStopTold(database, { planId, stoppedAtMs });
      } catch (error) {
        log.warn({ err: error, planId }, 'the stop of a recurring buy could not be told');
      }
    }
    after = untold.at(-1)?.plan.planId ?? after;
    if (untold.length < RECURRING_AT_ONCE_MAX) return;
  }
}

export async function tellPurchases(parts: TellingParts): Promise<void> {
  const { database, log } = parts;
  let after: PurchaseRow | undefined;
  for (;;) {
    const untold = await untoldPurchases(database, { after, limit: RECURRING_AT_ONCE_MAX });
    for (const { purchase, plan } of untold) {
      try {
        await tell(parts, purchase, plan);
        await setTold(database, purchase);
      } catch (error) {
        // It waits for the next round, and keeps nobody else from hearing.
        log.warn({ err: error, planId: plan.planId }, 'a recurring buy could not be told');
      }
    }
    after = untold.at(-1)?.purchase;
    if (untold.length < RECURRING_AT_ONCE_MAX) return;
  }
}

async function tell(
  { messages, terms }: TellingParts,
  purchase: PurchaseRow,
  { userId, planId, marketId }: PlanRow,
): Promise<void> {
  const { symbol, base, quote } = terms.knownMarket(marketId);
  const key = `recurring:${planId}:${purchase.dueMs}`;
  const of = { symbol, plan: String(planId) };
  if (purchase.outcome === 'bought') {
    const amounts = {
      ...{ amount: amountText(purchase.bought, base), currency: base.name },
      ...{ spent: amountText(purchase.spent, quote), pays: quote.name },
    };
    await messages.tell(userId, 'recurring_bought', { ...of, ...amounts }, { key });
  } else if (purchase.stoppedBy !== 'total' && purchase.stoppedBy !== 'unagreed') {
    const { cause = '', dueCount } = purchase;
    const values = { ...of, cause, count: String(dueCount) };
    await messages.tell(userId, 'recurring_not_bought', values, { key });
  }
  if (purchase.stoppedBy === undefined) return;
  const values = { ...of, cause: purchase.stoppedBy };
  await messages.tell(userId, 'recurring_stopped', values, { key: `${key}:stop` });
}
