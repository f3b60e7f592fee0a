import { useTranslations } from 'use-intl';
import { OpenHolds } from '../../../app/parts/OpenHolds.tsx';
import { Screen } from '../../../app/Screen.tsx';
import { LockAccount } from '../../../features/security/LockAccount.tsx';
import { LockedAccount } from '../../../features/security/LockedAccount.tsx';
import { Protections } from '../../../features/security/Protections.tsx';
import { RecoveryNote } from '../../../features/security/RecoveryNote.tsx';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';

/** Fund password, login password, second factor and devices. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('security')}>
      <SecurityGate>
        {(security) => (
          <>
            {security.recovery !== undefined && <RecoveryNote recovery={security.recovery} />}
            {security.lock !== undefined && <LockedAccount lock={security.lock} />}
            <OpenHolds />
            <Protections security={security} />
            {security.lock === undefined && <LockAccount />}
          </>
        )}
      </SecurityGate>
    </Screen>
  );
}
