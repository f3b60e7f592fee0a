import { useAction } from '@fairlead/calls';
import type { Operator } from '@fairlead/contract';
import { Field, toast } from '@fairlead/ui';
import { useState } from 'react';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { operatorTexts as t } from './texts.ts';

/** Who an operator is at the provider: two people bind, one ends it. */
export function BindForm({ row, onBack }: { row: Operator; onBack: () => void }) {
  const { id, name } = row;
  const [subject, setSubject] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isBound = row.subject !== undefined;
  const { run, isRunning } = useAction('bindOperator', {
    invalidates: ['operators', 'proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) => {
      toast({ text: proposal_id === undefined ? t.unbound(name) : t.bindProposed(proposal_id) });
      onBack();
    },
  });
  return (
    <div className="grid gap-3">
      {!isBound && (
        <Field
          label={t.subject}
          hint={t.subjectHint}
          error={isMissing ? t.subjectMissing : undefined}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
      )}
      <ReasonForm
        onBack={onBack}
        isBusy={isRunning}
        submitLabel={isBound ? t.unbindSubmit(name) : t.bindSubmit(name)}
        hint={isBound ? t.unbindHint : t.bindHint}
        isDanger={isBound}
        onSubmit={(reason) => {
          // Without one the call ends a binding.
          setMissing(!isBound && subject.trim() === '');
          if (isBound) void run({ id, reason });
          else if (subject.trim() !== '') void run({ id, reason, subject: subject.trim() });
        }}
      />
    </div>
  );
}
