import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const Quality = lazy(async () => {
  const [{ Quality: Loaded }] = await Promise.all([
    import('../../features/quality/Quality.tsx'),
    loadTexts('quality'),
  ]);
  return { default: Loaded };
});

/** How good markets were, by day: `?symbol=BTC/USDT`. */
export function Page() {
  const title = useTranslations('common.title');
  return (
    <Screen title={title('quality')} className="pb-6">
      <Suspense fallback={<LoadingRows count={6} />}>
        <Quality />
      </Suspense>
    </Screen>
  );
}
