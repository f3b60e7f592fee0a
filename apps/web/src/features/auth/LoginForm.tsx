import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { Button, buttonLook, PasswordField } from '@fairlead/ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { startSession } from '../../data/account/session.ts';
import { usePasskeyPlace } from '../../data/passkey/place.ts';
import { AccountFields } from './AccountFields.tsx';
import { CodeRow } from './codes/CodeRow.tsx';
import { useCodeRow } from './codes/use-code-row.ts';
import { draftStore } from './draft-store.ts';
import { LockedNote } from './LockedNote.tsx';
import { accountText, checkLogin, type LoginValues, loginRequest } from './model.ts';
import { type TextInput, useAuthForm } from './use-auth-form.ts';
import { useIdentity } from './use-identity.ts';

/** Its six boxes weigh as much as the rest of the page, and few have a second factor. */
const LoginFactor = lazy(async () => ({
  default: (await import('./LoginFactor.tsx')).LoginFactor,
}));

const PasskeyLogin = lazy(async () => ({
  default: (await import('./PasskeyLogin.tsx')).PasskeyLogin,
}));

type Lock = { readonly untilMs: number | undefined; readonly hasCode: boolean };

/** What else the server asked for: the second factor, a code for this device. */
function useLoginDoors() {
  const [needsOtp, setNeedsOtp] = useState(false);
  const [lock, setLock] = useState<Lock>();
  const open = (error: ApiError): boolean => {
    if (error.code === 'mfa_required') {
      setNeedsOtp(true);
      setLock(undefined);
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
    leaveFactor: () => {
      setNeedsOtp(false);
      setLock(undefined);
    },
  };
}

/** The form's values, where they go, and what the server wants beside them. */
function useLogin() {
  const state = useIdentity();
  const { identity } = state;
  const doors = useLoginDoors();
  const form = useAuthForm<LoginValues>({
    initial: { account: state.account, password: '', otp: '', code: '' },
    check: (values) => checkLogin(values, identity, { needsOtp: doors.needsOtp }),
  });
  const refused = (error: ApiError): boolean => {
    if (doors.open(error)) return true;
    if (doors.needsOtp && error.code === 'code_wrong') {
      form.set({ otp: '' });
      return form.show({ otp: error.message });
    }
    // Account or password turned out wrong after all: back to them, as they were typed.
    if (doors.needsOtp && error.code === 'login_failed') doors.leaveFactor();
    return form.refuse(error);
  };
  const login = useAction('login', { onSuccess: startSession, onError: refused });
  const send = (values: LoginValues) => login.run(loginRequest(values, identity));
  return { state, doors, form, send, isRunning: login.isRunning };
}

/** Account and password; the second factor in their place when the server asks for it. */
export function LoginForm({ carried }: { carried: string }) {
  const { state, doors, form, send, isRunning } = useLogin();
  return (
    <form {...form.props(send)}>
      {doors.needsOtp ? (
        <Suspense>
          <LoginFactor
            account={accountText(state.identity, form.draft.account)}
            {...form.value('otp')}
            isBusy={isRunning}
            lock={doors.lock}
            onComplete={(otp) => {
              form.set({ otp });
              void send({ ...form.draft, otp });
            }}
            onBack={() => {
              form.set({ otp: '' });
              form.forget();
              doors.leaveFactor();
            }}
          />
        </Suspense>
      ) : (
        <FirstStep
          carried={carried}
          state={state}
          doors={doors}
          form={form}
          isRunning={isRunning}
        />
      )}
    </form>
  );
}

type Login = ReturnType<typeof useLogin>;

interface FirstStepProps extends Pick<Login, 'state' | 'doors' | 'form' | 'isRunning'> {
  carried: string;
}

function FirstStep({ carried, state, doors, form, isRunning }: FirstStepProps) {
  const t = useTranslations('login');
  const isPlace = usePasskeyPlace();
  const { row, accountInput } = useCodeRow(form, 'login_new_device', state);
  return (
    <>
      <AccountFields
        state={state}
        input={accountInput}
        onTypeChange={(type) => {
          form.forget();
          form.set({ account: draftStore.getState()[type] });
          doors.forget();
        }}
      />
      <PresentPassword
        input={form.text('password')}
        forgetHref={`${href('pages/user/login/forgetPassword')}${carried}`}
      />
      {doors.lock !== undefined && (
        <LockedNote
          untilMs={doors.lock.untilMs}
          onUseCode={doors.lock.hasCode ? undefined : doors.askForCode}
        />
      )}
      {doors.lock?.hasCode === true && <CodeRow {...row} />}
      <Button className="mt-6" type="submit" variant="main" block busy={isRunning}>
        {t('logIn')}
      </Button>
      {isPlace && (
        <Suspense>
          <PasskeyLogin />
        </Suspense>
      )}
      <a
        {...buttonLook({ block: true })}
        style={{ marginTop: 12 }}
        href={`${href('pages/user/login/register')}${carried}`}
      >
        {t('createAccount')}
      </a>
    </>
  );
}

interface PresentPasswordProps {
  input: TextInput;
  forgetHref: string;
}

function PresentPassword({ input, forgetHref }: PresentPasswordProps) {
  const t = useTranslations('login');
  return (
    <PasswordField
      {...input}
      className="mt-4"
      size={52}
      label={t('password')}
      labelEnd={
        <a className="-my-3 py-3 ps-6 font-medium text-brand" href={forgetHref}>
          {t('forgotten')}
        </a>
      }
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      autoComplete="current-password"
    />
  );
}
