import { classNames } from '@fairlead/ui';
import { lazy, memo, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChartActs } from './acts/chart-acts.ts';
import { CandleChart, type CandleChartProps } from './candles/CandleChart.tsx';
import { chartHeight, MAIN_ROW } from './chart-sizes.ts';
import { ComparePills } from './compare/ComparePills.tsx';
import { comparisonsOf } from './compare/comparisons.ts';
import { DrawingBar } from './drawings/DrawingBar.tsx';
import { useDrawings } from './drawings/drawings.ts';
import { useDrawingSync } from './drawings/use-drawing-sync.ts';
import { useDrawingTools } from './drawings/use-drawing-tools.ts';
import { ChartCounts } from './grid/ChartCounts.tsx';
import type { GridWish } from './grid/ChartGrid.tsx';
import { type ChartCount, useKeptGrid } from './grid/chart-grid.ts';
import { fewerBelow, mostBelow } from './grid/fewer-below.ts';
import { IndicatorBar } from './indicators/IndicatorBar.tsx';
import { useOwnLines } from './lines/use-own-lines.ts';
import { ChartSettingsSheet } from './settings/ChartSettingsSheet.tsx';
import { choosePeriod } from './settings/change-settings.ts';
import { type ChartKind, useChartSettings } from './settings/chart-settings.ts';
import { KindPill } from './settings/KindPill.tsx';
import { PeriodBar } from './settings/PeriodBar.tsx';
import { Pill, PillRow } from './settings/Pill.tsx';
import { useChartKind } from './settings/use-chart-kind.ts';
import { ToolButton } from './ToolButton.tsx';
import { useFullScreen } from './use-full-screen.ts';

export interface ChartPanelProps {
  symbol: string;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
  /** More height for the main pane, in pixels. */
  extraHeight?: number;
  /** Of all of it with its bars, in pixels, where it fills a panel; in place of `extraHeight`. */
  fullHeight?: number;
  /** Whose prices, where that is no choice: what trades at the index is drawn by it. */
  only?: ChartKind;
  /** What can be done at a price; nothing where prices are looked at only. */
  acts?: ChartActs | undefined;
  /** Other markets' charts may stand beside it: in a terminal. */
  grid?: GridWish;
  /** Of the market's book, in place of candles where somebody asks for it. */
  depth?: ReactNode;
}

/** Below this the panel scrolls: with one chart, two and four. */
const PANEL_LEAST_PX: Readonly<Record<ChartCount, number>> = { 1: 320, 2: 380, 4: 500 };

const Grid = lazy(async () => ({ default: (await import('./grid/ChartGrid.tsx')).ChartGrid }));

interface PlacesProps {
  grid: GridWish | undefined;
  symbol: string;
  only: ChartKind | undefined;
  below: 0 | 1;
  /** Undefined until it is known whose prices are drawn. */
  own: CandleChartProps | undefined;
  /** In place of the chart. */
  cover: ReactNode;
}

/** The chart alone, or among those of other markets, which stay as they are when another is the active one. */
function Places({ grid, ...of }: PlacesProps) {
  if (grid !== undefined)
    return (
      <Suspense fallback={null}>
        <Grid {...grid} {...of} />
      </Suspense>
    );
  const { own, cover, symbol } = of;
  if (cover !== undefined) return cover;
  return own === undefined ? <div aria-busy="true" /> : <CandleChart key={symbol} {...own} />;
}

/** Periods, chart, indicators and their settings, in whatever panel there is for them. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { symbol, fullHeight, only, acts, depth, grid, extraHeight = 0 } = props;
  const [isDepth, setDepth] = useState(false);
  const isIndexOnly = only === 'index';
  const t = useTranslations('chart');
  const settings = useChartSettings();
  const [isOpen, setOpen] = useState(false);
  const [isSimulated, setSimulated] = useState(false);
  const kind = useChartKind(symbol, only);
  const full = useFullScreen();
  const drawings = useDrawings(symbol);
  const tools = useDrawingTools(symbol);
  useDrawingSync(symbol);
  const lines = useOwnLines(symbol, isIndexOnly);
  const kept = useKeptGrid(grid?.product ?? 'spot').count;
  const count = grid === undefined ? 1 : kept;
  const below = mostBelow(count, fullHeight);
  const fills = fullHeight !== undefined || full.isFull;
  const own = useMemo(() => (kind === undefined ? undefined : { symbol, kind }), [symbol, kind]);
  const comparisons = useMemo(() => comparisonsOf(settings, own), [settings, own]);
  const isCompared = comparisons.length > 0;
  const height = fills ? undefined : chartHeight(settings, { extraHeight, isCompared });
  const chart: CandleChartProps | undefined =
    kind === undefined
      ? undefined
      : {
          ...props,
          kind,
          settings: count === 1 ? settings : fewerBelow(settings, below),
          ...{ drawings, tools, lines, comparisons, onSimulated: setSimulated },
        };
  return (
    <section
      aria-label={t('chartOf', { symbol })}
      data-covers={full.isFull ? '' : undefined}
      className={classNames(
        'flex flex-col',
        full.isFull
          ? 'fixed inset-0 z-15 bg-bg pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] px-[max(env(safe-area-inset-left),env(safe-area-inset-right))]'
          : 'relative',
      )}
      style={{
        height: full.isFull ? undefined : fullHeight && Math.max(PANEL_LEAST_PX[count], fullHeight),
      }}
    >
      <PeriodBar periods={settings.periods} period={settings.period} onPeriodChange={choosePeriod}>
        <ToolButton
          icon="draw"
          label={t('draw.open')}
          pressed={tools.isOpen}
          onClick={tools.toggle}
        />
        {full.turn && <ToolButton icon="turn" label={t('turn')} onClick={full.turn} />}
        <ToolButton
          icon={full.isFull ? 'shrink' : 'expand'}
          label={t(full.isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={full.toggle}
        />
        <ToolButton icon="settings" label={t('settings')} onClick={() => setOpen(true)} />
      </PeriodBar>
      {tools.isOpen && <DrawingBar symbol={symbol} list={drawings} tools={tools} />}
      <PillRow more={isCompared ? MAIN_ROW : 0}>
        <KindPill kind={kind} isSimulated={isSimulated} onClick={() => setOpen(true)} />
        {acts && !isDepth && <Pill onClick={() => acts.onPrice(undefined)}>{t('atPrice')}</Pill>}
        {depth !== undefined && (
          <Pill pressed={isDepth} onClick={() => setDepth(!isDepth)}>
            {t('depth')}
          </Pill>
        )}
        {own && !isDepth && <ComparePills own={own} settings={settings} isFixed={isIndexOnly} />}
        {grid && <ChartCounts product={grid.product} count={count} />}
      </PillRow>
      <div className={classNames('relative', fills && 'min-h-30 flex-1')} style={{ height }}>
        <Places
          grid={count === 1 ? undefined : grid}
          {...{ symbol, only, below, own: chart }}
          cover={isDepth ? <div className="absolute inset-0 bg-bg">{depth}</div> : undefined}
        />
      </div>
      {!isDepth && <IndicatorBar settings={settings} kind={kind ?? 'trade'} />}
      <ChartSettingsSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        symbol={symbol}
        settings={settings}
        kind={kind ?? 'trade'}
        isFixed={only !== undefined}
        isSimulated={isSimulated}
      />
    </section>
  );
});
