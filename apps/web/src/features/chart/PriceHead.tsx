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
import { decimalsOf, formatDecimal, parseDecimal } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import { SimulatedDay } from '../../app/parts/SimulatedDay.tsx';
import { useSetting } from '../../data/account/settings.ts';

export interface PriceHeadProps {
  market: Quotation | undefined;
  priceDecimals: number;
  isStale: boolean;
  /** Of the index, by the server's clock. */
  atMs: number | undefined;
}

const COMPACT_FROM_DIGITS = 7;

/** Last − open, in the decimals of the longer of the two. */
function movedBy(last: string | undefined, open: string | undefined): string | undefined {
  if (last === undefined || open === undefined) return undefined;
  const scale = Math.max(...[last, open].map((text) => decimalsOf(text)));
  const now = parseDecimal(last, scale);
  const then = parseDecimal(open, scale);
  return now === undefined || then === undefined ? undefined : formatDecimal(now - then, scale);
}

/** The price at the left, the day at the right, and whether it is live. */
export function PriceHead({ market, priceDecimals, isStale, atMs }: PriceHeadProps) {
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const locale = useLocale();
  const flash = useSetting('flash');
  if (market === undefined) return <HeadSkeleton label={common('loading')} />;
  const price = market.last_price ?? market.index_price;
  const tone = directionOf(market.change_24h, 4);
  const moving = tone === 'rise' || tone === 'fall' ? tone : undefined;
  const moved = movedBy(price, market.open_24h);
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
          {moved === undefined ? (
            <Change fraction={market.change_24h} />
          ) : (
            <span className="fl-change" data-tone={moving}>
              {moving && <Triangle tone={moving} />}
              {formatSigned(moved, priceDecimals)} ({formatPercent(market.change_24h)})
            </span>
          )}
        </p>
        <p className="mt-1">
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
      <dd className="text-right whitespace-nowrap">{value}</dd>
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
