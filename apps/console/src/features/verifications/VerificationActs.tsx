import { Button, Note, toast } from '@fairlead/ui';
import { useShortcuts } from '../../app/shortcuts.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { Outcome } from '../../queue/Outcome.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { queueTexts } from '../../texts/queue.ts';
import { verificationTexts as t } from '../../texts/verifications.ts';
import { countryName, type Detail, type Row } from './columns.tsx';

export interface VerificationActsProps {
  row: Row;
  /** What was opened; nobody decides what they have not seen. */
  detail: Detail | undefined;
  queue: OpenQueue<Row>;
  mayDecide: boolean;
  isLooking: boolean;
}

/** Pass, or refuse with a reason. */
export function VerificationActs(props: VerificationActsProps) {
  const { row, queue, mayDecide, isLooking } = props;
  if (!mayDecide) return <Note>{queueTexts.readsOnly}</Note>;
  const names = row.decided_by === undefined ? [] : [row.decided_by];
  if (queue.isGone) return <Outcome names={names} isLooking={isLooking} />;
  return row.status === 'under_review' ? <Deciding {...props} /> : null;
}

function Deciding({ row, detail, queue }: VerificationActsProps) {
  const { state, begin, back } = queue;
  const decision = useDecision('decideVerification', {
    reads: 'operatorVerifications',
    onDone: ({ id, status }) => {
      toast({ text: status === 'passed' ? t.passed(id) : t.rejected(id) });
      queue.decided(id);
    },
  });
  const isTaken = decision.takenId === row.id;
  const isReady = detail !== undefined && !isTaken;
  const keys = { a: () => begin('approve'), r: () => begin('reject') };
  useShortcuts(keys, state.step === 'view' && isReady);
  useShortcuts({ Escape: back }, state.step !== 'view');
  if (isTaken)
    return (
      <Outcome names={row.decided_by === undefined ? [] : [row.decided_by]} isLooking={false} />
    );
  if (detail !== undefined && state.step === 'reject')
    return (
      <ReasonForm
        submitLabel={t.rejectButton}
        templates={t.templates}
        isDanger
        isBusy={decision.isRunning}
        onBack={back}
        onSubmit={(reason) => decision.run({ id: row.id, decision: 'rejected', reason })}
      />
    );
  if (detail !== undefined && state.step === 'approve')
    return (
      <ConfirmStep
        confirmLabel={t.confirm.button}
        isBusy={decision.isRunning}
        onBack={back}
        onConfirm={() => decision.run({ id: row.id, decision: 'passed' })}
      >
        <p className="text-muted">{t.confirm.lead}</p>
        <p className="text-20 font-strong">{detail.name}</p>
        <p>
          {countryName(detail.country)}
          {detail.id_number !== undefined && `, ${detail.id_number}`}
        </p>
        <p className="mt-2 text-12 text-muted">{t.confirm.level(t.levels[detail.level])}</p>
      </ConfirmStep>
    );
  return (
    <div className="con-two">
      <Button variant="danger" size={44} disabled={!isReady} onClick={() => begin('reject')}>
        {t.reject}
      </Button>
      <Button variant="main" size={44} disabled={!isReady} onClick={() => begin('approve')}>
        {t.pass}
      </Button>
    </div>
  );
}
