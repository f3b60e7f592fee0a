import { useAction } from '@fairlead/calls';
import type { Subscription } from '@fairlead/contract';
import { formatAmount } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEntryState } from '../../../data/draft.ts';
import type { OfferingDetails } from '../model.ts';
import {
  type PurchaseProblem,
  type PurchaseRules,
  purchaseRequest,
  shownAmount,
  summarize,
  validate,
} from './purchase-model.ts';

/** Refusals that belong to the amount; after these what was shown is out of date. */
const ABOUT_AMOUNT = new Set(['below_minimum', 'above_maximum', 'sold_out', 'not_subscribing']);

/** What is typed, what it costs, what is wrong with it, and the call. */
export function usePurchase(
  offering: OfferingDetails,
  rules: PurchaseRules,
  onDone: (order: Subscription) => void,
) {
  const [text, setText] = useEntryState(`subscribe ${offering.id}`, '');
  const [isPressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isTopUpOpen, setTopUpOpen] = useState(false);
  const [isAsking, ask] = useState(false);
  const summary = summarize(text, rules);
  const found = validate(summary, rules);
  const problem = useProblemText(offering, rules);
  const subscribe = useAction('subscribe', {
    invalidates: ['offering', 'offerings', 'recommendedOfferings', 'subscriptions', 'wallet'],
    onSuccess: ({ order }) => onDone(order),
    onError: (error) => {
      if (!error.isOutcomeUnknown) ask(false);
      if (error.code === 'insufficient_balance') {
        setTopUpOpen(true);
        return true;
      }
      const own = error.fields['amount'] ?? (ABOUT_AMOUNT.has(error.code) ? error.message : '');
      setRefusal(own);
      return own !== '';
    },
  });
  // An empty field is no mistake before the button is pressed; an amount that is still being typed is not small.
  const isShown = isPressed || (found !== 'required' && found !== 'belowMinimum');
  return {
    text,
    summary,
    problem: refusal || (found !== undefined && isShown ? problem(found) : undefined),
    isRunning: subscribe.isRunning,
    isTopUpOpen,
    setTopUpOpen,
    isAsking,
    ask,
    /** After the last look. */
    confirm: () => {
      if (summary.amount === undefined) return;
      const request = purchaseRequest(offering, summary.amount, rules);
      // By worse terms than those that were shown it is refused, and not another subscription.
      void subscribe.run(request, `${offering.id} ${request.amount}`);
    },
    type: (next: string) => {
      setText(next);
      setPressed(false);
      setRefusal(undefined);
    },
    press: () => {
      setPressed(true);
      if (found === 'insufficient') setTopUpOpen(true);
      if (found !== undefined || summary.amount === undefined) return;
      ask(true);
    },
  };
}

function useProblemText(offering: OfferingDetails, rules: PurchaseRules) {
  const t = useTranslations('publication.problems');
  const amount = (minor: PurchaseRules['min']) =>
    formatAmount(shownAmount(minor, rules.scale), undefined, offering.currency);
  return (found: PurchaseProblem): string => {
    switch (found) {
      case 'belowMinimum':
        return t(found, { amount: amount(rules.min) });
      case 'aboveMaximum':
        return t(found, { amount: amount(rules.rest) });
      case 'soldOut':
        return t(found, { amount: amount(rules.remaining) });
      default:
        return t(found);
    }
  };
}
