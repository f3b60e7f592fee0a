import { useTranslations } from 'use-intl';
import { AuthScreen } from '../../features/auth/AuthScreen.tsx';
import { RecoverAccount } from '../../features/auth/recovery/RecoverAccount.tsx';
import { RecoveryCodes } from '../../features/security/RecoveryCodes.tsx';

/** For who has neither password nor mailbox: by two of what is left. */
export function Page() {
  const t = useTranslations('security.recovery');
  const title = useTranslations('common.title');
  return (
    <AuthScreen title={title('recover')} lead={t('lead')}>
      <RecoverAccount
        renderCodes={(codes, onDone) => (
          <RecoveryCodes codes={codes} isOn={t('codesOn')} onDone={onDone} />
        )}
      />
    </AuthScreen>
  );
}
