import { useForm } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import { Button, Field, Note, PasswordField } from '@fairlead/ui';
import { useRef, useState } from 'react';
import { callApi } from '../../data/api.ts';
import { passkeyPlace, usePasskeyPlace } from '../../data/passkey.ts';
import { errorText } from '../../data/query.ts';
import { useEnded } from '../../data/session.ts';
import { useConfig } from '../../data/use-config.ts';
import { loginTexts as t } from './login-texts.ts';
import { usePasskeyLogin } from './PasskeyStep.tsx';
import { useSso } from './use-sso.ts';

/** What a login begins with, kept between its steps and no longer. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export interface PasswordStepProps {
  onToken: (token: string) => void;
  onOtp: (credentials: Credentials) => void;
  onPasskey: () => void;
  onMake: (credentials: Credentials) => void;
  onEnrol: (credentials: Credentials, begun: { secret: string; uri: string }) => void;
}

type Next =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'otp' }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'make' }
  | { readonly kind: 'enrol'; readonly secret: string; readonly uri: string };

/** Where a right password leads: in, to the second factor, or to setting one up. */
async function begin(credentials: Credentials): Promise<Next> {
  try {
    const { token } = await callApi('operatorLogin', credentials);
    return { kind: 'token', token };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'mfa_required') throw error;
    if (error.fields['passkey'] !== undefined) return { kind: 'passkey' };
    if (error.fields['otp'] !== undefined) return { kind: 'otp' };
  }
  // Asked anew: what is shown may not have loaded yet.
  if (passkeyPlace(await callApi('config', {})) !== 'closed') return { kind: 'make' };
  return { kind: 'enrol', ...(await callApi('operatorEnrol', credentials)) };
}

export function PasswordStep(props: PasswordStepProps) {
  const { onToken, onOtp, onEnrol } = props;
  const place = usePasskeyPlace();
  const passkey = usePasskeyLogin(onToken);
  const sso = useSso(onToken);
  const provider = useConfig().data?.operator_sso;
  const ended = useEnded();
  const [failure, setFailure] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm<Credentials>(
    { name: '', password: '' },
    {
      check: ({ name, password }) => ({
        ...(name === '' && { name: t.nameMissing }),
        ...(password === '' && { password: t.passwordMissing }),
      }),
    },
  );
  const send = async ({ name, password }: Credentials) => {
    if (isBusy) return;
    setFailure(undefined);
    setBusy(true);
    const credentials = { name: name.trim(), password };
    try {
      const next = await begin(credentials);
      if (next.kind === 'token') onToken(next.token);
      else if (next.kind === 'otp') onOtp(credentials);
      else if (next.kind === 'passkey') props.onPasskey();
      else if (next.kind === 'make') props.onMake(credentials);
      else onEnrol(credentials, { secret: next.secret, uri: next.uri });
    } catch (error) {
      setFailure(errorText(error));
      passwordField.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const said = failure ?? passkey.failure ?? sso.failure;
  return (
    <form className="grid gap-4" {...form.props(send)}>
      <p className="text-muted">{t.lead}</p>
      {ended && said === undefined && <Note kind="info">{t.ended[ended]}</Note>}
      {said !== undefined && (
        <div role="alert">
          <Note kind="bad">{said}</Note>
        </div>
      )}
      <Field
        label={t.name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.text('name')}
      />
      <PasswordField
        label={t.password}
        showLabel={t.showPassword}
        hideLabel={t.hidePassword}
        ref={passwordField}
        {...form.text('password')}
      />
      <Button type="submit" variant="main" block busy={isBusy}>
        {t.submit}
      </Button>
      {place === 'here' && (
        <Button
          block
          busy={passkey.isBusy}
          onClick={() => {
            setFailure(undefined);
            void passkey.logIn();
          }}
        >
          {t.orPasskey}
        </Button>
      )}
      {provider !== undefined && (
        <Button block busy={sso.isBusy} onClick={() => void sso.begin()}>
          {t.orSso(provider)}
        </Button>
      )}
    </form>
  );
}
