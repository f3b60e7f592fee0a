import { useAction } from '@fairlead/calls';
import type { Proposal } from '@fairlead/contract';
import { proposalApproval } from '@fairlead/contract/operator-intent';
import { Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { serverNow, useMe } from '../../data/use-config.ts';
import { Decide } from '../../queue/Decide.tsx';
import { useSignature } from '../../queue/use-signature.ts';
import { isExpired, obstacleOf, type Subject } from './model.ts';
import { proposalTexts as t } from './texts.ts';

/** Everything a passed proposal may have changed. */
const READS = [
  'proposals',
  'queueCounts',
  'chainTerms',
  'custodySettings',
  'termsHistory',
  'operatorUsers',
  'operatorUser',
  'operatorHolds',
  'operatorWithdrawals',
  'ledgerEntries',
  'balanceSheet',
  'operatorFutures',
  'operatorOptions',
  'operatorExposure',
  'operatorTreasury',
  'operatorTreasuryLimits',
] as const;

export interface ProposalActsProps {
  row: Proposal;
  subject: Subject;
  onDecided: () => void;
}

/** Four eyes: whoever proposed is told why they cannot decide, others pass or reject. */
export function ProposalActs({ row, subject, onDecided }: ProposalActsProps) {
  const { data: me } = useMe();
  const [step, setStep] = useState<'view' | 'approve' | 'reject'>('view');
  const obstacle = me && obstacleOf(row, me);
  const { run, isRunning } = useAction('decideProposal', {
    invalidates: READS,
    onSuccess: ({ id, status, failure }) => {
      if (status === 'rejected') toast({ text: t.rejected(id) });
      else if (failure === undefined) toast({ text: t.passed(id) });
      else toast({ kind: 'bad', text: t.notCarriedOut(id) });
      onDecided();
    },
  });
  const { sign, isSigning } = useSignature();
  const pass = async () => {
    const signed = await sign(proposalApproval(row));
    if (signed !== undefined) void run({ id: row.id, decision: 'passed', ...signed });
  };
  const isLate = isExpired(row, serverNow());
  if (obstacle !== undefined) return <Note kind="info">{obstacle}</Note>;
  if (me === undefined) return null;
  return (
    <Decide
      step={step}
      onStep={setStep}
      onBack={() => setStep('view')}
      isBusy={isRunning || isSigning}
      approve={{
        label: t.pass,
        isClosed: isLate,
        confirmLabel: t.passSubmit,
        sum: (
          <>
            <p className="text-muted">{t.confirmLead}</p>
            <p className="text-16 font-strong">{t.kinds[row.kind]}</p>
            <p>{subject.brief}</p>
            <p className="mt-2 text-12 text-muted">
              {row.takes === 'notice' ? t.takes.notice(row.notice_hours ?? 0) : t.effects[row.kind]}
            </p>
          </>
        ),
        onConfirm: () => void pass(),
      }}
      reject={{
        label: t.reject,
        submitLabel: t.rejectSubmit,
        hint: t.rejectHint,
        onReject: (reason) => run({ id: row.id, decision: 'rejected', reason }),
      }}
    >
      {isLate && (
        <Note kind="warn" className="mb-2">
          {t.expired}
        </Note>
      )}
    </Decide>
  );
}
