import type { OperatorRole } from '@fairlead/contract';
import { Button, Field } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { Panel } from '../../parts/Panel.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { operatorTexts as t } from '../../texts/operators.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { isName, ROLES, readRole } from './model.ts';
import type { Made } from './PasswordOnce.tsx';

export interface AddPanelProps {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** A new operator: a name and a role; the server makes the password. */
export function AddPanel({ onMade, onClose }: AddPanelProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('reviewer');
  const [problem, setProblem] = useState<string>();
  const formId = useId();
  const { run, isRunning } = useAction('createOperator', {
    invalidates: ['operators', 'operatorMe'],
    onSuccess: ({ password }, request) => onMade({ name: request.name, password }),
    onError: (error) => {
      const text = error.code === 'name_taken' ? error.message : error.fields['name'];
      setProblem(text);
      return text !== undefined;
    },
  });
  const submit = () => {
    const given = name.trim();
    setProblem(isName(given) ? undefined : t.nameInvalid);
    if (isName(given)) void run({ name: given, role });
  };
  return (
    <Panel
      title={t.addTitle}
      onClose={onClose}
      footer={
        <div className="con-two">
          <Button size={44} disabled={isRunning} onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="main" size={44} busy={isRunning}>
            {t.create}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        className="con-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="text-muted">{t.addLead}</p>
        <Field
          label={t.nameField}
          hint={t.nameHint}
          error={problem}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t.role}
          value={role}
          options={ROLES.map((each) => [each, sharedTexts.roles[each]] as const)}
          hint={t.roles[role]}
          onChange={(value) => setRole(readRole(value))}
        />
      </form>
    </Panel>
  );
}
