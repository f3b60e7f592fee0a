import type { ApiError } from '@fairlead/client';
import { Button, buttonLook, Field, PasswordField } from '@fairlead/ui';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { startSession } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { AccountFields } from './AccountFields.tsx';
import { CodeRow } from './CodeRow.tsx';
import { draftStore } from './draft-store.ts';
import { LockedNote } from './LockedNote.tsx';
import { checkLogin, type LoginValues, loginRequest } from './model.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useCodeRow } from './use-code-row.ts';
import { useIdentity } from './use-identity.ts';

type Lock = { readonly untilMs: number | undefined; readonly hasCode: boolean };

/** What else the server asked for: a code of the authenticator app, a code for this device. */
function useLoginDoors() {
  const [needsOtp, setNeedsOtp] = useState(false);
  const [lock, setLock] = useState<Lock>();
  const open = (error: ApiError): boolean => {
    if (error.code === 'mfa_required') {
      setNeedsOtp(true);
      return !needsOtp;
    }
    if (error.code !== 'locked_out') return false;
    const { retryAfterMs } = error;
    const untilMs = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
    setLock((before) => ({ untilMs, hasCode: before?.hasCode ?? false }));
    return true;
  };
  return {
    needsOtp,
    lock,
    open,
    askForCode: () => setLock((before) => before && { ...before, hasCode: true }),
    forget: () => setLock(undefined),
  };
}

/** Account and password; more only when the server asks for it. */
export function LoginForm({ carried }: { carried: string }) {
  const t = useTranslations('login');
  const state = useIdentity();
  const { identity } = state;
  const doors = useLoginDoors();
  const form = useAuthForm<LoginValues>({
    initial: { account: state.account, password: '', otp: '', code: '' },
    check: (values) => checkLogin(values, identity),
  });
  const { row, accountInput } = useCodeRow(form, 'login_new_device', state);
  const login = useAction('login', {
    onSuccess: startSession,
    onError: (error) => doors.open(error) || form.showError(error),
  });
  const submit = form.handleSubmit((values) => login.run(loginRequest(values, identity)));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <AccountFields
        state={state}
        input={accountInput}
        error={form.errorOf('account')}
        onTypeChange={(type) => {
          form.clearErrors();
          form.setValue('account', draftStore.getState()[type]);
          doors.forget();
        }}
      />
      <PresentPassword
        input={form.register('password')}
        error={form.errorOf('password')}
        forgetHref={`${href('pages/user/login/forgetPassword')}${carried}`}
      />
      {doors.needsOtp && (
        <Field
          {...form.register('otp')}
          className="mt-4"
          size={52}
          label={t('otp')}
          error={form.errorOf('otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
      )}
      {doors.lock !== undefined && (
        <LockedNote
          untilMs={doors.lock.untilMs}
          onUseCode={doors.lock.hasCode ? undefined : doors.askForCode}
        />
      )}
      {doors.lock?.hasCode === true && <CodeRow {...row} />}
      <Button className="mt-6" type="submit" variant="main" block busy={login.isRunning}>
        {t('logIn')}
      </Button>
      <a
        {...buttonLook({ block: true })}
        style={{ marginTop: 12 }}
        href={`${href('pages/user/login/register')}${carried}`}
      >
        {t('createAccount')}
      </a>
    </form>
  );
}

interface PresentPasswordProps {
  input: UseFormRegisterReturn;
  error: string | undefined;
  forgetHref: string;
}

function PresentPassword({ input, error, forgetHref }: PresentPasswordProps) {
  const t = useTranslations('login');
  return (
    <PasswordField
      {...input}
      className="mt-4"
      size={52}
      label={t('password')}
      labelEnd={
        <a className="-my-3 py-3 pl-6 font-medium text-brand" href={forgetHref}>
          {t('forgotten')}
        </a>
      }
      error={error}
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      autoComplete="current-password"
    />
  );
}
