import { ErrorState, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { useApi } from '../../data/use-api.ts';
import { DevicePush } from '../../features/notifications/DevicePush.tsx';
import { KindSwitches } from '../../features/notifications/KindSwitches.tsx';

/** What one is told, and where. */
export function Page() {
  const t = useTranslations('common');
  const { data, error, refetch, isFetching } = useApi('notificationSettings', {});
  return (
    <Screen title={t('title.notifications')}>
      {data !== undefined ? (
        <>
          <DevicePush pushKey={data.push_key} devices={data.devices} />
          <KindSwitches kinds={data.kinds} />
        </>
      ) : error === null ? (
        <SkeletonRows label={t('loading')} count={7} />
      ) : (
        <ErrorState onRetry={() => void refetch()} retryLabel={t('retry')} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      )}
    </Screen>
  );
}
