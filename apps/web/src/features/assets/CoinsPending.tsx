import { ErrorState } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';
import { useCurrenciesQuery } from './use-wallet.ts';

/** In place of what needs the list of coins: the skeleton given while it is on its way, and what happened when it did not come. */
export function CoinsPending({ children }: { children: ReactNode }) {
  const common = useTranslations('common');
  const { error, refetch, isFetching } = useCurrenciesQuery();
  if (error === null) return children;
  return (
    <ErrorState onRetry={() => void refetch()} retryLabel={common('retry')} retrying={isFetching}>
      {errorText(error)}
    </ErrorState>
  );
}
