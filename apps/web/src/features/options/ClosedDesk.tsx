import { EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** In the desk's place where the deployment sells none. */
export function ClosedDesk() {
  const t = useTranslations('options.closed');
  return <EmptyState>{t('deployment')}</EmptyState>;
}
