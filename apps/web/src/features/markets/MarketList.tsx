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
}

/** Markets one under the other; each leads to its chart. */
export function MarketList({ markets, symbols, hasStars = false, isStale }: MarketListProps) {
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
            href={href('pages/trade/kline', { symbol })}
            flash={flash && !isStale}
            {...star}
          />
        );
      })}
    </List>
  );
}
