import { useAction } from '@fairlead/calls';
import type { Order, TriggerOrder } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../data/account/settings.ts';

/** What is asked before it is done. */
export type CancelQuestion =
  | { readonly kind: 'one'; readonly order: Order }
  | {
      readonly kind: 'all';
      readonly orders: readonly Order[];
      /** That wait for a price. */
      readonly triggers: readonly TriggerOrder[];
    };

export interface CancelOrders {
  readonly question: CancelQuestion | undefined;
  readonly isRunning: boolean;
  /** Asks first unless that was switched off. */
  readonly cancel: (order: Order) => void;
  /** Always asks. */
  readonly cancelAll: (orders: readonly Order[], triggers?: readonly TriggerOrder[]) => void;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

/** Cancels one order or several, one after the other; says how many it were. */
export function useCancelOrders(onDone?: () => void): CancelOrders {
  const t = useTranslations('orders');
  const asksFirst = useConfirmation('cancel_order');
  const [question, setQuestion] = useState<CancelQuestion>();
  const [isAll, setAll] = useState(false);
  const single = useAction('cancelOrder', {
    invalidates: ['orders', 'wallet'],
    onSuccess: ({ order }) =>
      toast({
        kind: 'good',
        text: t('cancelled'),
        detail: t('number', { id: String(order.id) }),
      }),
  });
  // An order that was filled meanwhile is no failure of the whole.
  const several = useAction('cancelOrder', {
    invalidates: ['orders', 'wallet'],
    onError: ({ code }) => code === 'order_not_open',
  });
  const waiting = useAction('cancelTrigger', {
    invalidates: ['triggers', 'wallet'],
    onError: ({ code }) => code === 'order_not_open',
  });
  const runOne = async (order: Order) => {
    await single.run({ order_id: order.id });
    setQuestion(undefined);
    onDone?.();
  };
  const runAll = async (orders: readonly Order[], triggers: readonly TriggerOrder[]) => {
    setAll(true);
    let done = 0;
    // First what may yet become an order.
    for (const trigger of triggers) {
      if ((await waiting.run({ trigger_id: trigger.id })) !== undefined) done += 1;
    }
    for (const order of orders) {
      if ((await several.run({ order_id: order.id })) !== undefined) done += 1;
    }
    setAll(false);
    setQuestion(undefined);
    const count = orders.length + triggers.length;
    if (done === count) toast({ kind: 'good', text: t('cancelledCount', { count: done }) });
    else
      toast({
        kind: 'info',
        text: t('cancelledSome', { done: String(done), count: String(count) }),
      });
    onDone?.();
  };
  return {
    question,
    isRunning: single.isRunning || isAll,
    cancel: (order) => {
      if (asksFirst) setQuestion({ kind: 'one', order });
      else void runOne(order);
    },
    cancelAll: (orders, triggers = []) => setQuestion({ kind: 'all', orders, triggers }),
    confirm: () => {
      if (question?.kind === 'one') void runOne(question.order);
      if (question?.kind === 'all') void runAll(question.orders, question.triggers);
    },
    dismiss: () => setQuestion(undefined),
  };
}
