import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const EndMails = lazy(async () => {
  const [{ EndMails: Loaded }] = await Promise.all([
    import('../../features/notifications/EndMails.tsx'),
    loadTexts('mails'),
  ]);
  return { default: Loaded };
});

/** Where the link of a mail leads that its reader does not want any more: `?token=`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  return (
    <Screen title={t('unsubscribe')}>
      <Suspense fallback={<LoadingRows count={3} />}>
        <EndMails token={query.get('token') ?? ''} />
      </Suspense>
    </Screen>
  );
}
