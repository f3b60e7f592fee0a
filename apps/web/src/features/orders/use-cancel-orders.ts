import { useAction } from '@fairlead/calls';
import type { Order, TriggerOrder } from '@fairlead/contract';
import { ELEMENTS_MAX } from '@fairlead/contract/constants';
import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../data/account/settings.ts';
import { callApi } from '../../data/calls/api.ts';
import { type Cancelled, cancelAllWaiting } from './cancel-all.ts';

/** What is asked before it is done. */
export type CancelQuestion =
  | { readonly kind: 'one'; readonly order: Order }
  | ({ readonly kind: 'all' } & AllOrders);

export interface AllOrders {
  /** Undefined for those of every market. */
  readonly symbol: string | undefined;
  /** How many wait now, those for a price not counted. */
  readonly count: number;
  /** That wait for a price. */
  readonly triggers?: readonly TriggerOrder[];
}

export interface CancelOrders {
  readonly question: CancelQuestion | undefined;
  readonly isRunning: boolean;
  /** Asks first unless that was switched off. */
  readonly cancel: (order: Order) => void;
  /** Always asks. */
  readonly cancelAll: (all: AllOrders) => void;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

/** Cancels one order or all; says how many it were. */
export function useCancelOrders(onDone?: () => void): CancelOrders {
  const t = useTranslations('orders');
  const asksFirst = useConfirmation('cancel_order');
  const [question, setQuestion] = useState<CancelQuestion>();
  const [isAll, setAll] = useState(false);
  const single = useAction('cancelOrder', {
    invalidates: ['orders', 'triggers', 'orderLists', 'wallet'],
    onSuccess: ({ order }) =>
      toast({
        kind: 'good',
        text: t('cancelled'),
        detail: t('number', { id: String(order.id) }),
      }),
  });
  const { run: cancelPage } = useAction('cancelOrders', { invalidates: ['orders', 'wallet'] });
  // One that was triggered meanwhile is no failure of the whole.
  const waiting = useAction('cancelTrigger', {
    invalidates: ['triggers', 'wallet'],
    onError: ({ code }) => code === 'order_not_open',
  });
  const lists = useAction('cancelOrderList', {
    invalidates: ['orders', 'triggers', 'orderLists', 'wallet'],
    onError: ({ code }) => code === 'order_not_open',
  });
  const runOne = async (order: Order) => {
    await single.run({ order_id: order.id });
    setQuestion(undefined);
    onDone?.();
  };
  const say = ({ done, refused, isWhole }: Cancelled) => {
    if (!isWhole) toast({ kind: 'bad', text: t('cancelledUnsure', { done: String(done) }) });
    else if (refused === 0) toast({ kind: 'good', text: t('cancelledCount', { count: done }) });
    else {
      const values = { done: String(done), count: done + refused };
      toast({ kind: 'info', text: t('cancelledSome', values) });
    }
  };
  const runAll = async ({ symbol, triggers = [] }: AllOrders) => {
    setAll(true);
    let done = 0;
    let asked = 0;
    // First what may yet become an order: with one of a list all of it goes.
    for (const list_id of new Set(triggers.flatMap((trigger) => trigger.list_id ?? []))) {
      const gone = (await lists.run({ list_id }))?.order_list;
      const count = gone === undefined ? 0 : gone.orders.length + gone.trigger_orders.length;
      done += count;
      asked += Math.max(1, count);
    }
    for (const trigger of triggers.filter(({ list_id }) => list_id === undefined)) {
      asked += 1;
      if ((await waiting.run({ trigger_id: trigger.id })) !== undefined) done += 1;
    }
    const page = { status: 'waiting', page: 1, limit: ELEMENTS_MAX } as const;
    const request = symbol === undefined ? page : { ...page, symbol };
    const orders = await cancelAllWaiting({
      waiting: () => callApi('orders', request),
      cancel: (ids) => cancelPage({ orders: ids.map((id) => ({ order_id: id })) }),
    }).catch(() => ({ done: 0, refused: 0, isWhole: false }));
    setAll(false);
    setQuestion(undefined);
    say({
      done: done + orders.done,
      refused: asked - done + orders.refused,
      isWhole: orders.isWhole,
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
    cancelAll: (all) => setQuestion({ kind: 'all', ...all }),
    confirm: () => {
      if (question?.kind === 'one') void runOne(question.order);
      if (question?.kind === 'all') void runAll(question);
    },
    dismiss: () => setQuestion(undefined),
  };
}
