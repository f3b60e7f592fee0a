import { IconLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { WithdrawForm } from '../../../features/assets/withdraw/WithdrawForm.tsx';

/** To a saved address: `?currency_id=3&address_id=7`. */
export function Page() {
  const t = useTranslations('common.title');
  const custody = useTranslations('custody.tabs');
  return (
    <Screen
      title={t('withdraw')}
      right={
        <IconLink
          icon="receipt"
          label={custody('withdrawals')}
          href={href('pages/assets/record', { tab: 'withdrawals' })}
        />
      }
    >
      <WithdrawForm way="crypto" />
    </Screen>
  );
}
