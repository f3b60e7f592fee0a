import type { OperatorSubscription } from '@fairlead/contract';
import { subscriptionApproval } from '@fairlead/contract/operator-intent';
import { toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { Decide } from '../../queue/Decide.tsx';
import { queueTexts } from '../../queue/texts.ts';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { useSignature } from '../../queue/use-signature.ts';
import { subscriptionTexts as t } from './texts.ts';

export interface SubscriptionActsProps {
  row: OperatorSubscription;
  queue: OpenQueue<OperatorSubscription>;
}

export const decidedBy = ({ operator }: OperatorSubscription): readonly string[] =>
  operator === undefined ? [] : [operator];

/** Pass, or reject with a reason. */
export function SubscriptionActs({ row, queue }: SubscriptionActsProps) {
  const decision = useDecision('subscriptions', ({ id, status }) => {
    toast({ text: status === 'passed' ? t.passed(id) : t.rejected(id) });
    queue.decided(id);
  });
  const { sign, isSigning } = useSignature();
  const pass = async () => {
    const signed = await sign(subscriptionApproval(row));
    if (signed !== undefined) void decision.run({ id: row.id, decision: 'passed', ...signed });
  };
  const amount = formatMoney(row.amount, row.currency);
  return (
    <Decide
      step={queue.state.step}
      onStep={queue.begin}
      onBack={queue.back}
      isBusy={decision.isRunning || isSigning}
      takenBy={decision.takenId === row.id ? decidedBy(row) : undefined}
      approve={{
        label: t.pass,
        confirmLabel: t.confirm.button(amount),
        sum: (
          <>
            <p className="text-muted">{t.confirm.lead}</p>
            <p className="text-20 font-strong">{amount}</p>
            <p>{t.confirm.for(formatMoney(row.paid, row.payment_currency))}</p>
            <p>{t.confirm.to(`${row.user}, ${row.user_id}`)}</p>
            <p className="mt-2 text-12 text-muted">{t.confirm.last}</p>
          </>
        ),
        onConfirm: () => void pass(),
      }}
      reject={{
        label: queueTexts.reject,
        submitLabel: queueTexts.rejectAmount(amount),
        hint: t.rejectHint,
        ready: 'subscriptions',
        onReject: (reason) => decision.run({ id: row.id, decision: 'rejected', reason }),
      }}
    />
  );
}
