import { Listing, LoadingRows } from '@fairlead/calls';
import type { PublicTrade } from '@fairlead/contract';
import { EmptyState, formatDate, formatNumber, formatPrice, Triangle } from '@fairlead/ui';
import { memo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { quantityDecimals } from './levels.ts';
import type { Trades } from './use-trades.ts';

export interface TradeListProps {
  base: string;
  quote: string;
  trades: Trades;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
}

const SHOWN = 30;

/** The last trades, newest first; the arrow is the taker's side. */
export function TradeList(props: TradeListProps) {
  const { base, quote, trades, isStale, priceDecimals, lotDecimals } = props;
  const t = useTranslations('chart');
  return (
    <Listing
      query={trades}
      loading={<LoadingRows count={6} size={44} />}
      failed={t('tradesFailed')}
      empty={<EmptyState>{t('noTrades')}</EmptyState>}
    >
      {(list) => (
        <div className={isStale ? 'fl-stale gutter pt-1' : 'gutter pt-1'}>
          <table className="w-full text-12">
            <thead>
              <tr className="text-muted">
                <th className="py-1 text-start font-body">{t('time')}</th>
                <th className="py-1 ps-1 text-end font-body">
                  {t('priceOf', { currency: quote })}
                </th>
                <th className="py-1 ps-1 text-end font-body">
                  {t('amountOf', { currency: base })}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.slice(0, SHOWN).map((trade) => (
                <TradeRow
                  key={trade.id}
                  trade={trade}
                  priceDecimals={priceDecimals}
                  lotDecimals={lotDecimals}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Listing>
  );
}

interface TradeRowProps {
  trade: PublicTrade;
  priceDecimals: number;
  lotDecimals: number;
}

const TradeRow = memo(function TradeRow({ trade, priceDecimals, lotDecimals }: TradeRowProps) {
  const locale = useLocale();
  const tone = trade.side === 'buy' ? 'rise' : 'fall';
  return (
    <tr className="border-t border-hairline">
      <td className="py-1 text-muted">{formatDate(trade.time, 'time', locale)}</td>
      <td
        className={`py-1 ps-1 text-end whitespace-nowrap ${tone === 'rise' ? 'text-rise' : 'text-fall'}`}
      >
        <Triangle tone={tone} />
        {formatPrice(trade.price, priceDecimals)}
      </td>
      <td className="py-1 text-end">
        {formatNumber(trade.quantity, quantityDecimals(trade.quantity, lotDecimals))}
      </td>
    </tr>
  );
});
