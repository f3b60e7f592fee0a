import { LoadingRows } from '@fairlead/calls';
import { EmptyState, Skeleton, SkeletonCard } from '@fairlead/ui';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { isOffered } from '../../data/markets/products.ts';
import { useContract, useContractSymbol } from '../../data/markets/use-contract.ts';
import { useConfig } from '../../data/use-config.ts';
import { ContractScreen } from '../../features/contracts/ContractScreen.tsx';
import { useContractGrid } from '../../features/contracts/use-contract-grid.ts';
import { CHART_HEIGHT } from '../../features/options/chart/chart-scale.ts';
import { OptionDesk } from '../../features/options/OptionDesk.tsx';
import { OptionLists } from '../../features/options/orders/late.ts';
import { StillRunning } from '../../features/options/orders/Running.tsx';
import { Settled } from '../../features/options/orders/Settled.tsx';
import { useChartActs } from '../trade/parts/use-chart-acts.tsx';

/** In a terminal only. */
const IndexChart = lazy(async () => ({
  default: (await import('../../features/chart/IndexChart.tsx')).IndexChart,
}));

/** Tab 3: options on the index of a market. Charts of other markets stay when this one changes. */
export function Page() {
  const symbol = useContractSymbol('options');
  const contract = useContract(symbol);
  const grid = useContractGrid('options');
  const { acts, sheets } = useChartActs(symbol, contract.market, 'options');
  const isWide = useIsWide();
  const isSold = useConfig().data?.options !== false;
  const { market, index, isStale } = contract;
  const hasDesk = isSold && (market === undefined || isOffered('options', market));
  return (
    <ContractScreen
      product="options"
      contract={contract}
      chart={(height) => (
        <Suspense fallback={null}>
          {sheets}
          <IndexChart contract={contract} fullHeight={height} grid={grid} acts={acts} />
        </Suspense>
      )}
      historyHref={href('pages/option/orders', { status: 'settled' })}
      closed={isSold ? undefined : <ClosedDesk />}
      desk={
        market === undefined ? (
          <DeskLoading />
        ) : (
          <OptionDesk key={symbol} market={market} price={index.price} isStale={isStale} />
        )
      }
    >
      {!hasDesk && <StillRunning key={`running ${symbol}`} symbol={symbol} isStale={isStale} />}
      {isWide ? (
        <Suspense fallback={<LoadingRows count={2} mark={false} />}>
          <OptionLists symbol={symbol} />
        </Suspense>
      ) : (
        <Settled key={symbol} symbol={symbol} />
      )}
    </ContractScreen>
  );
}

/** Of the heights of chart and ticket, so that nothing jumps. */
function DeskLoading() {
  const t = useTranslations('common');
  return (
    <div className="gutter grid gap-3">
      <Skeleton height={CHART_HEIGHT} className="rounded-12" />
      <SkeletonCard label={t('loading')} height={320} lines={5} />
    </div>
  );
}

/** In the desk's place where the deployment sells none. */
function ClosedDesk() {
  const t = useTranslations('options.closed');
  return <EmptyState>{t('deployment')}</EmptyState>;
}
