/** Subscription to new currencies: what is offered, subscribing, and a user's own subscriptions. */

import { DEFAULT_LANGUAGE, ProblemError, routes, type Subscription } from '@fairlead/contract';
import type { Value } from '@fairlead/engine';
import { routeLabel } from '../core/http/envelope.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { RECOMMENDED_OFFERINGS_MAX } from '../core/http/limits.ts';
import { answerOnce } from '../core/http/money.ts';
import type { Say } from '../core/texts/texts.ts';
import { availableTo } from '../ledger/index.ts';
import { findOffering, prepareSubscription } from './desk.ts';
import type { OfferingsNeeds } from './needs.ts';
import {
  readIntroductions,
  readOfferings,
  subscribedAmount,
  subscriptionsPage,
} from './queries.ts';
import {
  inListOrder,
  isListed,
  offeringStatus,
  offeringViewer,
  subscriptionViewer,
} from './views.ts';

type Names = 'offerings' | 'offering' | 'subscribe' | 'subscriptions' | 'recommendedOfferings';

const SUBSCRIBE = routeLabel(routes.subscribe);

export function offeringHandlers(context: OfferingsNeeds): Pick<Handlers, Names> {
  const { sequencer, gate, database, reads, clock } = context;
  const viewOffering = offeringViewer(context);
  const askedView =
    (say: Say) =>
    (value: Value): { order: Subscription } => {
      if (value.kind !== 'subscription')
        throw new TypeError(`a subscription answered ${value.kind}`);
      return { order: subscriptionViewer(context, say)(value.subscription) };
    };
  const listed = async () => {
    const offerings = await readOfferings(database);
    return inListOrder(offerings.filter(isListed), clock.now());
  };
  return {
    offerings: async () => (await listed()).map(viewOffering),
    offering: (call) => showOffering(context, call),
    subscribe: (call) =>
      answerOnce({ sequencer, gate, call, route: SUBSCRIBE }, async (submit) => {
        const { userId } = userOf(call);
        const asked = { userId, input: call.input, say: call.say };
        const command = await prepareSubscription(context, asked);
        return submit({ command, view: askedView(call.say) });
      }),
    subscriptions: async (call) => {
      const { page, limit } = call.input;
      const filter = { owner: userOf(call).userId };
      const found = await subscriptionsPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map(subscriptionViewer(context, call.say)) };
    },
    recommendedOfferings: async () => {
      const nowMs = clock.now();
      const isAhead = (status: string) => status === 'subscribing' || status === 'upcoming';
      return (await listed())
        .filter((offering) => isAhead(offeringStatus(offering, nowMs)))
        .slice(0, RECOMMENDED_OFFERINGS_MAX)
        .map(viewOffering);
    },
  };
}

async function showOffering(
  context: OfferingsNeeds,
  { input, caller, language }: Call<'offering'>,
) {
  const { database, terms } = context;
  const offering = await findOffering(context, input.id);
  if (offering === undefined || !isListed(offering)) throw new ProblemError('not_found');
  const texts = (await readIntroductions(database)).get(offering.offeringId) ?? {};
  const shown = {
    ...offeringViewer(context)(offering),
    introduction: texts[language] ?? texts[DEFAULT_LANGUAGE] ?? '',
  };
  if (caller.kind !== 'user') return shown;
  const available = await availableTo(context, caller, 'coin');
  const payment = terms.knownCurrency(offering.paymentCurrencyId);
  const subscribed = await subscribedAmount(database, caller.userId, offering.offeringId);
  return {
    ...shown,
    available: amountText(available(payment.currencyId) ?? 0n, payment),
    subscribed: amountText(subscribed, terms.knownCurrency(offering.currencyId)),
  };
}
