import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { Operator } from '@fairlead/contract';
import { Button, Field, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useConfig } from '../../data/use-config.ts';
import { SelectField } from '../../parts/SelectField.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { BindForm } from './BindForm.tsx';
import type { Made } from './LinkOnce.tsx';
import { ROLES, readRole } from './model.ts';
import { operatorTexts as t } from './texts.ts';

const READS = ['operators', 'operatorMe'] as const;

type Step = 'view' | 'role' | 'active' | 'reset' | 'bind';

export interface OperatorActsProps {
  row: Operator;
  isMe: boolean;
  onMade: (made: Made) => void;
}

/** Another role, stopping, letting in again, or a new password; each with its reason. */
export function OperatorActs({ row, isMe, onMade }: OperatorActsProps) {
  const { id, name } = row;
  const [step, setStep] = useState<Step>('view');
  const [role, setRole] = useState(row.role);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<string>();
  const back = () => setStep('view');
  /** The first call makes a proposal; it is made again once another operator has passed it. */
  const takesTwo = ({ code, fields }: ApiError): boolean => {
    if (code !== 'four_eyes') return false;
    setNotice([t.fourEyes, ...Object.values(fields)].join(' '));
    back();
    return true;
  };
  const change = useAction('changeOperator', {
    invalidates: [...READS, 'proposals', 'queueCounts'],
    onSuccess: (_, { is_active }) => {
      if (is_active === undefined) toast({ text: t.changed(name) });
      else toast({ text: is_active ? t.started(name) : t.stopped(name) });
      back();
    },
    onError: takesTwo,
  });
  const reset = useAction('resetOperator', {
    invalidates: [...READS, 'proposals', 'queueCounts'],
    onSuccess: ({ link, sent_to, expires_at }) =>
      onMade({ name, link, sentTo: sent_to, expiresAt: expires_at }),
    onError: takesTwo,
  });
  useShortcuts({ Escape: back }, step !== 'view');
  const shared = { onBack: back, isBusy: change.isRunning || reset.isRunning };
  if (step === 'role')
    return (
      <div className="grid gap-3">
        <SelectField
          label={t.changeTo}
          value={role}
          options={ROLES.map((each) => [each, sharedTexts.roles[each]] as const)}
          hint={t.roles[role]}
          onChange={(value) => setRole(readRole(value))}
        />
        <ReasonForm
          {...shared}
          submitLabel={t.changeSubmit(sharedTexts.roles[role])}
          hint={t.changeHint}
          onSubmit={(reason) => change.run({ id, role, reason })}
        />
      </div>
    );
  if (step === 'active')
    return (
      <ReasonForm
        {...shared}
        submitLabel={row.is_active ? t.stopSubmit(name) : t.startSubmit(name)}
        hint={row.is_active ? t.stopHint : t.startHint}
        isDanger={row.is_active}
        onSubmit={(reason) => change.run({ id, is_active: !row.is_active, reason })}
      />
    );
  if (step === 'bind') return <BindForm row={row} onBack={back} />;
  if (step === 'reset')
    return (
      <div className="grid gap-3">
        <Field
          label={t.emailField}
          hint={t.emailHint}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ReasonForm
          {...shared}
          submitLabel={t.resetSubmit(name)}
          hint={t.resetHint}
          isDanger
          onSubmit={(reason) =>
            reset.run({ id, reason, ...(email.trim() !== '' && { email: email.trim() }) })
          }
        />
      </div>
    );
  return <Buttons row={row} isMe={isMe} notice={notice} onStep={setStep} />;
}

interface ButtonsProps {
  row: Operator;
  isMe: boolean;
  notice: string | undefined;
  onStep: (step: Step) => void;
}

function Buttons({ row, isMe, notice, onStep }: ButtonsProps) {
  const provider = useConfig().data?.operator_sso;
  return (
    <div className="grid gap-2">
      {notice && <Note kind="info">{notice}</Note>}
      {isMe && <Note>{t.ownReset}</Note>}
      <Button size={44} onClick={() => onStep('role')}>
        {t.change}
      </Button>
      {(provider !== undefined || row.subject !== undefined) && (
        <Button size={44} onClick={() => onStep('bind')}>
          {t.bind}
        </Button>
      )}
      <div className={isMe ? 'grid' : 'con-two'}>
        <Button
          size={44}
          variant={row.is_active ? 'danger' : 'quiet'}
          onClick={() => onStep('active')}
        >
          {row.is_active ? t.stop : t.start}
        </Button>
        {!isMe && (
          <Button size={44} variant="danger" onClick={() => onStep('reset')}>
            {t.reset}
          </Button>
        )}
      </div>
    </div>
  );
}
