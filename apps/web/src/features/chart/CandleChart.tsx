import { Button, EmptyState, ErrorState } from '@fairlead/ui';
import { useEffect, useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { errorText } from '../../data/calls/error-text.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { AXIS_HEIGHT, chartHeight, SUB_HEIGHT } from './chart-sizes.ts';
import { type ChartKind, type ChartSettings, drawnSub, setChartSettings } from './indicators.ts';
import { wirePeriod } from './periods.ts';
import { useCandleChart } from './use-candle-chart.ts';

export interface CandleChartProps {
  symbol: string;
  kind: ChartKind;
  settings: ChartSettings;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
  /** Opens the settings, where the kind is chosen. */
  onKind: () => void;
  /** Told whether any of the candles drawn is simulated. */
  onSimulated: (isSimulated: boolean) => void;
  /** More height for the main pane, in pixels. */
  extraHeight?: number;
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
    }),
    [t, locale],
  );
}

/** Candles or the time-share line, with indicators, on the chart library. */
export function CandleChart(props: CandleChartProps) {
  const { symbol, kind, settings, priceDecimals, lotDecimals, isStale, extraHeight = 0 } = props;
  const { onSimulated } = props;
  const t = useTranslations('chart');
  const element = useRef<HTMLDivElement>(null);
  const words = useWords();
  const view = useMemo(
    () => ({
      query: { symbol, period: wirePeriod(settings.period), kind },
      settings,
      priceDecimals,
      quantityDecimals: lotDecimals,
      isStale,
      words,
      nowMs: serverNow,
    }),
    [symbol, kind, settings, priceDecimals, lotDecimals, isStale, words],
  );
  const chart = useCandleChart(element, view);
  const { isSimulated } = chart;
  useEffect(() => onSimulated(isSimulated), [onSimulated, isSimulated]);
  const height = chartHeight(settings, extraHeight);
  return (
    <div className="relative" style={{ height }}>
      <div
        ref={element}
        role="img"
        aria-label={t('label', { symbol, period: t(`period.${settings.period}`) })}
        className="h-full"
        aria-busy={chart.state === 'loading'}
      />
      <KindLabel {...props} isSimulated={chart.isSimulated} />
      {chart.state !== 'ready' && (
        <div className="absolute inset-0 grid place-items-center bg-bg">
          <ChartMessage chart={chart} kind={kind} />
        </div>
      )}
    </div>
  );
}

function ChartMessage(props: { chart: ReturnType<typeof useCandleChart>; kind: ChartKind }) {
  const { chart, kind } = props;
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
            <Button size={36} onClick={() => setChartSettings({ kind: 'index' })}>
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

type KindLabelProps = CandleChartProps & { isSimulated: boolean };

/** Says whose prices these are, and when they are simulated; always in view. */
function KindLabel({ kind, isSimulated, onKind, settings }: KindLabelProps) {
  const t = useTranslations('chart');
  const name = t(`kindOf.${kind}`);
  const below = AXIS_HEIGHT + (SUB_HEIGHT + 1) * drawnSub(settings, kind).length;
  return (
    <button
      type="button"
      style={{ bottom: below + 6 }}
      className="hit absolute left-4 rounded-8 bg-control px-2 py-0.5 text-12 font-medium text-text-2"
      onClick={onKind}
    >
      {isSimulated ? t('kindOf.simulated', { kind: name }) : name}
    </button>
  );
}
