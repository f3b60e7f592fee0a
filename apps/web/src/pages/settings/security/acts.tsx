import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { SecurityActs } from '../../../features/security/SecurityActs.tsx';

/** The log of security acts. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('securityActs')}>
      <SecurityActs />
    </Screen>
  );
}
