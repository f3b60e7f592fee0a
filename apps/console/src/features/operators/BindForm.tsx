import { useAction } from '@fairlead/calls';
import type { Operator } from '@fairlead/contract';
import { bindingApproval } from '@fairlead/contract/operator-intent';
import { Field, toast } from '@fairlead/ui';
import { useState } from 'react';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { useSignature } from '../../queue/use-signature.ts';
import { operatorTexts as t } from './texts.ts';

interface BindFormProps {
  row: Operator;
  onBack: () => void;
}

/** Who an operator is at the provider: two people bind, one ends it; each signs what they ask for. */
export function BindForm({ row, onBack }: BindFormProps) {
  return row.subject === undefined ? (
    <Binding row={row} onBack={onBack} />
  ) : (
    <Ending row={row} subject={row.subject} onBack={onBack} />
  );
}

function Binding({ row, onBack }: BindFormProps) {
  const { id, name } = row;
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { sign, isSigning } = useSignature();
  const { run, isRunning } = useAction('bindOperator', {
    invalidates: ['operators', 'proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({ text: t.bindProposed(proposal_id) });
      onBack();
    },
  });
  const propose = async (reason: string) => {
    const subject = typed.trim();
    setMissing(subject === '');
    if (subject === '') return;
    const signed = await sign(bindingApproval({ id, act: 'bind', name, subject }));
    if (signed !== undefined) await run({ id, subject, reason, ...signed });
  };
  return (
    <div className="grid gap-3">
      <Field
        label={t.subject}
        hint={t.subjectHint}
        error={isMissing ? t.subjectMissing : undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ReasonForm
        onBack={onBack}
        isBusy={isRunning || isSigning}
        submitLabel={t.bindSubmit(name)}
        hint={t.bindHint}
        onSubmit={(reason) => void propose(reason)}
      />
    </div>
  );
}

function Ending({ row, subject, onBack }: BindFormProps & { subject: string }) {
  const { id, name } = row;
  const { sign, isSigning } = useSignature();
  const { run, isRunning } = useAction('unbindOperator', {
    invalidates: ['operators'],
    onSuccess: () => {
      toast({ text: t.unbound(name) });
      onBack();
    },
  });
  const end = async (reason: string) => {
    const signed = await sign(bindingApproval({ id, act: 'unbind', name, subject }));
    if (signed !== undefined) await run({ id, subject, reason, ...signed });
  };
  return (
    <ReasonForm
      onBack={onBack}
      isBusy={isRunning || isSigning}
      submitLabel={t.unbindSubmit(name)}
      hint={t.unbindHint}
      isDanger
      onSubmit={(reason) => void end(reason)}
    />
  );
}
