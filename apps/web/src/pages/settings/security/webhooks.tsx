import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { hasSecondFactor } from '../../../data/account/second-factor.ts';
import { SecurityGate } from '../../../features/security/SecurityGate.tsx';
import { loadTexts } from '../../../i18n/language.ts';

/** With words of its own, and those of the account for what proves its owner. */
const Webhooks = lazy(async () => {
  const [{ Webhooks: Loaded }] = await Promise.all([
    import('../../../features/webhooks/Webhooks.tsx'),
    loadTexts('account'),
    loadTexts('webhooks'),
  ]);
  return { default: Loaded };
});

/** Where what happens to the user is sent: `?id=7`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? 0);
  return (
    <Screen title={t('webhooks')} className="pb-8">
      <Suspense fallback={<LoadingRows count={3} />}>
        <SecurityGate>
          {(security) => (
            <Webhooks id={id > 0 ? id : undefined} hasFactor={hasSecondFactor(security)} />
          )}
        </SecurityGate>
      </Suspense>
    </Screen>
  );
}
