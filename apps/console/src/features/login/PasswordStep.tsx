import { ApiError } from '@fairlead/client';
import { Button, Field, Note, PasswordField } from '@fairlead/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '../../data/api.ts';
import { errorText } from '../../data/error-text.ts';
import { useEnded } from '../../data/session.ts';
import { loginTexts as t } from '../../texts/login.ts';
import type { Credentials } from './credentials.ts';

export interface PasswordStepProps {
  onToken: (token: string) => void;
  onOtp: (credentials: Credentials) => void;
  onEnrol: (credentials: Credentials, begun: { secret: string; uri: string }) => void;
}

type Next =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'otp' }
  | { readonly kind: 'enrol'; readonly secret: string; readonly uri: string };

/** Where a right password leads: in, to the second factor, or to setting one up. */
async function begin(credentials: Credentials): Promise<Next> {
  try {
    const { token } = await callApi('operatorLogin', credentials);
    return { kind: 'token', token };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'mfa_required') throw error;
  }
  try {
    return { kind: 'enrol', ...(await callApi('operatorEnrol', credentials)) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'otp_already_set') return { kind: 'otp' };
    throw error;
  }
}

export function PasswordStep({ onToken, onOtp, onEnrol }: PasswordStepProps) {
  const ended = useEnded();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Credentials>({ defaultValues: { name: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (given) => {
    setFailure(undefined);
    const credentials = { name: given.name.trim(), password: given.password };
    try {
      const next = await begin(credentials);
      if (next.kind === 'token') onToken(next.token);
      else if (next.kind === 'otp') onOtp(credentials);
      else onEnrol(credentials, { secret: next.secret, uri: next.uri });
    } catch (error) {
      setFailure(errorText(error));
      form.setFocus('password');
    }
  });
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p className="text-muted">{t.lead}</p>
      {ended && failure === undefined && <Note kind="info">{t.ended[ended]}</Note>}
      {failure !== undefined && (
        <div role="alert">
          <Note kind="bad">{failure}</Note>
        </div>
      )}
      <Field
        label={t.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={errors.name?.message}
        {...form.register('name', { required: t.nameMissing })}
      />
      <PasswordField
        label={t.password}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        error={errors.password?.message}
        {...form.register('password', { required: t.passwordMissing })}
      />
      <Button type="submit" variant="main" block busy={isSubmitting}>
        {t.submit}
      </Button>
    </form>
  );
}
