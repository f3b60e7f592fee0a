import { useAction } from '@fairlead/calls';
import type { OperatorUser } from '@fairlead/contract';
import { Button, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { HoldForm } from '../../queue/HoldForm.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { isMaskedField, type MaskedField, type Step } from './model.ts';
import { userTexts as t } from './texts.ts';

const READS = ['operatorUsers', 'operatorUser'] as const;

export interface UserActsProps {
  user: OperatorUser;
  step: Step;
  onStep: (step: Step) => void;
  onRevealed: (field: MaskedField, value: string, left: number) => void;
}

/** Freezing and holding are done at once, undoing them takes two; each act has its reason. */
export function UserActs({ user, step, onStep, onRevealed }: UserActsProps) {
  const { id } = user;
  const back = () => onStep('view');
  const freeze = useAction('freezeUser', {
    invalidates: [...READS, 'operatorHolds', 'proposals', 'queueCounts'],
    onSuccess: ({ is_effective, proposal_id }, { is_frozen }) => {
      if (proposal_id !== undefined) toast({ text: t.proposed(proposal_id) });
      else if (is_effective) toast({ text: is_frozen ? t.frozenDone(id) : t.notFrozen(id) });
      back();
    },
  });
  const end = useAction('endUserSessions', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.ended(id) });
      back();
    },
  });
  const reveal = useAction('revealUser', {
    onSuccess: ({ value, views_left }, { field }) => {
      onRevealed(field, value, views_left);
      back();
    },
  });
  useShortcuts({ Escape: back }, step !== 'view');
  if (isMaskedField(step))
    return (
      <>
        <h3>{t.revealTitle(t.fields[step])}</h3>
        <ReasonForm
          submitLabel={t.revealSubmit}
          hint={t.revealHint}
          isBusy={reveal.isRunning}
          onBack={back}
          onSubmit={(reason) => reveal.run({ id, field: step, reason })}
        />
      </>
    );
  if (step === 'end')
    return (
      <ReasonForm
        submitLabel={t.endSubmit}
        hint={t.endHint}
        isDanger
        isBusy={end.isRunning}
        onBack={back}
        onSubmit={(reason) => end.run({ id, reason })}
      />
    );
  if (step === 'freeze')
    return (
      <HoldForm
        submitLabel={t.freezeSubmit(id)}
        hint={t.freezeHint}
        isBusy={freeze.isRunning}
        onBack={back}
        onSubmit={(held) => freeze.run({ id, is_frozen: true, ...held })}
      />
    );
  if (step === 'unfreeze')
    return (
      <ReasonForm
        submitLabel={t.unfreezeSubmit}
        hint={t.unfreezeHint}
        isBusy={freeze.isRunning}
        onBack={back}
        onSubmit={(reason) => freeze.run({ id, is_frozen: false, reason })}
      />
    );
  if (step === 'hold' || step === 'release')
    return <HoldWithdrawals id={id} step={step} onBack={back} />;
  return <Buttons user={user} onStep={onStep} />;
}

function Buttons({ user, onStep }: Pick<UserActsProps, 'user' | 'onStep'>) {
  const mayFreeze = useMay('freezeUser');
  const mayEnd = useMay('endUserSessions');
  if (!mayFreeze && !mayEnd) return null;
  return (
    <div className="con-acts">
      {mayFreeze && (
        <>
          {user.withdrawal_hold === undefined ? (
            <Button size={44} onClick={() => onStep('hold')}>
              {t.hold}
            </Button>
          ) : (
            <Button size={44} onClick={() => onStep('release')}>
              {t.release}
            </Button>
          )}
          {user.is_frozen ? (
            <Button size={44} onClick={() => onStep('unfreeze')}>
              {t.unfreeze}
            </Button>
          ) : (
            <Button variant="danger" size={44} icon="lock" onClick={() => onStep('freeze')}>
              {t.freeze}
            </Button>
          )}
        </>
      )}
      {mayEnd && (
        <Button size={44} onClick={() => onStep('end')}>
          {t.endSessions}
        </Button>
      )}
    </div>
  );
}

/** Holding what leaves, or proposing to let it go. */
function HoldWithdrawals({
  id,
  step,
  onBack,
}: {
  id: number;
  step: 'hold' | 'release';
  onBack: () => void;
}) {
  const isHold = step === 'hold';
  const hold = useAction('holdWithdrawals', {
    invalidates: [...READS, 'operatorHolds', 'proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      if (proposal_id !== undefined) toast({ text: t.proposed(proposal_id) });
      else toast({ text: isHold ? t.heldDone(id) : t.notHeld(id) });
      onBack();
    },
  });
  if (isHold)
    return (
      <HoldForm
        submitLabel={t.holdSubmit(id)}
        hint={t.holdHint}
        isBusy={hold.isRunning}
        onBack={onBack}
        onSubmit={(held) => hold.run({ id, is_held: true, ...held })}
      />
    );
  return (
    <ReasonForm
      submitLabel={t.unfreezeSubmit}
      hint={t.unfreezeHint}
      isBusy={hold.isRunning}
      onBack={onBack}
      onSubmit={(reason) => hold.run({ id, is_held: false, reason })}
    />
  );
}
