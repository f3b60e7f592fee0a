import type { OperatorWithdrawal } from '@fairlead/contract';
import { Button, Field, Note, toast } from '@fairlead/ui';
import { type KeyboardEvent, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useAction } from '../../data/use-action.ts';
import { formatMoney } from '../../parts/amount.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { withdrawalTexts as t } from '../../texts/withdrawals.ts';

const READS = ['operatorWithdrawals', 'queueCounts', 'proposals'] as const;
/** What the contract takes as a transaction id or a bank's reference. */
const TX_ID = /^[\x21-\x7e]{6,100}$/;

export interface SendActsProps {
  row: OperatorWithdrawal;
  queue: OpenQueue<OperatorWithdrawal>;
}

/** A passed withdrawal on its way out: marked as sent by hand, or proposed for refund or another try. */
export function SendActs({ row, queue }: SendActsProps) {
  const { state, begin, back } = queue;
  const propose = useAction('proposeSend', {
    invalidates: READS,
    onSuccess: ({ proposal_id }) => {
      toast({ text: t.propose.done(proposal_id) });
      queue.decided(row.id);
    },
  });
  useShortcuts({ Escape: back }, state.step !== 'view');
  if (row.send_state === 'sent' || row.send_state === 'refunded') return null;
  const amount = formatMoney(row.amount, row.currency);
  const { step } = state;
  if (step === 'sent') return <MarkSent row={row} queue={queue} />;
  if (step === 'refund' || step === 'resend')
    return (
      <ReasonForm
        submitLabel={
          step === 'refund' ? t.propose.refundSubmit(amount) : t.propose.resendSubmit(amount)
        }
        hint={t.propose.hint}
        isBusy={propose.isRunning}
        onBack={back}
        onSubmit={(reason) =>
          propose.run({
            id: row.id,
            act: step,
            reason,
            ...(row.send_state === 'unknown' && { proof: reason }),
          })
        }
      />
    );
  const mayResend = row.send_state === 'failed' || row.send_state === 'unknown';
  const mayRefund = row.send_state !== 'signed';
  return (
    <>
      {row.send_state === 'unknown' && (
        <Note kind="bad" className="mb-3">
          {t.unknownNote}
        </Note>
      )}
      <div className="grid gap-2">
        <div className="con-two">
          {mayRefund && (
            <Button variant="danger" size={44} onClick={() => begin('refund')}>
              {t.propose.refund}
            </Button>
          )}
          {mayResend && (
            <Button size={44} onClick={() => begin('resend')}>
              {t.propose.resend}
            </Button>
          )}
          {!mayResend && <MarkButton onClick={() => begin('sent')} />}
        </div>
        {row.send_state === 'unknown' && <MarkButton onClick={() => begin('sent')} />}
      </div>
    </>
  );
}

const MarkButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="main" size={44} onClick={onClick}>
    {t.mark.button}
  </Button>
);

function MarkSent({ row, queue }: SendActsProps) {
  const [txId, setTxId] = useState(row.tx_id ?? '');
  const [problem, setProblem] = useState<string>();
  const action = useAction('withdrawalSent', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.mark.done(row.id) });
      queue.decided(row.id);
    },
    onError: (error) => {
      const text = error.fields['tx_id'];
      setProblem(text);
      return text !== undefined;
    },
  });
  const submit = () => {
    const given = txId.trim();
    const isValid = TX_ID.test(given);
    setProblem(isValid ? undefined : t.mark.invalid);
    if (isValid) void action.run({ id: row.id, tx_id: given });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') queue.back();
  };
  return (
    <form
      className="con-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={row.kind === 'bank' ? t.mark.bankField : t.mark.field}
        hint={t.mark.hint}
        error={problem}
        spellCheck={false}
        autoFocus
        value={txId}
        onChange={(event) => setTxId(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="con-two">
        <Button size={44} disabled={action.isRunning} onClick={queue.back}>
          {sharedTexts.back}
        </Button>
        <Button type="submit" variant="main" size={44} busy={action.isRunning}>
          {t.mark.submit(formatMoney(row.receipt_amount, row.currency))}
        </Button>
      </div>
    </form>
  );
}
