import { Button, Note } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useShortcuts } from '../parts/shortcuts.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';
import { queueTexts as t } from './texts.ts';

export interface DecideProps {
  step: string;
  onStep: (step: 'approve' | 'reject') => void;
  /** Out of a form. */
  onBack: () => void;
  isBusy: boolean;
  /** Names of who was faster, as far as known; undefined while it is open. */
  takenBy?: readonly string[] | undefined;
  /** False while there is nothing to decide on yet: nobody decides what they have not seen. */
  isReady?: boolean;
  approve: {
    readonly label: string;
    /** Not by this operator, or not any more. */
    readonly isClosed?: boolean;
  } & (
    | {
        /** Says what it does. */
        readonly confirmLabel: string;
        /** The whole of what will happen, amount and receiver in full. */
        readonly sum: ReactNode;
        readonly onConfirm: () => void;
      }
    /** In place of the last look, where something must be filled in first. */
    | { readonly form: ReactNode }
  );
  reject: Pick<ReasonFormProps, 'submitLabel' | 'hint' | 'ready'> & {
    readonly label: string;
    readonly onReject: (reason: string) => void;
  };
  /** Over the buttons. */
  children?: ReactNode;
}

/** A decision: pass after a last look, or reject with a reason. `a` and `r` begin, Esc goes back. */
export function Decide(props: DecideProps) {
  const {
    step,
    onStep,
    onBack,
    isBusy,
    isReady = true,
    takenBy,
    approve,
    reject,
    children,
  } = props;
  const keys = {
    ...(approve.isClosed !== true && { a: () => onStep('approve') }),
    r: () => onStep('reject'),
  };
  useShortcuts(keys, step === 'view' && isReady && takenBy === undefined);
  useShortcuts({ Escape: onBack }, step !== 'view');
  if (takenBy !== undefined) return <Outcome names={takenBy} isLooking={false} />;
  if (isReady && step === 'reject') {
    const { label: _, onReject, ...form } = reject;
    return <ReasonForm {...form} isDanger isBusy={isBusy} onBack={onBack} onSubmit={onReject} />;
  }
  if (isReady && step === 'approve')
    return 'form' in approve ? (
      approve.form
    ) : (
      <ConfirmStep
        confirmLabel={approve.confirmLabel}
        isBusy={isBusy}
        onBack={onBack}
        onConfirm={approve.onConfirm}
      >
        {approve.sum}
      </ConfirmStep>
    );
  return (
    <>
      {children}
      <div className="con-two">
        <Button variant="danger" size={44} disabled={!isReady} onClick={() => onStep('reject')}>
          {reject.label}
        </Button>
        <Button
          variant="main"
          size={44}
          disabled={!isReady || approve.isClosed === true}
          onClick={() => onStep('approve')}
        >
          {approve.label}
        </Button>
      </div>
    </>
  );
}

interface OutcomeProps {
  /** Names of who approved or decided, as far as known. */
  names: readonly string[];
  /** While it is being looked up. */
  isLooking: boolean;
}

/** In place of the buttons when somebody else was faster. */
export function Outcome({ names, isLooking }: OutcomeProps) {
  if (isLooking) return <Note>{t.looking}</Note>;
  return (
    <div role="status">
      <Note kind="warn">
        {names.length === 0 ? t.decidedMeanwhile : t.decidedBy(names.join(', '))}
      </Note>
    </div>
  );
}
