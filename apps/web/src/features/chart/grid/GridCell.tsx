import { Change, classNames, Icon, Price } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import { useQuotation } from '../../../data/markets/quotations.ts';
import { useFreshness } from '../../../data/markets/use-freshness.ts';
import { CandleChart, type CandleChartProps } from '../candles/CandleChart.tsx';
import { useDrawings } from '../drawings/drawings.ts';
import { useDrawingTools } from '../drawings/use-drawing-tools.ts';
import { useOwnLines } from '../lines/use-own-lines.ts';
import { type ChartKind, useChartSettings } from '../settings/chart-settings.ts';
import { useChartKind } from '../settings/use-chart-kind.ts';
import { fewerBelow } from './fewer-below.ts';

export interface GridCellProps {
  symbol: string;
  only?: ChartKind | undefined;
  /** Indicators below the price that there is room for. */
  below: 0 | 1;
  /** Opens the list of markets for this place. */
  onChoose: () => void;
  /** Lets the ticket follow it; undefined where it does. */
  onActivate: (() => void) | undefined;
  /** The active chart's, with the tools; others are only looked at. */
  own: CandleChartProps | undefined;
  /** Stands over the active chart. */
  cover: ReactNode;
}

/** One of several charts, under its market's name and price. */
export function GridCell(props: GridCellProps) {
  const { symbol, only, onChoose, onActivate, cover } = props;
  const t = useTranslations('desk.charts');
  const market = useQuotation(symbol);
  const { isStale } = useFreshness(market);
  const isActive = onActivate === undefined;
  const price =
    only === 'index' ? market?.index_price : (market?.last_price ?? market?.index_price);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div
      role="group"
      aria-label={symbol}
      className={classNames(
        '@container flex min-h-0 min-w-0 flex-col bg-bg',
        isStale && 'fl-stale',
      )}
    >
      <div
        className="flex h-9 flex-none items-center"
        style={{ borderBottom: `2px solid ${isActive ? 'var(--brand)' : 'transparent'}` }}
      >
        <button
          type="button"
          className="flex h-full min-w-0 flex-1 items-center gap-2 overflow-hidden ps-2 text-start whitespace-nowrap aria-[current]:text-brand"
          aria-current={isActive || undefined}
          aria-label={isActive ? t('active', { symbol }) : t('activate', { symbol })}
          title={isActive ? undefined : t('activate', { symbol })}
          onClick={onActivate}
        >
          <b className="font-strong">{symbol}</b>
          <span className="text-12">
            <Price value={price} decimals={decimalsOf(market?.tick_size ?? '0.01')} flash={false} />
          </span>
          <Change className="text-12 @max-[260px]:hidden" fraction={market?.change_24h} />
        </button>
        <button
          type="button"
          className="grid h-full w-8 flex-none place-items-center text-muted"
          aria-label={t('choose', { symbol })}
          aria-haspopup="dialog"
          onClick={onChoose}
        >
          <Icon name="chevronDown" size={16} />
        </button>
      </div>
      <div className="relative min-h-0 flex-1">
        <Chart {...props} />
        {isActive && cover}
      </div>
    </div>
  );
}

const NONE = [] as const;

/** One chart all its life, whichever is active: without tools its drawings and lines are seen. */
function Chart({ symbol, only, below, own }: GridCellProps) {
  const settings = useChartSettings();
  const market = useQuotation(symbol);
  const { isStale } = useFreshness(market);
  const kind = useChartKind(symbol, only);
  const drawings = useDrawings(symbol);
  const tools = useDrawingTools(symbol);
  const lines = useOwnLines(symbol, only === 'index');
  if (own !== undefined) return <CandleChart {...own} />;
  if (kind === undefined) return <div aria-busy="true" />;
  return (
    <CandleChart
      symbol={symbol}
      kind={kind}
      only={only}
      settings={fewerBelow(settings, below)}
      priceDecimals={decimalsOf(market?.tick_size ?? '0.01')}
      lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
      isStale={isStale}
      drawings={drawings}
      tools={tools}
      lines={lines}
      comparisons={NONE}
      onSimulated={ignored}
    />
  );
}

/** The strip over the page, and the pill of the chart with the tools, say so. */
const ignored = (): void => undefined;
