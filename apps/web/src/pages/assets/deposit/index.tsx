import { IconLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { ClaimLink } from '../../../features/assets/deposit/ClaimLink.tsx';
import { DepositForm } from '../../../features/assets/deposit/DepositForm.tsx';
import { OnTheWay } from '../../../features/assets/deposit/OnTheWay.tsx';

/** Money in: `?currency_id=3&chain=TRC20`, or `&way=bank`. */
export function Page() {
  const t = useTranslations('common.title');
  const custody = useTranslations('custody.tabs');
  return (
    <Screen
      title={t('deposit')}
      right={
        <IconLink
          icon="receipt"
          label={custody('deposits')}
          href={href('pages/assets/record', { tab: 'deposits' })}
        />
      }
    >
      <DepositForm />
      <div className="pt-2">
        <OnTheWay />
      </div>
      <ClaimLink />
    </Screen>
  );
}
