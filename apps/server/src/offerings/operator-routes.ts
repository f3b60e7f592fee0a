/** Offerings in the console: terms, and the queue of subscriptions. */

import type { ResponseOf } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { saveTerms } from '../core/terms/saves.ts';
import { balancesOf } from '../ledger/index.ts';
import { findOffering } from './desk.ts';
import { offeringSubject } from './effects.ts';
import type { OfferingsNeeds } from './needs.ts';
import { offeringSums, readIntroductions, readOfferings, subscriptionsQueue } from './queries.ts';
import { decideSubscription, operatorSubscriptions } from './subscriptions.ts';
import { checkOfferingChange, offeringTermsView, readOfferingTermsView } from './terms.ts';
import { offeringStatus } from './views.ts';

type Names =
  | 'operatorOfferings'
  | 'operatorSaveOffering'
  | 'operatorSubscriptions'
  | 'decideSubscription';

const HOUSE = 0;

export function operatorOfferingHandlers(context: OfferingsNeeds): Pick<Handlers, Names> {
  return {
    operatorOfferings: () => listOfferings(context),
    operatorSaveOffering: (call) => saveOffering(context, call),
    operatorSubscriptions: async ({ input }) => {
      const { id, status, offering_id, user_id, page, limit } = input;
      const filter = {
        ...(id !== undefined && { id }),
        ...(status !== undefined && { status }),
        ...(offering_id !== undefined && { offeringId: offering_id }),
        ...(user_id !== undefined && { owner: user_id }),
      };
      const found = await subscriptionsQueue(context.database, filter, { page, limit });
      return { ...found, list: await operatorSubscriptions(context, found.list) };
    },
    decideSubscription: (call) => {
      const { id, decision, reason } = call.input;
      const decided = {
        action: `subscription.${decision}`,
        subject: `subscription ${id}`,
        detail: { reason },
      };
      return act(context, call, decided, () => decideSubscription(context, operatorOf(call), call));
    },
  };
}

async function listOfferings({
  database,
  terms,
  clock,
}: OfferingsNeeds): Promise<ResponseOf<'operatorOfferings'>> {
  const offerings = await readOfferings(database);
  const texts = await readIntroductions(database);
  const sums = new Map((await offeringSums(database)).map((each) => [each.offeringId, each]));
  const house = await balancesOf(database, HOUSE);
  const supplyOf = (currencyId: number): bigint => {
    const found = house.find(
      (each) => each.account === 'subscription_supply' && each.currencyId === currencyId,
    );
    return found === undefined ? 0n : found.total - found.frozen;
  };
  return offerings.map((offering) => {
    const sold = terms.knownCurrency(offering.currencyId);
    const payment = terms.knownCurrency(offering.paymentCurrencyId);
    const sum = sums.get(offering.offeringId);
    const introductions = texts.get(offering.offeringId) ?? {};
    return {
      ...offeringTermsView({ offering, introductions }, sold),
      status: offeringStatus(offering, clock.now()),
      sold: amountText(offering.soldMinor, sold),
      under_review: amountText(sum?.underReview ?? 0n, sold),
      proceeds: amountText(sum?.proceeds ?? 0n, payment),
      supply: amountText(supplyOf(sold.currencyId), sold),
      subscriptions: sum?.subscriptions ?? 0,
    };
  });
}

async function saveOffering(context: OfferingsNeeds, call: Call<'operatorSaveOffering'>) {
  const { database, terms } = context;
  const { reason } = call.input;
  const draft = readOfferingTermsView(call.input.terms, terms, call.say);
  const { offeringId, currencyId } = draft.offering;
  const sold = terms.knownCurrency(currencyId);
  const present = await findOffering(context, offeringId);
  checkOfferingChange(present, draft.offering);
  const introductions = (await readIntroductions(database)).get(offeringId) ?? {};
  const before = present && offeringTermsView({ offering: present, introductions }, sold);
  const payload = changeOf(before, offeringTermsView(draft, sold));
  const subject = offeringSubject(offeringId, sold.name);
  // Introductions are long: the proposal and the history have them.
  const { introduction: _texts, ...detail } = call.input.terms;
  return saveTerms(context, call, { kind: 'offering_terms', subject, payload, reason, detail });
}
