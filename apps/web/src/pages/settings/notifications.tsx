import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { DevicePush } from '../../features/notifications/DevicePush.tsx';
import { KindSwitches } from '../../features/notifications/KindSwitches.tsx';

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
        </>
      ) : error === null ? (
        <LoadingRows count={7} />
      ) : (
        <Failed query={query} />
      )}
    </Screen>
  );
}
