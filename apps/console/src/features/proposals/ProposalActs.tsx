import type { Proposal } from '@fairlead/contract';
import { Button, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useAction } from '../../data/use-action.ts';
import { serverNow, useMe } from '../../data/use-config.ts';
import { ConfirmStep } from '../../queue/ConfirmStep.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { proposalTexts as t } from '../../texts/proposals.ts';
import { isExpired, obstacleOf, type Subject } from './model.ts';

/** Everything a passed proposal may have changed. */
const READS = [
  'proposals',
  'queueCounts',
  'chainTerms',
  'custodySettings',
  'termsHistory',
  'operatorUsers',
  'operatorUser',
  'operatorWithdrawals',
  'ledgerEntries',
  'balanceSheet',
  'operatorFutures',
  'operatorOptions',
  'operatorExposure',
] as const;

export interface ProposalActsProps {
  row: Proposal;
  subject: Subject;
  onDecided: () => void;
}

/** Four eyes: whoever proposed is told why they cannot decide, others pass or reject. */
export function ProposalActs({ row, subject, onDecided }: ProposalActsProps) {
  const { data: me } = useMe();
  const [step, setStep] = useState<'view' | 'pass' | 'reject'>('view');
  const obstacle = me && obstacleOf(row, me);
  const mayDecide = me !== undefined && obstacle === undefined;
  const { run, isRunning } = useAction('decideProposal', {
    invalidates: READS,
    onSuccess: ({ id, status, failure }) => {
      if (status === 'rejected') toast({ text: t.rejected(id) });
      else if (failure === undefined) toast({ text: t.passed(id) });
      else toast({ kind: 'bad', text: t.notCarriedOut(id) });
      onDecided();
    },
  });
  const back = () => setStep('view');
  const isLate = isExpired(row, serverNow());
  const keys = {
    r: () => setStep('reject'),
    ...(!isLate && { a: () => setStep('pass') }),
  };
  useShortcuts(keys, mayDecide && step === 'view');
  useShortcuts({ Escape: back }, step !== 'view');
  if (obstacle !== undefined) return <Note kind="info">{obstacle}</Note>;
  if (!mayDecide) return null;
  if (step === 'reject')
    return (
      <ReasonForm
        submitLabel={t.rejectSubmit}
        hint={t.rejectHint}
        isDanger
        isBusy={isRunning}
        onBack={back}
        onSubmit={(reason) => run({ id: row.id, decision: 'rejected', reason })}
      />
    );
  if (step === 'pass')
    return (
      <ConfirmStep
        confirmLabel={t.passSubmit}
        isBusy={isRunning}
        onBack={back}
        onConfirm={() => run({ id: row.id, decision: 'passed' })}
      >
        <p className="text-muted">{t.confirmLead}</p>
        <p className="text-16 font-strong">{t.kinds[row.kind]}</p>
        <p>{subject.brief}</p>
        <p className="mt-2 text-12 text-muted">
          {row.takes === 'notice' ? t.takes.notice(row.notice_hours ?? 0) : t.effects[row.kind]}
        </p>
      </ConfirmStep>
    );
  return (
    <div className="con-two">
      {isLate && (
        <Note kind="warn" className="col-span-2">
          {t.expired}
        </Note>
      )}
      <Button variant="danger" size={44} onClick={() => setStep('reject')}>
        {t.reject}
      </Button>
      <Button variant="main" size={44} disabled={isLate} onClick={() => setStep('pass')}>
        {t.pass}
      </Button>
    </div>
  );
}
