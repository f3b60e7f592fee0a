import { useForm } from '@fairlead/calls';
import { Button, Field, Note } from '@fairlead/ui';
import { useState } from 'react';
import { isDismissed, makePasskey, usePasskeyPlace } from '../../data/passkey.ts';
import { loginTexts as t } from './login-texts.ts';
import { PasskeyElsewhere } from './PasskeyStep.tsx';
import type { Credentials } from './PasswordStep.tsx';
import { passkeyFailure } from './passkey-failure.ts';

export interface MakePasskeyStepProps {
  credentials: Credentials;
  onToken: (token: string) => void;
  onBack: () => void;
}

/** Who has nothing but a password makes a passkey, which logs in. */
export function MakePasskeyStep({ credentials, onToken, onBack }: MakePasskeyStepProps) {
  const place = usePasskeyPlace();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useForm(
    { label: '' },
    { check: ({ label }) => ({ label: label.trim() === '' ? t.passkeyNameMissing : undefined }) },
  );
  const make = async ({ label }: { label: string }) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onToken(await makePasskey(credentials, label.trim()));
    } catch (error) {
      if (!isDismissed(error)) setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-4" {...form.props(make)}>
      <p className="text-muted">{t.makeLead}</p>
      {failure !== undefined && (
        <div role="alert">
          <Note kind="bad">{failure}</Note>
        </div>
      )}
      {place === 'here' && (
        <>
          <Field
            label={t.passkeyName}
            hint={t.passkeyNameHint}
            maxLength={60}
            autoFocus
            {...form.text('label')}
          />
          <Button type="submit" variant="main" block busy={isBusy}>
            {t.make}
          </Button>
        </>
      )}
      {place === 'elsewhere' && <PasskeyElsewhere />}
      <Button variant="text" size={36} className="con-inline justify-self-start" onClick={onBack}>
        {t.otherName}
      </Button>
    </form>
  );
}
