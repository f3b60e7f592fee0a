import type { Quotation } from '@fairlead/contract';
import { List } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { toggleFavourite, useSetting } from '../../data/account/settings.ts';
import { MarketRow } from './MarketRow.tsx';

export interface MarketListProps {
  markets: readonly Quotation[];
  /** What to show, in order. */
  symbols: readonly string[];
  hasStars?: boolean;
  /** Greys everything: the connection is lost. */
  isStale: boolean;
  /** Where a row leads; to its chart unless said. */
  hrefOf?: (symbol: string) => string;
  /** The one that is shown beside the list. */
  current?: string | undefined;
}

const toChart = (symbol: string): string => href('pages/trade/kline', { symbol });

/** Markets one under the other; each leads to its chart. */
export function MarketList(props: MarketListProps) {
  const { markets, symbols, hasStars = false, isStale, hrefOf = toChart, current } = props;
  const t = useTranslations('markets');
  const favourites = useSetting('favourites');
  const flash = useSetting('flash');
  const bySymbol = new Map(markets.map((market) => [market.symbol, market]));
  return (
    <List label={t('list')} className={isStale ? 'fl-stale' : ''}>
      {symbols.map((symbol) => {
        const market = bySymbol.get(symbol);
        if (market === undefined) return null;
        const star = hasStars
          ? { star: { isOn: favourites.includes(symbol), onToggle: toggleFavourite } }
          : {};
        return (
          <MarketRow
            key={symbol}
            market={market}
            href={hrefOf(symbol)}
            isCurrent={symbol === current}
            flash={flash && !isStale}
            {...star}
          />
        );
      })}
    </List>
  );
}
