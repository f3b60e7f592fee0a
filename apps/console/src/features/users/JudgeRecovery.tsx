import { useAction } from '@fairlead/calls';
import { Button, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { userTexts as t } from './texts.ts';

export interface JudgeRecoveryProps {
  userId: number;
  recoveryId: number;
}

/** Proposing that the photos are the owner's, or refusing them at once. */
export function JudgeRecovery({ userId, recoveryId }: JudgeRecoveryProps) {
  const mayJudge = useMay('judgeRecovery');
  const [decision, setDecision] = useState<'passed' | 'rejected'>();
  const back = () => setDecision(undefined);
  const judge = useAction('judgeRecovery', {
    invalidates: ['operatorUsers', 'operatorUser', 'proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({
        text: proposal_id === undefined ? t.recovery.refused(userId) : t.proposed(proposal_id),
      });
      back();
    },
  });
  if (!mayJudge) return null;
  if (decision === undefined)
    return (
      <>
        <p className="text-muted">{t.recovery.hint}</p>
        <div className="con-acts">
          <Button size={44} onClick={() => setDecision('passed')}>
            {t.recovery.propose}
          </Button>
          <Button variant="danger" size={44} onClick={() => setDecision('rejected')}>
            {t.recovery.refuse}
          </Button>
        </div>
      </>
    );
  const isNo = decision === 'rejected';
  return (
    <ReasonForm
      submitLabel={isNo ? t.recovery.refuse : t.recovery.propose}
      hint={isNo ? t.recovery.refuseHint : t.recovery.proposeHint}
      isDanger={isNo}
      isBusy={judge.isRunning}
      onBack={back}
      onSubmit={(reason) => judge.run({ id: userId, recovery: recoveryId, decision, reason })}
    />
  );
}
