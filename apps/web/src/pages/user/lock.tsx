import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { LockByMail } from '../../features/security/LockByMail.tsx';

/** Where the link of a security mail leads: `?token=`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  return (
    <Screen title={t('lock')}>
      <LockByMail token={query.get('token') ?? ''} />
    </Screen>
  );
}
