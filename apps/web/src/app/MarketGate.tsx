import { buttonLook, EmptyState, ErrorState } from '@fairlead/ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '../data/error-text.ts';
import { useQuotations } from '../data/quotations.ts';
import { keepSymbol } from '../data/read-symbol.ts';
import { href } from './navigation.ts';

export interface MarketGateProps {
  symbol: string;
  /** Whether the market's figures are there; then nothing is asked. */
  isKnown: boolean;
  /** The page, which shows skeletons until then. */
  children: ReactNode;
}

/** In place of a page about a market that does not exist, or whose figures did not come. */
export function MarketGate({ symbol, isKnown, children }: MarketGateProps) {
  useEffect(() => {
    if (isKnown) keepSymbol(symbol);
  }, [symbol, isKnown]);
  return isKnown ? children : <Unknown symbol={symbol}>{children}</Unknown>;
}

function Unknown({ symbol, children }: { symbol: string; children: ReactNode }) {
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const { list, error, isRetrying, refetch } = useQuotations();
  if (list === undefined && error !== null) {
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={common('retry')} retrying={isRetrying}>
        {errorText(error)}
      </ErrorState>
    );
  }
  if (list === undefined || list.some((market) => market.symbol === symbol)) return children;
  return (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={href('pages/trade/index')}>
          {t('toMarkets')}
        </a>
      }
    >
      {t('unknownMarket', { symbol })}
    </EmptyState>
  );
}
