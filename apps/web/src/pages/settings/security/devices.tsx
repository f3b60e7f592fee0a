import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { Devices } from '../../../features/security/Devices.tsx';

/** Open sessions of the user. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('devices')}>
      <Devices />
    </Screen>
  );
}
