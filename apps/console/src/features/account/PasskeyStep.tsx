import { Button, Note } from '@fairlead/ui';
import { useState } from 'react';
import { callApi } from '../../data/api.ts';
import { askPasskey, isDismissed, usePasskeyPlace } from '../../data/passkey.ts';
import { loginTexts as t } from './login-texts.ts';
import { passkeyFailure } from './passkey-failure.ts';

/** Logs in with a passkey; says what went wrong, but of one who thought better of it. */
export function usePasskeyLogin(onToken: (token: string) => void) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const logIn = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const credential = await askPasskey();
      onToken((await callApi('operatorPasskeyLogin', { credential })).token);
    } catch (error) {
      if (!isDismissed(error)) setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { logIn, failure, isBusy };
}

/** The password was right: now the passkey. */
export function PasskeyStep(props: { onToken: (token: string) => void; onBack: () => void }) {
  const place = usePasskeyPlace();
  const { logIn, failure, isBusy } = usePasskeyLogin(props.onToken);
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t.passkeyLead}</p>
      {failure !== undefined && (
        <div role="alert">
          <Note kind="bad">{failure}</Note>
        </div>
      )}
      {place === 'here' && (
        <Button variant="main" block busy={isBusy} autoFocus onClick={() => void logIn()}>
          {t.usePasskey}
        </Button>
      )}
      {(place === 'elsewhere' || place === 'closed') && <PasskeyElsewhere />}
      <Button
        variant="text"
        size={36}
        className="con-inline justify-self-start"
        onClick={props.onBack}
      >
        {t.otherName}
      </Button>
    </div>
  );
}

/** Passkeys belong to the exchange's name, and to browsers that know them. */
export const PasskeyElsewhere = () => <Note kind="warn">{t.passkeyElsewhere}</Note>;
