import type { OperatorRole } from '@fairlead/contract';
import { Button, Field } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { Panel } from '../../parts/Panel.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { operatorTexts as t } from '../../texts/operators.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { Made } from './LinkOnce.tsx';
import { isName, ROLES, readRole } from './model.ts';

export interface AddPanelProps {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** A new operator: a name, a role, and where the link goes by which they set their own password. */
export function AddPanel({ onMade, onClose }: AddPanelProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('reviewer');
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [emailProblem, setEmailProblem] = useState<string>();
  const formId = useId();
  const { run, isRunning } = useAction('createOperator', {
    invalidates: ['operators', 'operatorMe'],
    onSuccess: ({ link, sent_to, expires_at }, request) =>
      onMade({ name: request.name, link, sentTo: sent_to, expiresAt: expires_at }),
    onError: (error) => {
      const text = error.code === 'name_taken' ? error.message : error.fields['name'];
      setProblem(text);
      setEmailProblem(error.fields['email']);
      return text !== undefined || error.fields['email'] !== undefined;
    },
  });
  const submit = () => {
    const given = name.trim();
    setProblem(isName(given) ? undefined : t.nameInvalid);
    setEmailProblem(undefined);
    const to = email.trim();
    if (isName(given)) void run({ name: given, role, ...(to !== '' && { email: to }) });
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
        <Field
          label={t.emailField}
          hint={t.emailHint}
          error={emailProblem}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
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
