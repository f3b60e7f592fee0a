import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { queryClient } from '../../data/calls/query.ts';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const Holds = lazy(async () => {
  const [{ Holds: Loaded }] = await Promise.all([
    import('../../features/holds/Holds.tsx'),
    loadTexts('holds'),
  ]);
  return { default: Loaded };
});

/** What is held of the user, why and until when. */
export function Page() {
  const t = useTranslations('common.title');
  const refresh = () => queryClient.refetchQueries({ queryKey: ['holds'], type: 'active' });
  return (
    <Screen title={t('holds')} className="pb-8" onRefresh={refresh}>
      <Suspense fallback={<LoadingRows count={3} />}>
        <Holds />
      </Suspense>
    </Screen>
  );
}
