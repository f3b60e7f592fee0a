import { useAction } from '@fairlead/calls';
import type { OrderList } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

export interface CancelList {
  /** What is asked about. */
  readonly question: OrderList | undefined;
  readonly isRunning: boolean;
  /** Always asks: several orders go. */
  readonly cancel: (list: OrderList) => void;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

/** Takes back all orders of a list. */
export function useCancelList(onDone: () => void): CancelList {
  const t = useTranslations('lists');
  const [question, setQuestion] = useState<OrderList>();
  const call = useAction('cancelOrderList', {
    invalidates: ['orders', 'triggers', 'orderLists', 'wallet'],
    onSuccess: ({ order_list: { id } }) =>
      toast({ kind: 'good', text: t('cancelled'), detail: t('number', { id: String(id) }) }),
  });
  const run = async ({ id }: OrderList) => {
    await call.run({ list_id: id });
    setQuestion(undefined);
    onDone();
  };
  return {
    question,
    isRunning: call.isRunning,
    cancel: setQuestion,
    confirm: () => {
      if (question !== undefined) void run(question);
    },
    dismiss: () => setQuestion(undefined),
  };
}
