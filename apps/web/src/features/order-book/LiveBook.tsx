import { ErrorState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useApi } from '../../data/use-api.ts';
import { useOrderBook } from '../../data/use-order-book.ts';
import { TwoSidedBook } from './TwoSidedBook.tsx';

export interface LiveBookProps {
  symbol: string;
  base: string;
  quote: string;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
}

const FALLBACK_DEPTH = 20;

/** The two-sided book: live, or as REST gives it while the socket is not there. */
export function LiveBook({ symbol, isStale, ...shown }: LiveBookProps) {
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const book = useOrderBook(symbol);
  const first = useApi('deal', { symbol, depth: FALLBACK_DEPTH }, { enabled: book === undefined });
  if (book === undefined && first.data === undefined && first.error !== null) {
    return (
      <ErrorState
        onRetry={() => void first.refetch()}
        retryLabel={common('retry')}
        retrying={first.isFetching}
      >
        {t('bookFailed')}
      </ErrorState>
    );
  }
  const isOld = book === undefined ? first.data !== undefined && isStale : !book.isCurrent;
  return <TwoSidedBook {...shown} book={book ?? first.data} isStale={isStale || isOld} />;
}
