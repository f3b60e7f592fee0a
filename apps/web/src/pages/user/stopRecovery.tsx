import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { StopByMail } from '../../features/security/StopByMail.tsx';

/** Where the link of the news of a recovery leads: `?token=`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  return (
    <Screen title={t('stopRecovery')}>
      <StopByMail token={query.get('token') ?? ''} />
    </Screen>
  );
}
