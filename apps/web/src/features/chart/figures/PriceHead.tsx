import type { Quotation } from '@fairlead/contract';
import {
  Change,
  directionOf,
  formatCompact,
  formatDate,
  formatNumber,
  formatPercent,
  formatPrice,
  formatSigned,
  Live,
  Price,
  Skeleton,
  Triangle,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { SimulatedDay } from '../../../app/parts/SimulatedDay.tsx';
import { useSetting } from '../../../data/account/settings.ts';
import { dayChange } from '../../../data/live/live-index.ts';
import type { ChartKind } from '../settings/chart-settings.ts';
import { useChartKind } from '../settings/use-chart-kind.ts';

export interface PriceHeadProps {
  market: Quotation | undefined;
  priceDecimals: number;
  isStale: boolean;
  /** Of the index, by the server's clock. */
  atMs: number | undefined;
}

const COMPACT_FROM_DIGITS = 7;

/** Whose price the chart draws, and by how much it moved since the day's first one. */
function figuresOf(market: Quotation, kind: ChartKind | undefined) {
  const { last_price: last, index_price: index, open_24h: open, change_24h: change } = market;
  const own = kind === 'index' ? 'index' : 'trade';
  const isIndex = (own === 'index' && index !== undefined) || last === undefined;
  const price = isIndex ? index : last;
  const day = dayChange(price, open);
  return {
    name: isIndex ? 'index' : 'trade',
    price,
    day,
    fraction: isIndex ? day?.fraction : change,
  } as const;
}

/** The price that the chart draws at the left, by its name; the day at the right, and whether it is live. */
export function PriceHead({ market, priceDecimals, isStale, atMs }: PriceHeadProps) {
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const locale = useLocale();
  const flash = useSetting('flash');
  const kind = useChartKind(market?.symbol);
  if (market === undefined) return <HeadSkeleton label={common('loading')} />;
  const { name, price, day, fraction } = figuresOf(market, kind);
  const tone = directionOf(fraction, 4);
  const moving = tone === 'rise' || tone === 'fall' ? tone : undefined;
  const time = formatDate(atMs, 'time', locale);
  return (
    <section
      className={`gutter flex flex-wrap items-end justify-between gap-3 pb-2 ${isStale ? 'fl-stale' : ''}`}
    >
      <div className="min-w-0">
        <p>
          <Price
            className="text-28 font-strong"
            value={price}
            decimals={priceDecimals}
            tone={moving}
            flash={flash && !isStale}
          />
        </p>
        <p className="mt-1 text-12">
          {day === undefined ? (
            <Change fraction={fraction} />
          ) : (
            <span className="fl-change" data-tone={moving}>
              {moving && <Triangle tone={moving} />}
              {formatSigned(day.amount, priceDecimals)} ({formatPercent(fraction)})
            </span>
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-muted">
          <span>{t(`priceOfKind.${name}`)}</span>
          <Live stale={isStale}>{isStale ? t('asOf', { time }) : t('liveAt', { time })}</Live>
        </p>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-12 leading-[1.125rem]">
        <Figure label={t('high')} value={formatPrice(market.high_24h, priceDecimals)} />
        <Figure label={t('low')} value={formatPrice(market.low_24h, priceDecimals)} />
        <Figure
          label={t('volume', { currency: market.base })}
          value={volumeText(market.volume_24h, locale)}
        />
        <Figure
          label={t('volume', { currency: market.quote })}
          value={volumeText(market.turnover_24h, locale)}
        />
      </dl>
      <div className="basis-full empty:hidden">
        <SimulatedDay markets={[market]} />
      </div>
    </section>
  );
}

/** In full while that is short. */
export function volumeText(value: string, locale: string): string {
  const digits = value.split('.')[0]?.length ?? 0;
  return digits >= COMPACT_FROM_DIGITS
    ? formatCompact(value, locale, 2)
    : formatNumber(value, digits > 3 ? 2 : 4);
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-end whitespace-nowrap">{value}</dd>
    </>
  );
}

function HeadSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="gutter flex h-21 items-end justify-between pb-2"
    >
      <div className="grid gap-2">
        <Skeleton width={148} height={28} />
        <Skeleton width={120} height={12} />
        <Skeleton width={96} height={12} />
      </div>
      <div className="grid gap-2">
        {[128, 132, 120, 112].map((width) => (
          <Skeleton key={width} width={width} height={10} />
        ))}
      </div>
    </div>
  );
}
