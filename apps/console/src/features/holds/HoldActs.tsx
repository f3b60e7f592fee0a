import { useAction } from '@fairlead/calls';
import type { OperatorHold } from '@fairlead/contract';
import { Button, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { HoldForm } from '../../queue/HoldForm.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { holdTexts as t } from './texts.ts';

type Step = 'view' | 'answer' | 'extend' | 'end';

/** Answering an appeal, and proposing what takes two. */
export function HoldActs({ row }: { row: OperatorHold }) {
  const mayAct = useMay('answerAppeal');
  const [step, setStep] = useState<Step>('view');
  const back = () => setStep('view');
  const proposed = ({ proposal_id }: { proposal_id: number }) => {
    toast({ text: t.proposed(proposal_id) });
    back();
  };
  const answer = useAction('answerAppeal', {
    invalidates: ['operatorHolds'],
    onSuccess: ({ id }) => {
      toast({ text: t.answerDone(id) });
      back();
    },
  });
  const changes = { invalidates: ['proposals', 'queueCounts'], onSuccess: proposed } as const;
  const extend = useAction('extendHold', changes);
  const end = useAction('endHold', changes);
  const { id } = row;
  if (!mayAct) return null;
  if (step === 'extend')
    return (
      <HoldForm
        submitLabel={t.propose}
        hint={t.extendHint}
        isExtension
        isBusy={extend.isRunning}
        onBack={back}
        onSubmit={({ reason, days }) => extend.run({ id, reason, days })}
      />
    );
  if (step === 'answer' || step === 'end')
    return (
      <ReasonForm
        submitLabel={step === 'answer' ? t.answer : t.propose}
        hint={step === 'answer' ? t.answerHint : t.endHint}
        isBusy={answer.isRunning || end.isRunning}
        onBack={back}
        onSubmit={(text) =>
          step === 'answer' ? answer.run({ id, answer: text }) : end.run({ id, reason: text })
        }
      />
    );
  return <Buttons row={row} onStep={setStep} />;
}

function Buttons({ row, onStep }: { row: OperatorHold; onStep: (step: Step) => void }) {
  const isAsked = row.appeal !== undefined && row.appeal.answer === undefined;
  const isRecord = row.record_id !== undefined;
  return (
    <>
      {isAsked && !row.may_answer && <Note kind="info">{t.notYours}</Note>}
      {!isRecord && <p className="mb-2 text-12 text-muted">{t.endElsewhere}</p>}
      <div className="con-acts">
        {row.may_answer && (
          <Button variant="main" size={44} onClick={() => onStep('answer')}>
            {t.answer}
          </Button>
        )}
        <Button size={44} onClick={() => onStep('extend')}>
          {t.extend}
        </Button>
        {isRecord && (
          <Button size={44} onClick={() => onStep('end')}>
            {t.end}
          </Button>
        )}
      </div>
    </>
  );
}
