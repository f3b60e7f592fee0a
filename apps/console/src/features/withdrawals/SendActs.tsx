import { useAction, useForm } from '@fairlead/calls';
import type { OperatorWithdrawal } from '@fairlead/contract';
import { Button, Field, Note, toast } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { ActForm } from '../../parts/forms.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { withdrawalTexts as t } from './texts.ts';

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
  const form = useForm(
    { tx_id: row.tx_id ?? '' },
    { check: ({ tx_id }) => ({ tx_id: TX_ID.test(tx_id.trim()) ? undefined : t.mark.invalid }) },
  );
  const action = useAction('withdrawalSent', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.mark.done(row.id) });
      queue.decided(row.id);
    },
    onError: form.refuse,
  });
  return (
    <ActForm
      form={form.props(({ tx_id }) => action.run({ id: row.id, tx_id: tx_id.trim() }))}
      submitLabel={t.mark.submit(formatMoney(row.receipt_amount, row.currency))}
      isBusy={action.isRunning}
      onBack={queue.back}
    >
      <Field
        label={row.kind === 'bank' ? t.mark.bankField : t.mark.field}
        hint={t.mark.hint}
        spellCheck={false}
        autoFocus
        {...form.text('tx_id')}
      />
    </ActForm>
  );
}
