import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { hasSecondFactor } from '../../../data/account/second-factor.ts';
import { ApiKeys } from '../../../features/api-keys/ApiKeys.tsx';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';

/** Keys by which the user's programs read and trade. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('apiKeys')} className="pb-8">
      <SecurityGate>{(security) => <ApiKeys hasFactor={hasSecondFactor(security)} />}</SecurityGate>
    </Screen>
  );
}
