import { Failed } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useQuotations } from '../../data/markets/quotations.ts';
import { keepSymbol } from '../../data/markets/read-symbol.ts';
import { href } from '../navigation.ts';

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
  const query = useQuotations();
  const list = query.data;
  if (list === undefined && query.error) return <Failed query={query} />;
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
