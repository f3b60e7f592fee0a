import type { OperatorDeposit } from '@fairlead/contract';
import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useShortcuts } from '../../app/shortcuts.ts';
import { formatMoney } from '../../parts/amount.ts';
import { ownApproval } from '../../queue/approval-steps.ts';
import { Outcome } from '../../queue/Outcome.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { depositTexts as t } from '../../texts/deposits.ts';
import { queueTexts } from '../../texts/queue.ts';
import { CreditForm } from './CreditForm.tsx';

export interface DepositActsProps {
  row: OperatorDeposit;
  queue: OpenQueue<OperatorDeposit>;
  reviewer: { readonly id: number | undefined; readonly mayDecide: boolean };
  /** What became of a record that left the list is being looked up. */
  isLooking: boolean;
}

/** What can be done with the open deposit. */
export function DepositActs(props: DepositActsProps) {
  const { row, queue, reviewer, isLooking } = props;
  if (!reviewer.mayDecide) return <Note>{queueTexts.readsOnly}</Note>;
  if (queue.isGone)
    return <Outcome names={row.approvals.map(({ operator }) => operator)} isLooking={isLooking} />;
  if (row.status !== 'under_review') return null;
  return row.kind === 'chain' ? <Note>{t.chainOnly}</Note> : <Deciding {...props} />;
}

function Deciding({ row, queue, reviewer }: DepositActsProps) {
  const { state, begin, back } = queue;
  const decision = useDecision('decideDeposit', {
    reads: 'operatorDeposits',
    onDone: (record) => {
      toast({ text: doneText(record) });
      queue.decided(row.id);
    },
  });
  const own = ownApproval(row, reviewer.id);
  const isTaken = decision.takenId === row.id;
  const keys = {
    ...(own === undefined && { a: () => begin('approve') }),
    r: () => begin('reject'),
  };
  useShortcuts(keys, state.step === 'view' && !isTaken);
  useShortcuts({ Escape: back }, state.step !== 'view');
  if (isTaken)
    return <Outcome names={row.approvals.map(({ operator }) => operator)} isLooking={false} />;
  if (state.step === 'reject')
    return (
      <ReasonForm
        submitLabel={queueTexts.rejectAmount(formatMoney(row.amount, row.currency))}
        templates={t.templates}
        isDanger
        isBusy={decision.isRunning}
        onBack={back}
        onSubmit={(reason) => decision.run({ id: row.id, decision: 'rejected', reason })}
      />
    );
  if (state.step === 'approve')
    return (
      <CreditForm
        row={row}
        isBusy={decision.isRunning}
        refused={decision.fields}
        onBack={back}
        onSubmit={({ credited, reference }) =>
          decision.run({
            id: row.id,
            decision: 'passed',
            credited,
            ...(reference !== '' && { reference }),
          })
        }
      />
    );
  return (
    <>
      {own !== undefined && (
        <Note kind="info" className="mb-3">
          {queueTexts.ownApproval(formatDate(own.time, 'minute', 'en'))}
        </Note>
      )}
      <div className="con-two">
        <Button variant="danger" size={44} onClick={() => begin('reject')}>
          {queueTexts.reject}
        </Button>
        <Button
          variant="main"
          size={44}
          disabled={own !== undefined}
          onClick={() => begin('approve')}
        >
          {row.approvals.length > 0 ? queueTexts.approveSecond : queueTexts.approve}
        </Button>
      </div>
    </>
  );
}

function doneText({ id, status, credited, currency }: OperatorDeposit): string {
  if (status === 'rejected') return t.rejectedDone(id);
  return status === 'passed' ? t.done(id, formatMoney(credited, currency)) : t.doneFirst(id);
}
