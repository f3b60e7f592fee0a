import { toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { updateUser, useUser } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { OtpOn } from '../../../features/security/OtpOff.tsx';
import { OtpSetup } from '../../../features/security/OtpSetup.tsx';
import { RecoveryCodes } from '../../../features/security/RecoveryCodes.tsx';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';

/** The second factor: set up, its recovery codes once, turned off. */
export function Page() {
  const t = useTranslations('common.title');
  const security = useTranslations('security.otp');
  const goBack = useGoBack('/pages/settings/security/index');
  const user = useUser();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = () => {
    toast({ kind: 'good', text: security('doneOn') });
    goBack();
  };
  const keep = (made: readonly string[]) => {
    setCodes(made);
    if (user !== undefined) updateUser({ ...user, has_otp: true });
    for (const name of ['security', 'center'])
      void queryClient.invalidateQueries({ queryKey: [name] });
  };
  return (
    <Screen title={t('otp')}>
      {codes === undefined ? (
        <SecurityGate>
          {({ has_otp: isOn, recovery_codes_left: left }) =>
            isOn ? <OtpOn codesLeft={left} /> : <OtpSetup onCodes={keep} />
          }
        </SecurityGate>
      ) : (
        <RecoveryCodes codes={codes} isOn={security('isOn')} onDone={finish} />
      )}
    </Screen>
  );
}
