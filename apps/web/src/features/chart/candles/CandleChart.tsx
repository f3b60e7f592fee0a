import { Button, EmptyState, ErrorState } from '@fairlead/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { errorText } from '../../../data/calls/error-text.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import type { ChartActs } from '../acts/chart-acts.ts';
import type { Comparison } from '../compare/comparisons.ts';
import type { Drawing } from '../drawings/drawings.ts';
import type { DrawingTools } from '../drawings/use-drawing-tools.ts';
import { LateFills } from '../fills/LateFills.tsx';
import type { OwnAct, PointedFill } from '../fills/marks.ts';
import type { PriceLine } from '../lines/price-lines.ts';
import { setChartKind } from '../settings/change-settings.ts';
import type { ChartKind, ChartSettings } from '../settings/chart-settings.ts';
import { usePeriodName } from '../settings/PeriodBar.tsx';
import { candlePeriod } from '../settings/periods.ts';
import { useCandleChart } from './use-candle-chart.ts';

export interface CandleChartProps {
  symbol: string;
  kind: ChartKind;
  /** Where it is the index, futures trade there. */
  only?: ChartKind | undefined;
  settings: ChartSettings;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
  drawings: readonly Drawing[];
  tools: DrawingTools;
  lines: readonly PriceLine[];
  comparisons: readonly Comparison[];
  acts?: ChartActs | undefined;
  /** Told whether any of the candles drawn is simulated. */
  onSimulated: (isSimulated: boolean) => void;
}

function useWords() {
  const t = useTranslations('chart');
  const locale = useLocale();
  return useMemo(
    () => ({
      locale,
      price: t('price'),
      mean: t('mean'),
      time: t('time'),
      open: t('open'),
      high: t('highest'),
      low: t('lowest'),
      close: t('close'),
      change: t('change'),
      volume: t('traded'),
      index: t('kindOf.index'),
    }),
    [t, locale],
  );
}

const NONE: readonly OwnAct[] = [];

/** Candles or the time-share line, with indicators, on the chart library. */
export function CandleChart(props: CandleChartProps) {
  const { symbol, kind, settings, priceDecimals, lotDecimals, isStale } = props;
  const { drawings, tools, lines, comparisons, acts, onSimulated } = props;
  const { isOpen, pending, middle, events } = tools;
  const t = useTranslations('chart');
  const element = useRef<HTMLDivElement>(null);
  const [fills, setFills] = useState(NONE);
  const [pointed, onFill] = useState<PointedFill>();
  const [seenMs, onSeen] = useState<number>();
  const words = useWords();
  const nameOf = usePeriodName();
  const view = useMemo(
    () => ({
      query: { symbol, period: candlePeriod(settings.period), kind },
      settings,
      priceDecimals,
      quantityDecimals: lotDecimals,
      isStale,
      words,
      nowMs: serverNow,
      drawing: { list: drawings, isOpen, pending, middle, events },
      lines,
      fills,
      onFill,
      onSeen,
      comparisons,
      acts,
    }),
    [
      symbol,
      kind,
      settings,
      priceDecimals,
      lotDecimals,
      isStale,
      words,
      drawings,
      isOpen,
      pending,
      middle,
      events,
      lines,
      fills,
      comparisons,
      acts,
    ],
  );
  const chart = useCandleChart(element, view);
  const { isSimulated } = chart;
  useEffect(() => onSimulated(isSimulated), [onSimulated, isSimulated]);
  return (
    <div className="absolute inset-0">
      <div
        ref={element}
        role="img"
        aria-label={t('label', { symbol, period: nameOf(settings.period) })}
        dir="ltr"
        className="h-full"
        aria-busy={chart.state === 'loading'}
      />
      <LateFills
        key={symbol}
        symbol={symbol}
        isFutures={props.only === 'index'}
        priceDecimals={priceDecimals}
        sinceMs={seenMs}
        pointed={pointed}
        onActs={setFills}
      />
      {chart.state !== 'ready' && (
        <div className="absolute inset-0 grid place-items-center bg-bg">
          <ChartMessage chart={chart} symbol={symbol} kind={kind} />
        </div>
      )}
    </div>
  );
}

interface ChartMessageProps {
  chart: ReturnType<typeof useCandleChart>;
  symbol: string;
  kind: ChartKind;
}

function ChartMessage({ chart, symbol, kind }: ChartMessageProps) {
  const t = useTranslations('chart');
  const common = useTranslations('common');
  if (chart.state === 'loading') {
    return (
      <div role="status" className="text-brand">
        <span className="fl-spinner block" />
        <span className="fl-sr">{t('loading')}</span>
      </div>
    );
  }
  if (chart.state === 'empty') {
    return (
      <EmptyState
        action={
          kind === 'trade' && (
            <Button size={36} onClick={() => setChartKind(symbol, 'index')}>
              {t('useIndex')}
            </Button>
          )
        }
      >
        {t('empty')}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      onRetry={chart.retry}
      retryLabel={common('retry')}
      detail={chart.state === 'failed' ? errorText(chart.error) : undefined}
    >
      {t('failed')}
    </ErrorState>
  );
}
