/** A change of a waiting order while it is typed: the same in the sheet and in the row. */
import { useAction, useApi } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { formatAmount, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { useMarketRules } from '../../../data/markets/use-market-rules.ts';
import {
  type AmendInput,
  type Amendment,
  amendmentOf,
  amendRequest,
  inputOf,
} from './amend-model.ts';

interface AmendOptions {
  /** Where it begins; else as the order is. */
  readonly price?: string | undefined;
  /** It is changed, or cannot be any more. */
  readonly onClose: () => void;
}

export function useAmend(order: Order, { price, onClose }: AmendOptions) {
  const t = useTranslations('amend');
  const rules = useMarketRules(order.symbol);
  const [input, setInput] = useState<AmendInput>({
    ...inputOf(order),
    ...(price !== undefined && { price }),
  });
  const amend = useAction('amendOrder', {
    invalidates: ['orders', 'wallet'],
    onSuccess: ({ order: { id, status } }) => {
      toast({
        kind: status === 'cancelled' ? 'info' : 'good',
        text: t(`done.${status}`),
        detail: t('number', { id: String(id) }),
      });
      onClose();
    },
    // Filled or cancelled meanwhile: the list says what became of it.
    onError: ({ code }) => {
      if (code === 'order_not_open') onClose();
      return false;
    },
  });
  const { list_id: list } = order;
  const asked = { list_id: list ?? 0, page: 1, limit: 1 };
  const lists = useApi('orderLists', asked, { enabled: list !== undefined });
  const isKnown = list === undefined || lists.data !== undefined || lists.error !== null;
  const amendment =
    rules && isKnown ? amendmentOf(order, input, rules, lists.data?.list[0]?.status) : undefined;
  const request = amendment && amendRequest(order, input, amendment);
  return { rules, input, setInput, amendment, request, amend };
}

/** What is wrong with a field, in words. */
export function useAmendProblem(rules: MarketRules, order: Order, amendment: Amendment) {
  const { problem, shown } = amendment;
  const t = useTranslations('amend');
  const trade = useTranslations('trade.problem');
  return (field: keyof AmendInput): string | undefined => {
    if (problem?.field !== field) return undefined;
    switch (problem.code) {
      case 'price_step':
        return trade('price_step', { step: rules.tickSize });
      case 'quantity_step':
        return trade('quantity_step', { step: rules.lotSize });
      case 'below_filled':
        return t('belowFilled', {
          filled: formatAmount(order.filled_quantity, undefined, rules.base),
        });
      case 'display_step':
        return trade('display_step', { step: rules.lotSize });
      case 'display_range':
        return trade('display_range', shown ?? { least: rules.lotSize, most: '' });
      case 'list_open':
      case 'list_quantity':
        return t(problem.code);
      default:
        return trade(problem.code);
    }
  };
}
