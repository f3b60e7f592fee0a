import type { LiveBookProps } from './LiveBook.tsx';
import { TradeList } from './TradeList.tsx';
import { useTrades } from './use-trades.ts';

/** The last trades, followed while they are shown. */
export function LiveTrades({ symbol, ...shown }: LiveBookProps) {
  return <TradeList {...shown} trades={useTrades(symbol)} />;
}
