import type { OperatorDeposit } from '@fairlead/contract';
import { depositApproval } from '@fairlead/contract/operator-intent';
import { toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { namesOf, OwnApproval, ownApproval } from '../../queue/approvals.tsx';
import { Decide } from '../../queue/Decide.tsx';
import { queueTexts } from '../../queue/texts.ts';
import { type Refuse, useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { useSignature } from '../../queue/use-signature.ts';
import { CreditForm } from './CreditForm.tsx';
import type { Credit } from './model.ts';
import { depositTexts as t } from './texts.ts';

export interface DepositActsProps {
  row: OperatorDeposit;
  queue: OpenQueue<OperatorDeposit>;
  /** Id of this operator. */
  me: number | undefined;
}

/** Credits a claim, or rejects it with a reason. */
export function DepositActs({ row, queue, me }: DepositActsProps) {
  const decision = useDecision('deposits', (record) => {
    toast({ text: doneText(record) });
    queue.decided(row.id);
  });
  const { sign, isSigning } = useSignature();
  const own = ownApproval(row, me);
  const pass = async ({ credited, reference }: Credit, refuse: Refuse) => {
    const signed = await sign(depositApproval(row, { credited, reference }));
    if (signed === undefined) return;
    const named = reference !== '' && { reference };
    void decision.run({ id: row.id, decision: 'passed', credited, ...named, ...signed }, refuse);
  };
  return (
    <Decide
      step={queue.state.step}
      onStep={queue.begin}
      onBack={queue.back}
      isBusy={decision.isRunning || isSigning}
      takenBy={decision.takenId === row.id ? namesOf(row) : undefined}
      approve={{
        label: row.approvals.length > 0 ? queueTexts.approveSecond : queueTexts.approve,
        isClosed: own !== undefined,
        form: (
          <CreditForm
            row={row}
            isBusy={decision.isRunning || isSigning}
            onBack={queue.back}
            onSubmit={(credit, refuse) => void pass(credit, refuse)}
          />
        ),
      }}
      reject={{
        label: queueTexts.reject,
        submitLabel: queueTexts.rejectAmount(formatMoney(row.amount, row.currency)),
        ready: 'deposits',
        onReject: (reason) => decision.run({ id: row.id, decision: 'rejected', reason }),
      }}
    >
      <OwnApproval own={own} />
    </Decide>
  );
}

function doneText({ id, status, credited, currency }: OperatorDeposit): string {
  if (status === 'rejected') return t.rejectedDone(id);
  return status === 'passed' ? t.done(id, formatMoney(credited, currency)) : t.doneFirst(id);
}
