import type { OperatorSubscription } from '@fairlead/contract';
import { Button, Note, toast } from '@fairlead/ui';
import { useShortcuts } from '../../app/shortcuts.ts';
import { formatMoney } from '../../parts/amount.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { Outcome } from '../../queue/Outcome.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { queueTexts } from '../../texts/queue.ts';
import { subscriptionTexts as t } from '../../texts/subscriptions.ts';

type Row = OperatorSubscription;

export interface SubscriptionActsProps {
  row: Row;
  queue: OpenQueue<Row>;
  mayDecide: boolean;
  /** What became of a record that left the list is being looked up. */
  isLooking: boolean;
}

const namesOf = ({ operator }: Row): readonly string[] =>
  operator === undefined ? [] : [operator];

/** Pass, or reject with a reason. */
export function SubscriptionActs(props: SubscriptionActsProps) {
  const { row, queue, mayDecide, isLooking } = props;
  if (!mayDecide) return <Note>{queueTexts.readsOnly}</Note>;
  if (queue.isGone) return <Outcome names={namesOf(row)} isLooking={isLooking} />;
  return row.status === 'under_review' ? <Deciding row={row} queue={queue} /> : null;
}

function Deciding({ row, queue }: Pick<SubscriptionActsProps, 'row' | 'queue'>) {
  const { state, begin, back } = queue;
  const decision = useDecision('decideSubscription', {
    reads: 'operatorSubscriptions',
    onDone: ({ id, status }) => {
      toast({ text: status === 'passed' ? t.passed(id) : t.rejected(id) });
      queue.decided(id);
    },
  });
  const isTaken = decision.takenId === row.id;
  const keys = { a: () => begin('approve'), r: () => begin('reject') };
  useShortcuts(keys, state.step === 'view' && !isTaken);
  useShortcuts({ Escape: back }, state.step !== 'view');
  const amount = formatMoney(row.amount, row.currency);
  if (isTaken) return <Outcome names={namesOf(row)} isLooking={false} />;
  if (state.step === 'reject')
    return (
      <ReasonForm
        submitLabel={queueTexts.rejectAmount(amount)}
        hint={t.rejectHint}
        templates={t.templates}
        isDanger
        isBusy={decision.isRunning}
        onBack={back}
        onSubmit={(reason) => decision.run({ id: row.id, decision: 'rejected', reason })}
      />
    );
  if (state.step === 'approve')
    return (
      <ConfirmStep
        confirmLabel={t.confirm.button(amount)}
        isBusy={decision.isRunning}
        onBack={back}
        onConfirm={() => decision.run({ id: row.id, decision: 'passed' })}
      >
        <p className="text-muted">{t.confirm.lead}</p>
        <p className="text-20 font-strong">{amount}</p>
        <p>{t.confirm.for(formatMoney(row.paid, row.payment_currency))}</p>
        <p>{t.confirm.to(`${row.user}, ${row.user_id}`)}</p>
        <p className="mt-2 text-12 text-muted">{t.confirm.last}</p>
      </ConfirmStep>
    );
  return (
    <div className="con-two">
      <Button variant="danger" size={44} onClick={() => begin('reject')}>
        {queueTexts.reject}
      </Button>
      <Button variant="main" size={44} onClick={() => begin('approve')}>
        {t.pass}
      </Button>
    </div>
  );
}
