import { useAction } from '@fairlead/calls';
import { Button } from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { startSession } from '../../data/account/session.ts';
import { askPasskey, offerPasskeys } from '../../data/passkey/ask.ts';

/** Logs in with a passkey, by its button or by what the browser offers in the account's field: no name, no password. */
export function PasskeyLogin() {
  const t = useTranslations('login');
  const [isAsking, setAsking] = useState(false);
  const login = useAction('passkeyLogin', { onSuccess: startSession });
  const send = useRef(login.run);
  useEffect(() => {
    send.current = login.run;
  });
  useEffect(() => offerPasskeys((credential) => void send.current({ credential })), []);
  const ask = async () => {
    setAsking(true);
    const credential = await askPasskey(t('passkeyFailed'));
    if (credential !== undefined) await login.run({ credential });
    setAsking(false);
  };
  return (
    <Button
      className="mt-3"
      block
      icon="key"
      busy={isAsking || login.isRunning}
      onClick={() => void ask()}
    >
      {t('passkeyLogIn')}
    </Button>
  );
}
