import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { hasSecondFactor } from '../../../data/account/second-factor.ts';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';
import { loadTexts } from '../../../i18n/language.ts';

/** With words of its own, and those of the account for what proves its owner. */
const Shares = lazy(async () => {
  const [{ Shares: Loaded }] = await Promise.all([
    import('../../../features/sharing/Shares.tsx'),
    loadTexts('account'),
    loadTexts('sharing'),
  ]);
  return { default: Loaded };
});

/** Who else may read the account, and whose accounts one may read. */
export function Page() {
  const t = useTranslations('common.title');
  return (
    <Screen title={t('shares')} className="pb-8">
      <Suspense fallback={<LoadingRows count={3} />}>
        <SecurityGate>
          {(security) => <Shares hasFactor={hasSecondFactor(security)} />}
        </SecurityGate>
      </Suspense>
    </Screen>
  );
}
