import { IconLink } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { ClaimForm } from '../../../features/assets/deposit/ClaimForm.tsx';
import { VipCard } from '../../../features/assets/deposit/VipCard.tsx';

/** A deposit claimed with a picture: `?currency_id=3&chain=TRC20` or `&way=bank`; `vip=1` says how the queue is ordered. */
export function Page() {
  const t = useTranslations('common.title');
  const custody = useTranslations('custody.tabs');
  const [query] = useSearchParams();
  return (
    <Screen
      title={t('charge')}
      right={
        <IconLink
          icon="receipt"
          label={custody('deposits')}
          href={href('pages/assets/record', { tab: 'deposits' })}
        />
      }
    >
      {query.has('vip') && <VipCard />}
      <ClaimForm />
    </Screen>
  );
}
