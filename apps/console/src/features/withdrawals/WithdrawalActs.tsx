import type { OperatorWithdrawal } from '@fairlead/contract';
import { Address, Button, formatDate, Note, toast } from '@fairlead/ui';
import { useShortcuts } from '../../app/shortcuts.ts';
import { formatMoney } from '../../parts/amount.ts';
import { ownApproval } from '../../queue/approval-steps.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { Outcome } from '../../queue/Outcome.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { queueTexts } from '../../texts/queue.ts';
import { withdrawalTexts as t } from '../../texts/withdrawals.ts';
import { SendActs } from './SendActs.tsx';

export interface WithdrawalActsProps {
  row: OperatorWithdrawal;
  queue: OpenQueue<OperatorWithdrawal>;
  reviewer: { readonly id: number | undefined; readonly mayDecide: boolean };
  /** What became of a record that left the list is being looked up. */
  isLooking: boolean;
}

/** What can be done with the open withdrawal, and the forms it is done with. */
export function WithdrawalActs(props: WithdrawalActsProps) {
  const { row, queue, reviewer, isLooking } = props;
  if (!reviewer.mayDecide) return <Note>{queueTexts.readsOnly}</Note>;
  if (queue.isGone) {
    const wasOpen = queue.openRow?.status === 'under_review';
    const names = wasOpen ? row.approvals.map(({ operator }) => operator) : [];
    return <Outcome names={names} isLooking={isLooking} />;
  }
  if (row.status === 'under_review') return <Deciding {...props} />;
  return row.status === 'passed' ? <SendActs row={row} queue={queue} /> : null;
}

function Deciding({ row, queue, reviewer }: WithdrawalActsProps) {
  const { state, begin, back } = queue;
  const decision = useDecision('decideWithdrawal', {
    reads: 'operatorWithdrawals',
    onDone: (record) => {
      toast({ text: doneText(record) });
      queue.decided(row.id);
    },
  });
  const own = ownApproval(row, reviewer.id);
  const isTaken = decision.takenId === row.id;
  const isFree = state.step === 'view' && !isTaken;
  useShortcuts(
    {
      ...(own === undefined && { a: () => begin('approve') }),
      r: () => begin('reject'),
    },
    isFree,
  );
  useShortcuts({ Escape: back }, state.step !== 'view');
  if (isTaken)
    return <Outcome names={row.approvals.map(({ operator }) => operator)} isLooking={false} />;
  const amount = formatMoney(row.amount, row.currency);
  if (state.step === 'reject')
    return (
      <ReasonForm
        submitLabel={queueTexts.rejectAmount(amount)}
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
        onConfirm={() =>
          decision.run({ id: row.id, decision: 'passed', intent_hash: row.intent_hash })
        }
      >
        <Approval row={row} amount={amount} />
      </ConfirmStep>
    );
  const isSecond = row.approvals.length > 0;
  return (
    <>
      <p className="mb-3 text-12 text-muted">{row.approvals_needed > 1 ? t.two : t.one}</p>
      {row.held_for !== undefined && (
        <Note kind="warn" className="mb-3">
          {queueTexts.heldFor[row.held_for]}
        </Note>
      )}
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
          {isSecond ? queueTexts.approveSecond : queueTexts.approve}
        </Button>
      </div>
    </>
  );
}

function Approval({ row, amount }: { row: OperatorWithdrawal; amount: string }) {
  const isLast = row.approvals.length + 1 >= row.approvals_needed;
  return (
    <>
      <p className="text-muted">{t.confirm.lead}</p>
      <p className="text-20 font-strong">{amount}</p>
      <p className="mt-2 text-muted">
        {t.confirm.receives(formatMoney(row.receipt_amount, row.currency))}
      </p>
      {row.kind === 'bank' ? (
        <p className="font-medium">{row.address}</p>
      ) : (
        <Address value={row.address} />
      )}
      <p className="mt-2 text-12 text-muted">{isLast ? t.confirm.last : t.confirm.first}</p>
    </>
  );
}

function doneText({ id, status }: OperatorWithdrawal): string {
  if (status === 'rejected') return t.rejectedDone(id);
  return status === 'passed' ? t.approved(id) : t.approvedFirst(id);
}
