import type { ResponseOf } from '@fairlead/contract';
import { ErrorState, SkeletonCard } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';
import { useSecurity } from './use-security.ts';

export type Security = ResponseOf<'security'>;

/** What depends on how the account is protected: loading, failed, or there. */
export function SecurityGate({ children }: { children: (security: Security) => ReactNode }) {
  const t = useTranslations('common');
  const { data, error, isFetching, refetch } = useSecurity();
  if (data !== undefined) return children(data);
  if (error !== null)
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={t('retry')} retrying={isFetching}>
        {errorText(error)}
      </ErrorState>
    );
  return (
    <div className="gutter pt-2">
      <SkeletonCard label={t('loading')} lines={4} height={200} />
    </div>
  );
}
