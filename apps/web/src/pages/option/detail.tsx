import { buttonLook, Chip, EmptyState, ErrorState, Note, SkeletonCard } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { useIsLive } from '../../data/connection.ts';
import { errorText } from '../../data/error-text.ts';
import { useQuotations } from '../../data/quotations.ts';
import { decimalsOf } from '../../features/markets/model.ts';
import { IndexPanel } from '../../features/soon/IndexPanel.tsx';
import { indexMarkets } from '../../features/soon/model.ts';

/** Tab 3: the index that contracts and options will use; their trading opens later. */
export function Page() {
  const t = useTranslations('common');
  const soon = useTranslations('soon');
  const isLive = useIsLive();
  const { list, error, isRetrying, refetch } = useQuotations();
  const [chosen, setChosen] = useState<string>();
  const markets = indexMarkets(list ?? []);
  const market = markets.find(({ symbol }) => symbol === chosen) ?? markets[0];
  return (
    <Screen title={t('title.contracts')} isTab>
      <div className="gutter">
        <Note kind="info">{soon('contracts')}</Note>
      </div>
      {list === undefined && error === null && (
        <div className="gutter pt-4">
          <SkeletonCard label={t('loading')} height={360} />
        </div>
      )}
      {list === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()} retryLabel={t('retry')} retrying={isRetrying}>
          {errorText(error)}
        </ErrorState>
      )}
      {list !== undefined && market === undefined && (
        <div className="pt-16">
          <EmptyState>{soon('noIndex')}</EmptyState>
        </div>
      )}
      {market !== undefined && (
        <>
          <fieldset
            aria-label={soon('markets')}
            className="flex min-w-0 gap-2 overflow-x-auto gutter pt-3 pb-1 [scrollbar-width:none]"
          >
            {markets.map(({ symbol }) => (
              <Chip
                key={symbol}
                pressed={symbol === market.symbol}
                onClick={() => setChosen(symbol)}
              >
                {symbol}
              </Chip>
            ))}
          </fieldset>
          <IndexPanel
            key={market.symbol}
            market={market}
            decimals={decimalsOf(market.tick_size)}
            isStale={!isLive}
          />
          <div className="gutter pt-2 pb-6">
            <a
              {...buttonLook({ block: true })}
              href={href('pages/trade/spot', { symbol: market.symbol })}
            >
              {soon('tradeSpot', { symbol: market.symbol })}
            </a>
          </div>
        </>
      )}
    </Screen>
  );
}
