import type { IndexMessage, Quotation } from '@fairlead/contract';
import { Change, ErrorState, formatDate, Price, Segment, Skeleton, Term } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';
import { useChannel } from '../../data/live.ts';
import { useSetting } from '../../data/settings.ts';
import { useApi } from '../../data/use-api.ts';
import { IndexLine } from './IndexLine.tsx';
import { IndexSources } from './IndexSources.tsx';
import { linePoints, RANGE_CANDLES, RANGES, type Range } from './model.ts';

export interface IndexPanelProps {
  market: Quotation;
  decimals: number;
  /** The connection is lost: nothing here is live. */
  isStale: boolean;
}

/** One market's index: the price, its line, and where it comes from. Give it the symbol as key. */
export function IndexPanel({ market, decimals, isStale }: IndexPanelProps) {
  const t = useTranslations('soon');
  const common = useTranslations('common');
  const locale = useLocale();
  const flash = useSetting('flash');
  const [sample, setSample] = useState<IndexMessage>();
  // One sample a second: few enough for state.
  useChannel(`index:${market.symbol}`, setSample);
  const price = sample?.price ?? market.index_price;
  const timeMs = sample?.time ?? market.index_time;
  const isOld = isStale || (sample?.is_stale ?? market.is_stale);
  return (
    <section className={isOld ? 'fl-stale' : ''} aria-label={market.symbol}>
      <div className="flex items-end justify-between gutter pt-3">
        <div>
          <p className="text-12 text-muted">
            <Term title={t('index')} sentence={t('indexDetail')} closeLabel={common('close')}>
              {t('index')}
            </Term>{' '}
            {isOld &&
              timeMs !== undefined &&
              t('asOf', { time: formatDate(timeMs, 'time', locale) })}
          </p>
          <p className="mt-1 text-28 font-strong">
            <Price value={price} decimals={decimals} flash={flash && !isOld} />
          </p>
        </div>
        <p className="pb-1.5">
          <Change fraction={market.change_24h} /> <span className="text-muted">{t('day24')}</span>
        </p>
      </div>
      <History symbol={market.symbol} decimals={decimals} price={price} timeMs={timeMs} />
      {sample !== undefined && sample.sources.length > 0 && (
        <IndexSources sources={sample.sources} decimals={decimals} />
      )}
    </section>
  );
}

interface HistoryProps {
  symbol: string;
  decimals: number;
  price: string | undefined;
  timeMs: number | undefined;
}

function History({ symbol, decimals, price, timeMs }: HistoryProps) {
  const t = useTranslations('soon');
  const common = useTranslations('common');
  const [range, setRange] = useState<Range>('day');
  const history = useApi(
    'candles',
    { symbol, kind: 'index', ...RANGE_CANDLES[range] },
    { keepPrevious: true, refetchEveryMs: 60_000 },
  );
  const live = price === undefined || timeMs === undefined ? undefined : { price, timeMs };
  return (
    <>
      <div className="min-h-64 pt-3">
        {history.data !== undefined && (
          <IndexLine
            points={linePoints(history.data, live)}
            decimals={decimals}
            isLong={range === 'week' || range === 'quarter'}
          />
        )}
        {history.data === undefined && history.error === null && (
          <div role="status" aria-busy="true" className="gutter">
            <span className="fl-sr">{common('loading')}</span>
            <Skeleton height={240} className="rounded-12" />
          </div>
        )}
        {history.data === undefined && history.error !== null && (
          <ErrorState
            onRetry={() => void history.refetch()}
            retryLabel={common('retry')}
            retrying={history.isFetching}
          >
            {errorText(history.error)}
          </ErrorState>
        )}
      </div>
      <div className="gutter pt-2">
        <Segment
          label={t('range')}
          size={36}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(value) }))}
          onValueChange={setRange}
        />
      </div>
    </>
  );
}
