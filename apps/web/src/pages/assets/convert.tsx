import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const ConvertForm = lazy(async () => {
  const [{ ConvertForm: Loaded }] = await Promise.all([
    import('../../features/assets/convert/ConvertForm.tsx'),
    loadTexts('convert'),
  ]);
  return { default: Loaded };
});

/** One currency into another through the public book: `?from=3&to=1`. */
export function Page() {
  const title = useTranslations('common.title');
  return (
    <Screen title={title('convert')}>
      <Suspense fallback={<LoadingRows count={4} />}>
        <ConvertForm />
      </Suspense>
    </Screen>
  );
}
