import type { OperatorDeposit } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { namesOf, OwnApproval, ownApproval } from '../../queue/approvals.tsx';
import { Decide } from '../../queue/Decide.tsx';
import { queueTexts } from '../../queue/texts.ts';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { CreditForm } from './CreditForm.tsx';
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
  const own = ownApproval(row, me);
  return (
    <Decide
      step={queue.state.step}
      onStep={queue.begin}
      onBack={queue.back}
      isBusy={decision.isRunning}
      takenBy={decision.takenId === row.id ? namesOf(row) : undefined}
      approve={{
        label: row.approvals.length > 0 ? queueTexts.approveSecond : queueTexts.approve,
        isClosed: own !== undefined,
        form: (
          <CreditForm
            row={row}
            isBusy={decision.isRunning}
            onBack={queue.back}
            onSubmit={({ credited, reference }, refuse) =>
              decision.run(
                {
                  id: row.id,
                  decision: 'passed',
                  credited,
                  ...(reference !== '' && { reference }),
                },
                refuse,
              )
            }
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
