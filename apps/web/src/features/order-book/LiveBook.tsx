import { Failed, useApi } from '@fairlead/calls';
import { useTranslations } from 'use-intl';
import { TradeList } from './TradeList.tsx';
import { TwoSidedBook } from './TwoSidedBook.tsx';
import { useOrderBook } from './use-order-book.ts';
import { useTrades } from './use-trades.ts';

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
  const book = useOrderBook(symbol);
  const first = useApi('deal', { symbol, depth: FALLBACK_DEPTH }, { enabled: book === undefined });
  if (book === undefined && first.data === undefined && first.error !== null)
    return <Failed query={first} failed={t('bookFailed')} />;
  const isOld = book === undefined ? first.data !== undefined && isStale : !book.isCurrent;
  return <TwoSidedBook {...shown} book={book ?? first.data} isStale={isStale || isOld} />;
}

/** The last trades, followed while they are shown. */
export function LiveTrades({ symbol, ...shown }: LiveBookProps) {
  return <TradeList {...shown} trades={useTrades(symbol)} />;
}
