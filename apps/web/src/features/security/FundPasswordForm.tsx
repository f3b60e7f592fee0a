import type { ApiError } from '@fairlead/client';
import { Button, Note, PasswordField, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { OwnCodeField } from '../../app/OwnCodeField.tsx';
import { updateUser, useUser } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { useFieldErrors } from '../../data/use-field-errors.ts';
import { useLock } from '../../data/use-lock.ts';
import {
  checkFund,
  FUND_FIELDS,
  type FundField,
  type FundMode,
  type FundValues,
  fundRequest,
  NO_FUND_VALUES,
} from './model.ts';
import { SixDigits } from './SixDigits.tsx';
import { useProblemTexts } from './use-problem-texts.ts';

export interface FundPasswordFormProps {
  mode: FundMode;
  /** Between change and reset. */
  onModeChange: (mode: FundMode) => void;
  hasOtp: boolean;
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
function useFundForm({ mode, hasOtp }: Pick<FundPasswordFormProps, 'mode' | 'hasOtp'>) {
  const t = useTranslations('security');
  const goBack = useGoBack();
  const user = useUser();
  const [values, setValues] = useState(NO_FUND_VALUES);
  const [needsOtp, setNeedsOtp] = useState(hasOtp);
  const errors = useFieldErrors<FundField>(FUND_FIELDS);
  const lock = useLock();
  const sayProblems = useProblemTexts();
  const asked = { hasOtp: needsOtp };
  const refused = (error: ApiError): boolean => {
    if (lock.take(error)) return true;
    if (error.code === 'mfa_required') setNeedsOtp(true);
    // The server looks at the code that was sent before it uses up one of the authenticator.
    const wrongCode = mode === 'reset' ? 'code' : 'otp';
    const field = error.code === 'code_wrong' ? wrongCode : FIELD_OF[error.code];
    if (field === undefined) return errors.showFields(error.fields);
    if (field === 'old_password') setValues((before) => ({ ...before, old_password: '' }));
    return errors.show({ [field]: error.message });
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
    values,
    errors,
    lock,
    needsOtp,
    isSaving: save.isRunning,
    change: (field: FundField, value: string) => {
      setValues((before) => ({ ...before, [field]: value }));
      errors.forget(field);
    },
    submit: () => {
      if (errors.show(sayProblems(checkFund(mode, values, asked)))) return;
      void save.run(fundRequest(mode, values, asked));
    },
  };
}

type FundForm = ReturnType<typeof useFundForm>;

/** Six digits that withdrawals ask for: the first, a change, or a new one for who forgot it. */
export function FundPasswordForm({ mode, onModeChange, hasOtp }: FundPasswordFormProps) {
  const t = useTranslations('security');
  const form = useFundForm({ mode, hasOtp });
  const isLocked = form.lock.isLocked && mode !== 'set';
  return (
    <form
      ref={form.errors.form}
      noValidate
      className="grid gap-5 gutter pt-1 pb-8"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {mode !== 'change' && (
        <p className="text-secondary">{t(mode === 'set' ? 'fund.leadSet' : 'fund.leadReset')}</p>
      )}
      {mode === 'change' && (
        <CurrentPassword form={form} onForgotten={() => onModeChange('reset')} />
      )}
      {mode === 'reset' && <ResetProof form={form} />}
      {isLocked && (
        <Note kind="warn">
          <span role="status">
            {form.lock.text} {mode === 'change' && t('fund.orReset')}
          </span>
        </Note>
      )}
      <NewPassword form={form} mode={mode} />
      {form.needsOtp && <Factor form={form} />}
      {mode !== 'set' && <Note kind="warn">{t('pause')}</Note>}
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
      value={form.values.old_password}
      error={form.errors.of('old_password')}
      disabled={form.isSaving}
      onValueChange={(value) => form.change('old_password', value)}
    />
  );
}

function ResetProof({ form }: { form: FundForm }) {
  const t = useTranslations('security');
  const login = useTranslations('login');
  const { values, errors, change, isSaving } = form;
  return (
    <>
      <PasswordField
        size={52}
        label={t('loginPassword')}
        showLabel={login('showPassword')}
        hideLabel={login('hidePassword')}
        value={values.login_password}
        error={errors.of('login_password')}
        disabled={isSaving}
        onChange={(event) => change('login_password', event.target.value)}
      />
      <OwnCodeField
        scene="fund_password"
        value={values.code}
        error={errors.of('code')}
        disabled={isSaving}
        onValueChange={(code) => change('code', code)}
      />
    </>
  );
}

function Factor({ form }: { form: FundForm }) {
  const login = useTranslations('login');
  return (
    <SixDigits
      label={login('otp')}
      value={form.values.otp}
      error={form.errors.of('otp')}
      disabled={form.isSaving}
      onValueChange={(otp) => form.change('otp', otp)}
    />
  );
}

const PAIRS = {
  set: ['fund.first', 'fund.firstAgain'],
  change: ['fund.new', 'fund.firstAgain'],
  reset: ['fund.new', 'fund.firstAgain'],
} as const;

function NewPassword({ form, mode }: { form: FundForm; mode: FundMode }) {
  const t = useTranslations('security');
  const [first, again] = PAIRS[mode];
  const field = (
    name: keyof FundValues & ('password' | 'password_confirmation'),
    label: string,
  ) => (
    <SixDigits
      mask
      label={label}
      value={form.values[name]}
      error={form.errors.of(name)}
      disabled={form.isSaving}
      onValueChange={(value) => form.change(name, value)}
    />
  );
  return (
    <>
      {field('password', t(first))}
      {field('password_confirmation', t(again))}
    </>
  );
}
