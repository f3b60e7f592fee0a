/** From a press of Rise or Fall to the order: the whole cost, then it is sent; a moved price asks again. */

import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { OptionDirection, RequestOf } from '@fairlead/contract';
import { formatAmount, toast } from '@fairlead/ui';
import { formatDecimal, formatRate } from '@fairlead/units';
import { type Dispatch, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../../data/account/settings.ts';
import { type OptionRules, tidyMoney } from '../option-rules.ts';
import { hearOrder } from '../orders/heard-orders.ts';
import type { Problem, TicketAction, TicketSummary } from './model.ts';

export type BuyRequest = RequestOf<'buyOption'>;

export type BuyStep =
  | { readonly kind: 'idle' }
  | { readonly kind: 'confirm'; readonly direction: OptionDirection }
  /** Sent without a question: the pressed button waits. */
  | { readonly kind: 'sent'; readonly direction: OptionDirection }
  /** The price was too far from the one that was shown. */
  | {
      readonly kind: 'moved';
      readonly direction: OptionDirection;
      readonly saw: string | undefined;
    }
  /** No answer came: only the same request under the same key may follow. */
  | { readonly kind: 'unknown'; readonly request: BuyRequest };

export interface BuyOptions {
  readonly rules: OptionRules | undefined;
  readonly summary: TicketSummary;
  readonly problem: Problem | undefined;
  readonly dispatch: Dispatch<TicketAction>;
  /** The index as it is shown now. */
  readonly price: string | undefined;
  /** The account is not verified after all, or the country is refused. */
  readonly onGate: (gate: 'verify' | 'country') => void;
}

export interface BuyFlow {
  readonly step: BuyStep;
  readonly isSending: boolean;
  /** A button of the ticket. */
  readonly press: (direction: OptionDirection) => void;
  readonly send: (direction: OptionDirection) => void;
  /** The same request once more. */
  readonly askAgain: (request: BuyRequest) => void;
  readonly close: () => void;
}

const IDLE: BuyStep = { kind: 'idle' };

/** What is asked for; undefined while something is missing. */
function buyRequest(
  direction: OptionDirection,
  { rules, summary, price }: Pick<BuyOptions, 'rules' | 'summary' | 'price'>,
): BuyRequest | undefined {
  const { time, stake } = summary;
  if (rules === undefined || time === undefined || stake === undefined) return undefined;
  return {
    symbol: rules.symbol,
    direction,
    seconds: time.seconds,
    currency_id: rules.currencyId,
    amount: formatDecimal(stake, rules.scale),
    ...(price === undefined ? {} : { shown_price: price }),
    shown_payout_ratio: formatRate(time.payoutRatioPpm),
    shown_fee_rate: formatRate(rules.feePpm),
  };
}

export function useBuyOption(options: BuyOptions): BuyFlow {
  const { problem, dispatch, price } = options;
  const t = useTranslations('options');
  const [step, setStep] = useState<BuyStep>(IDLE);
  const asksFirst = useConfirmation('option_order');
  const wasSent = useRef<BuyRequest>(undefined);
  const onError = (error: ApiError): boolean => {
    const request = wasSent.current;
    setStep(IDLE);
    if (request === undefined) return false;
    if (error.isOutcomeUnknown || error.code === 'in_progress')
      setStep({ kind: 'unknown', request });
    else if (error.code === 'price_moved')
      setStep({ kind: 'moved', direction: request.direction, saw: request.shown_price });
    else if (error.code === 'kyc_required') options.onGate('verify');
    else if (error.code === 'options_closed') options.onGate('country');
    else return false;
    return true;
  };
  const buy = useAction('buyOption', {
    invalidates: ['optionOrders', 'payableCurrencies', 'wallet'],
    onSuccess: ({ order }) => {
      hearOrder(order);
      dispatch({ kind: 'bought' });
      setStep(IDLE);
      const { direction, amount, currency, seconds, id } = order;
      toast({
        kind: 'good',
        text: t('bought', {
          direction: t(direction),
          amount: formatAmount(tidyMoney(amount), undefined, currency),
          seconds: String(seconds),
        }),
        detail: t('number', { id: String(id) }),
      });
    },
    onError,
  });
  const run = (request: BuyRequest) => {
    wasSent.current = request;
    // The price that is shown changes from one moment to the next.
    const { shown_price: _, ...meant } = request;
    void buy.run(request, JSON.stringify(meant));
  };
  const send = (direction: OptionDirection) => {
    const request = buyRequest(direction, { ...options, price });
    if (request === undefined || problem !== undefined) return;
    // A sheet or dialog that is open waits itself; without one the button does.
    if (step.kind === 'idle') setStep({ kind: 'sent', direction });
    run(request);
  };
  return {
    step,
    isSending: buy.isRunning,
    press: (direction) => {
      dispatch({ kind: 'tried' });
      if (problem !== undefined || buyRequest(direction, options) === undefined) return;
      if (asksFirst) setStep({ kind: 'confirm', direction });
      else send(direction);
    },
    send,
    askAgain: run,
    close: () => setStep(IDLE),
  };
}
