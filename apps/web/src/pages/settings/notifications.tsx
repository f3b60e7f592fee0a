import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { DevicePush } from '../../features/notifications/DevicePush.tsx';
import { KindSwitches } from '../../features/notifications/KindSwitches.tsx';
import { loadTexts } from '../../i18n/language.ts';

/** With words of its own. */
const MailWishes = lazy(async () => {
  const [{ MailWishes: Loaded }] = await Promise.all([
    import('../../features/notifications/MailWishes.tsx'),
    loadTexts('mails'),
  ]);
  return { default: Loaded };
});

/** What one is told, and where. */
export function Page() {
  const t = useTranslations('common');
  const query = useApi('notificationSettings', {});
  const { data, error } = query;
  return (
    <Screen title={t('title.notifications')}>
      {data !== undefined ? (
        <>
          <DevicePush pushKey={data.push_key} devices={data.devices} />
          <KindSwitches kinds={data.kinds} />
          {data.mail !== undefined && (
            <Suspense fallback={<LoadingRows count={5} />}>
              <MailWishes mail={data.mail} />
            </Suspense>
          )}
        </>
      ) : error === null ? (
        <LoadingRows count={7} />
      ) : (
        <Failed query={query} />
      )}
    </Screen>
  );
}
