import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const Recurring = lazy(async () => {
  const [{ Recurring: Loaded }] = await Promise.all([
    import('../../features/assets/recurring/Recurring.tsx'),
    loadTexts('convert'),
  ]);
  return { default: Loaded };
});

/** What is bought again and again: `?id=7`. */
export function Page() {
  const title = useTranslations('common.title');
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? 0);
  return (
    <Screen title={title('recurring')} className="pb-8">
      <Suspense fallback={<LoadingRows count={3} />}>
        <Recurring id={id > 0 ? id : undefined} />
      </Suspense>
    </Screen>
  );
}
