import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { Passkeys } from '../../../features/security/Passkeys.tsx';
import { RecoveryCodes } from '../../../features/security/RecoveryCodes.tsx';

/** Passkeys of the user; with the first second factor of the account its recovery codes, once. */
export function Page() {
  const title = useTranslations('common.title');
  const t = useTranslations('security.passkeys');
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = () => {
    toast({ kind: 'good', text: t('added') });
    setCodes(undefined);
  };
  return (
    <Screen title={title('passkeys')}>
      {codes === undefined ? (
        <Passkeys onCodes={setCodes} />
      ) : (
        <RecoveryCodes codes={codes} isOn={t('isOn')} onDone={finish} />
      )}
    </Screen>
  );
}
