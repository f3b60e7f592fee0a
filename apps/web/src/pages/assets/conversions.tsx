import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const Conversions = lazy(async () => {
  const [{ Conversions: Loaded }] = await Promise.all([
    import('../../features/assets/convert/Conversions.tsx'),
    loadTexts('convert'),
  ]);
  return { default: Loaded };
});

/** What was converted, with a receipt of each leg. */
export function Page() {
  const title = useTranslations('common.title');
  return (
    <Screen title={title('conversions')} className="pb-8">
      <Suspense fallback={<LoadingRows count={4} />}>
        <Conversions />
      </Suspense>
    </Screen>
  );
}
