import { inWords, useAction, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { Button, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { FactorField } from '../../app/parts/FactorField.tsx';
import { OwnCodeField } from '../../app/parts/OwnCodeField.tsx';
import { updateUser, useUser } from '../../data/account/session.ts';
import { useLock } from '../../data/account/use-lock.ts';
import {
  checkFund,
  type FundField,
  type FundMode,
  type FundValues,
  fundRequest,
  NO_FUND_VALUES,
} from './model.ts';
import { PauseNote } from './PauseNote.tsx';
import { SixDigits } from './SixDigits.tsx';

export interface FundPasswordFormProps {
  mode: FundMode;
  /** Between change and reset. */
  onModeChange: (mode: FundMode) => void;
  hasFactor: boolean;
}

/** Which field a refusal without `fields` is about. */
const FIELD_OF: Readonly<Partial<Record<ApiError['code'], FundField>>> = {
  fund_password_wrong: 'old_password',
  password_wrong: 'login_password',
  password_too_common: 'password',
  code_expired: 'code',
};
const BUTTONS = { set: 'fund.doSet', change: 'fund.doChange', reset: 'fund.doReset' } as const;

/** Values, refusals, the lock, and sending of one mode. */
function useFundForm({ mode, hasFactor }: Pick<FundPasswordFormProps, 'mode' | 'hasFactor'>) {
  const t = useTranslations('security');
  const goBack = useGoBack('/pages/settings/security/index');
  const user = useUser();
  const [needsFactor, setNeedsFactor] = useState(hasFactor);
  const lock = useLock();
  const invalid = useTranslations('security.invalid');
  const asked = { hasFactor: needsFactor };
  const fields = useForm(NO_FUND_VALUES, {
    check: (values) => inWords(checkFund(mode, values, asked), invalid),
    // The server looks at the code that was sent before it uses up one of the authenticator.
    about: { ...FIELD_OF, code_wrong: mode === 'reset' ? 'code' : 'otp' },
  });
  const refused = (error: ApiError): boolean => {
    if (lock.take(error)) return true;
    if (error.code === 'mfa_required') setNeedsFactor(true);
    if (error.code === 'fund_password_wrong') fields.set({ old_password: '' });
    return fields.refuse(error);
  };
  const save = useAction('saveFundPassword', {
    invalidates: ['security', 'center', 'withdrawalInfo', 'hasFundPassword'],
    onSuccess: () => {
      if (user !== undefined) updateUser({ ...user, has_fund_password: true });
      toast({ kind: 'good', text: t(mode === 'set' ? 'fund.doneSet' : 'fund.doneChange') });
      goBack();
    },
    onError: refused,
  });
  return {
    fields,
    lock,
    needsFactor,
    isSaving: save.isRunning,
    send: (values: FundValues) => save.run(fundRequest(mode, values, asked)),
  };
}

type FundForm = ReturnType<typeof useFundForm>;

/** Six digits that withdrawals ask for: the first, a change, or a new one for who forgot it. */
export function FundPasswordForm({ mode, onModeChange, hasFactor }: FundPasswordFormProps) {
  const t = useTranslations('security');
  const form = useFundForm({ mode, hasFactor });
  const isLocked = form.lock.isLocked && mode !== 'set';
  return (
    <form {...form.fields.props(form.send)} className="grid gap-5 gutter pt-1 pb-8">
      <p className="text-secondary">{t(mode === 'reset' ? 'fund.leadReset' : 'fund.leadSet')}</p>
      {mode === 'change' && (
        <CurrentPassword form={form} onForgotten={() => onModeChange('reset')} />
      )}
      {mode !== 'change' && <LoginPassword form={form} />}
      {mode === 'reset' && <SentCode form={form} />}
      {isLocked && (
        <Note kind="warn">
          <span role="status">
            {form.lock.text} {mode === 'change' && t('fund.orReset')}
          </span>
        </Note>
      )}
      <NewPassword form={form} mode={mode} />
      {form.needsFactor && <Factor form={form} />}
      {mode !== 'set' && <PauseNote />}
      <div className="grid gap-2">
        <Button type="submit" variant="main" block busy={form.isSaving} disabled={isLocked}>
          {t(BUTTONS[mode])}
        </Button>
        {mode === 'reset' && (
          <Button variant="text" size={44} block onClick={() => onModeChange('change')}>
            {t('fund.remembered')}
          </Button>
        )}
      </div>
    </form>
  );
}

function CurrentPassword({ form, onForgotten }: { form: FundForm; onForgotten: () => void }) {
  const t = useTranslations('security');
  return (
    <SixDigits
      mask
      label={t('fund.current')}
      labelEnd={
        <button type="button" className="hit font-medium text-brand" onClick={onForgotten}>
          {t('fund.forgotten')}
        </button>
      }
      {...form.fields.value('old_password')}
      disabled={form.isSaving}
    />
  );
}

function LoginPassword({ form }: { form: FundForm }) {
  const t = useTranslations('security');
  const login = useTranslations('login');
  const { fields, isSaving } = form;
  return (
    <PasswordField
      size={52}
      label={t('loginPassword')}
      showLabel={login('showPassword')}
      hideLabel={login('hidePassword')}
      {...fields.text('login_password')}
      disabled={isSaving}
    />
  );
}

const SentCode = ({ form: { fields, isSaving } }: { form: FundForm }) => (
  <OwnCodeField scene="fund_password" {...fields.value('code')} disabled={isSaving} />
);

const Factor = ({ form }: { form: FundForm }) => (
  <FactorField {...form.fields.value('otp')} disabled={form.isSaving} />
);

const PAIRS = {
  set: ['fund.first', 'fund.firstAgain'],
  change: ['fund.new', 'fund.firstAgain'],
  reset: ['fund.new', 'fund.firstAgain'],
} as const;

function NewPassword({ form, mode }: { form: FundForm; mode: FundMode }) {
  const t = useTranslations('security');
  const [first, again] = PAIRS[mode];
  const field = (name: 'password' | 'password_confirmation', label: string) => (
    <SixDigits mask label={label} {...form.fields.value(name)} disabled={form.isSaving} />
  );
  return (
    <>
      {field('password', t(first))}
      {field('password_confirmation', t(again))}
    </>
  );
}
