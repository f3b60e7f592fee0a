import { useAction } from '@fairlead/calls';
import type { TriggerOrder } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../../data/account/settings.ts';

export interface CancelTrigger {
  /** What is asked about. */
  readonly question: TriggerOrder | undefined;
  readonly isRunning: boolean;
  /** Asks first unless that was switched off. */
  readonly cancel: (trigger: TriggerOrder) => void;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

/** Takes back one that waits for a price. */
export function useCancelTrigger(onDone: () => void): CancelTrigger {
  const t = useTranslations('orders');
  const asksFirst = useConfirmation('cancel_order');
  const [question, setQuestion] = useState<TriggerOrder>();
  const call = useAction('cancelTrigger', {
    invalidates: ['orders', 'triggers', 'orderLists', 'wallet'],
    onSuccess: ({ trigger_order: { id } }) =>
      toast({ kind: 'good', text: t('cancelled'), detail: t('number', { id: String(id) }) }),
  });
  const run = async ({ id }: TriggerOrder) => {
    await call.run({ trigger_id: id });
    setQuestion(undefined);
    onDone();
  };
  return {
    question,
    isRunning: call.isRunning,
    cancel: (trigger) => {
      if (asksFirst) setQuestion(trigger);
      else void run(trigger);
    },
    confirm: () => {
      if (question !== undefined) void run(question);
    },
    dismiss: () => setQuestion(undefined),
  };
}
