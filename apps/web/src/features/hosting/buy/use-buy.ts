/** From the press of the button to the order. */
import { useAction, useApi } from '@fairlead/calls';
import type { ErrorCode, HostingOrder } from '@fairlead/contract';
import { formatAmount } from '@fairlead/ui';
import { type AmountMinor, amountMinor, parseDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { moneyText, type ProductTerms } from '../terms.ts';
import { type BuyInputs, buyProblem, buyRequest, typedMinor } from './buy-model.ts';

/** Refusals that are about the amount: said under it. */
const ABOUT_AMOUNT: ReadonlySet<string> = new Set<ErrorCode>([
  'below_minimum',
  'above_maximum',
  'sold_out',
  'house_limit',
  'insufficient_balance',
]);

export interface BuyOptions {
  readonly text: string;
  readonly inputs: BuyInputs;
  readonly onDone: (order: HostingOrder) => void;
}

export function useBuy({ text, inputs, onDone }: BuyOptions) {
  const { terms } = inputs;
  const t = useTranslations('hosting.problem');
  const [isPressed, setPressed] = useState(false);
  const [isAgreed, agree] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isAsking, ask] = useState(false);
  const buy = useAction('buyHosting', {
    invalidates: ['hostingOrders', 'hostingReport', 'hostingProducts', 'hostingProduct', 'wallet'],
    onSuccess: ({ order }) => onDone(order),
    onError: (error) => {
      if (!error.isOutcomeUnknown) ask(false);
      const own = error.fields['amount'];
      if (own === undefined && !ABOUT_AMOUNT.has(error.code)) return false;
      setRefusal(own ?? error.message);
      return true;
    },
  });
  const found = buyProblem(text, inputs);
  const amountOf = (minor: bigint) =>
    formatAmount(moneyText(minor, terms.scale), undefined, terms.currency);
  const sentences = {
    required: t('required'),
    belowMinimum: t('belowMinimum', { amount: amountOf(terms.minMinor) }),
    aboveMaximum: t('aboveMaximum', { amount: amountOf(terms.maxMinor) }),
    aboveRemaining: t('aboveRemaining', { amount: amountOf(terms.remainingMinor) }),
    insufficient: t('insufficient'),
  };
  const isSaid = found !== undefined && found !== 'soldOut' && (isPressed || found !== 'required');
  return {
    isAgreed,
    isAgreementMissing: isPressed && !isAgreed,
    isRunning: buy.isRunning,
    problem: refusal ?? (isSaid ? sentences[found] : undefined),
    isAsking,
    ask,
    agree,
    /** After the last look. */
    confirm: () => {
      const amount = typedMinor(text, terms.scale);
      if (amount === undefined) return;
      const request = buyRequest(amount, terms);
      // By worse terms than those that were shown it is refused, and not another lock.
      void buy.run(request, `${request.product_id} ${request.amount}`);
    },
    forget: () => {
      setRefusal(undefined);
      setPressed(false);
    },
    /** Asks once more; false when something keeps it from going. */
    press: (): boolean => {
      setPressed(true);
      const amount = typedMinor(text, terms.scale);
      if (found !== undefined || amount === undefined || !isAgreed) return false;
      setRefusal(undefined);
      ask(true);
      return true;
    },
  };
}

/** In the trust account. Nothing there counts as nothing, an unread wallet and a guest's as unknown. */
export function useTrustFunds({ currencyId, scale }: ProductTerms): AmountMinor | undefined {
  const wallet = useApi('wallet', {}).data;
  if (wallet === undefined) return undefined;
  const account = wallet.accounts.find((one) => one.account === 'trust');
  const balance = account?.balances.find(({ currency_id }) => currency_id === currencyId);
  const value = parseDecimal(balance?.available ?? '0', scale);
  return value === undefined ? undefined : amountMinor(value);
}
