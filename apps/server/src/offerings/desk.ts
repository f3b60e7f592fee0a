/**
 * What must hold before a subscription is asked of the engine. Times, limits, what is left and the balance are checked
 * by the engine, where requests come one after another (N1).
 */

import { type ParsedOf, ProblemError } from '@fairlead/contract';
import type { OfferingRow, Subscribe } from '@fairlead/engine';
import { amountMinor, PRICE_SCALE, priceE8 } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import type { OfferingsNeeds } from './needs.ts';
import { readOfferings } from './queries.ts';

/** What the engine takes; more than there is of anything. */
const AMOUNT_MAX = 2n ** 62n;

/** Offerings are few: one is found among all. */
export async function findOffering(
  { database }: { readonly database: Database },
  offeringId: number,
): Promise<OfferingRow | undefined> {
  return (await readOfferings(database)).find((each) => each.offeringId === offeringId);
}

export interface SubscriptionAsked {
  readonly userId: number;
  readonly input: ParsedOf<'subscribe'>;
  readonly say: Say;
}

/** Makes the command of a subscription; throws ProblemError. */
export async function prepareSubscription(
  context: OfferingsNeeds,
  { userId, input, say }: SubscriptionAsked,
): Promise<Subscribe> {
  const { terms, reconciler } = context;
  const offering = await findOffering(context, input.offering_id);
  if (offering === undefined) throw new ProblemError('not_found');
  // Nothing is sold on books that do not add up.
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const decimals = new Decimals(say);
  const { scale } = terms.knownCurrency(offering.currencyId);
  const amount = decimals.read('amount', input.amount, scale);
  const shownPrice = decimals.optional('shown_issue_price', input.shown_issue_price, PRICE_SCALE);
  const { shown_lockup_days: shownDays, shown_launches_at: shownLaunch } = input;
  decimals.check();
  if (amount > AMOUNT_MAX) throw new ProblemError('above_maximum');
  return {
    kind: 'subscribe',
    owner: userId,
    offeringId: offering.offeringId,
    amount: amountMinor(amount),
    shownTerms: {
      ...(shownPrice !== undefined && { issuePrice: priceE8(shownPrice) }),
      ...(shownDays !== undefined && { lockupDays: shownDays }),
      ...(shownLaunch !== undefined && { launchesAtMs: shownLaunch }),
    },
  };
}
