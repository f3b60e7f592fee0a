import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own, and those of the account for its files. */
const TaxYear = lazy(async () => {
  const [{ TaxYear: Loaded }] = await Promise.all([
    import('../../features/tax/TaxYear.tsx'),
    loadTexts('account'),
    loadTexts('tax'),
  ]);
  return { default: Loaded };
});

/** A year for the tax office: `?year=2026&method=fifo&figure=gains`. */
export function Page() {
  const title = useTranslations('common.title');
  return (
    <Suspense
      fallback={
        <Screen title={title('tax')} className="pb-6">
          <LoadingRows count={6} />
        </Screen>
      }
    >
      <TaxYear />
    </Suspense>
  );
}
