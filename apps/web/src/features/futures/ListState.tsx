import { ErrorState, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';

export interface ListStateProps {
  error: Error | null;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** In place of a list that has not come: rows of its size, or why not. */
export function ListState({ error, isRetrying = false, onRetry }: ListStateProps) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  return error === null ? (
    <SkeletonRows label={common('loading')} count={2} mark={false} />
  ) : (
    <ErrorState
      onRetry={onRetry}
      retryLabel={common('retry')}
      retrying={isRetrying}
      detail={errorText(error)}
    >
      {t('listFailed')}
    </ErrorState>
  );
}
