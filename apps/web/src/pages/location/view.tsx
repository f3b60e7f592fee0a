import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { Offices } from '../../features/location/Offices.tsx';

/** The operator's offices; one of them by `id`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? Number.NaN);
  return (
    <Screen title={t('offices')}>
      <Offices openId={Number.isSafeInteger(id) ? id : undefined} />
    </Screen>
  );
}
