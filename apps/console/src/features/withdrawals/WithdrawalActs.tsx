import type { OperatorWithdrawal } from '@fairlead/contract';
import { withdrawalApproval } from '@fairlead/contract/operator-intent';
import { Address, Note, toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { namesOf, OwnApproval, ownApproval } from '../../queue/approvals.tsx';
import { Decide } from '../../queue/Decide.tsx';
import { queueTexts } from '../../queue/texts.ts';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { useSignature } from '../../queue/use-signature.ts';
import { SignatureNote } from './SignatureNote.tsx';
import { isStopped, useStanding } from './signature.ts';
import { withdrawalTexts as t } from './texts.ts';

export interface WithdrawalActsProps {
  row: OperatorWithdrawal;
  queue: OpenQueue<OperatorWithdrawal>;
  /** Id of this operator. */
  me: number | undefined;
}

/** Approves, for the one or as one of the two it takes, or rejects with a reason. */
export function WithdrawalActs({ row, queue, me }: WithdrawalActsProps) {
  const decision = useDecision('withdrawals', (record) => {
    toast({ text: doneText(record) });
    queue.decided(row.id);
  });
  const { sign, isSigning } = useSignature();
  const own = ownApproval(row, me);
  const pass = async () => {
    const signed = await sign(withdrawalApproval(row));
    if (signed === undefined) return;
    void decision.run({
      id: row.id,
      decision: 'passed',
      intent_hash: row.intent_hash,
      ...signed,
    });
  };
  const standing = useStanding(row);
  const amount = formatMoney(row.amount, row.currency);
  return (
    <Decide
      step={queue.state.step}
      onStep={queue.begin}
      onBack={queue.back}
      isBusy={decision.isRunning || isSigning}
      takenBy={decision.takenId === row.id ? namesOf(row) : undefined}
      approve={{
        label: row.approvals.length > 0 ? queueTexts.approveSecond : queueTexts.approve,
        isClosed: own !== undefined || isStopped(standing),
        confirmLabel: t.confirm.button(amount),
        sum: <Approval row={row} amount={amount} />,
        onConfirm: () => void pass(),
      }}
      reject={{
        label: queueTexts.reject,
        submitLabel: queueTexts.rejectAmount(amount),
        ready: 'withdrawals',
        onReject: (reason) => decision.run({ id: row.id, decision: 'rejected', reason }),
      }}
    >
      <p className="mb-3 text-12 text-muted">{row.approvals_needed > 1 ? t.two : t.one}</p>
      {row.held_for !== undefined && (
        <Note kind="warn" className="mb-3">
          {queueTexts.heldFor[row.held_for]}
        </Note>
      )}
      <OwnApproval own={own} />
    </Decide>
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
      <SignatureNote row={row} />
      <p className="mt-2 text-12 text-muted">{isLast ? t.confirm.last : t.confirm.first}</p>
    </>
  );
}

function doneText({ id, status }: OperatorWithdrawal): string {
  if (status === 'rejected') return t.rejectedDone(id);
  return status === 'passed' ? t.approved(id) : t.approvedFirst(id);
}
