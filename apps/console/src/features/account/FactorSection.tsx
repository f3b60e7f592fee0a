import { useAction, useForm } from '@fairlead/calls';
import { Button, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { startSession } from '../../data/session.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { type Enrolled, EnrolStep } from './EnrolStep.tsx';
import { loginTexts } from './login-texts.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { accountTexts as t } from './texts.ts';

export interface FactorSectionProps {
  name: string;
  hasFactor: boolean;
}

/** The own second factor: set up here where there is none yet, as in a demo; removed by another owner only. */
export function FactorSection({ name, hasFactor }: FactorSectionProps) {
  const [enrolled, setEnrolled] = useState<Enrolled>();
  return (
    <section className="con-section">
      <h2>{enrolled === undefined ? t.factorTitle : t.factorKeep}</h2>
      {enrolled !== undefined && (
        <RecoveryCodes
          codes={enrolled.codes}
          onDone={() => {
            // A session that was opened with the factor takes the place of this one.
            startSession(enrolled.token);
            toast({ text: t.factorDone });
          }}
        />
      )}
      {enrolled === undefined && hasFactor && <Note kind="good">{t.factorIsOn}</Note>}
      {enrolled === undefined && !hasFactor && <SetUp name={name} onEnrolled={setEnrolled} />}
    </section>
  );
}

interface SetUpProps {
  name: string;
  onEnrolled: (enrolled: Enrolled) => void;
}

function SetUp({ name, onEnrolled }: SetUpProps) {
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => ({ password: password === '' ? t.missing : undefined }),
      about: { login_failed: 'password' },
    },
  );
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const { run, isRunning } = useAction('operatorEnrol', {
    onSuccess: setBegun,
    onError: form.refuse,
  });
  if (begun !== undefined)
    return (
      <EnrolStep
        {...begun}
        credentials={{ name, password: form.draft.password }}
        confirmLabel={t.factorConfirm}
        backLabel={sharedTexts.back}
        onBack={() => setBegun(undefined)}
        onEnrolled={onEnrolled}
      />
    );
  return (
    <form className="con-form" {...form.props(({ password }) => run({ name, password }))}>
      <p className="text-muted">{t.factorLead}</p>
      <PasswordField
        label={loginTexts.password}
        showLabel={loginTexts.showPassword}
        hideLabel={loginTexts.hidePassword}
        {...form.text('password')}
      />
      <Button type="submit" size={44} busy={isRunning}>
        {t.factorBegin}
      </Button>
    </form>
  );
}
