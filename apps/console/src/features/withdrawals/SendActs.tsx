import { useAction, useForm } from '@fairlead/calls';
import type { OperatorWithdrawal } from '@fairlead/contract';
import { TX_ID_FORMS, WAYS } from '@fairlead/contract/constants';
import { Address, Button, Field, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { formatMoney } from '../../books/amounts.ts';
import { ActForm } from '../../parts/forms.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { withdrawalTexts as t } from './texts.ts';

const READS = ['operatorWithdrawals', 'queueCounts', 'proposals'] as const;

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

/** What it was paid with, then a last look: from here on nobody pays it again. */
function MarkSent({ row, queue }: SendActsProps) {
  const form = useForm(
    { tx_id: row.tx_id ?? '' },
    { check: ({ tx_id }) => problemsOf(row, tx_id) },
  );
  const [named, setNamed] = useState<string>();
  const action = useAction('withdrawalSent', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.mark.done(row.id) });
      queue.decided(row.id);
    },
    onError: (error) => {
      setNamed(undefined);
      return form.refuse(error);
    },
  });
  const amount = formatMoney(row.receipt_amount, row.currency);
  if (named !== undefined)
    return (
      <ConfirmStep
        confirmLabel={t.mark.submit(amount)}
        isBusy={action.isRunning}
        onBack={() => setNamed(undefined)}
        onConfirm={() => action.run({ id: row.id, tx_id: named })}
      >
        <p className="text-muted">{t.mark.lead}</p>
        <p className="text-20 font-strong">{amount}</p>
        {row.kind === 'bank' ? (
          <p className="font-medium">{row.address}</p>
        ) : (
          <Address value={row.address} />
        )}
        <p className="mt-2 text-12 text-muted">{fieldOf(row)}</p>
        <p className="con-hash">{named}</p>
        <p className="text-12 text-muted">{t.mark.final}</p>
      </ConfirmStep>
    );
  return (
    <ActForm
      form={form.props(({ tx_id }) => setNamed(tx_id.trim()))}
      submitLabel={t.mark.next}
      isBusy={false}
      onBack={queue.back}
    >
      <Field
        label={fieldOf(row)}
        hint={t.mark.hint}
        spellCheck={false}
        autoFocus
        {...form.text('tx_id')}
      />
    </ActForm>
  );
}

const fieldOf = ({ kind }: OperatorWithdrawal): string =>
  kind === 'bank' ? t.mark.bankField : t.mark.field;

const wayOf = ({ chain }: OperatorWithdrawal) => WAYS.find((way) => way === chain) ?? 'BANK';

const problemsOf = (row: OperatorWithdrawal, txId: string) => ({
  tx_id: TX_ID_FORMS[wayOf(row)].test(txId.trim()) ? undefined : t.mark.invalid[wayOf(row)],
});
