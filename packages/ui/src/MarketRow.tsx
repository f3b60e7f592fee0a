import { memo, type ReactNode } from 'react';
import { Change } from './Change.tsx';
import { CoinMark } from './CoinMark.tsx';
import type { DecimalText } from './format.ts';
import { Icon } from './Icon.tsx';
import { Price } from './Price.tsx';
import { Spark } from './Spark.tsx';

export interface MarketRowProps {
  href: string;
  base: string;
  quote: string;
  /** Under the name: the volume, or since when the price stands. */
  caption: ReactNode;
  price: DecimalText;
  decimals?: number;
  /** The day's change as a fraction. */
  change: DecimalText;
  /** Prices of the day, oldest first; leave it away to show no line. */
  spark?: readonly (number | string)[];
  flash?: boolean;
  /** A star at the left that is a button of its own. */
  star?: { on: boolean; label: string; onToggle: () => void };
  stale?: boolean;
}

/** One market of 64: star, mark, pair, day, price over change. Redraws only when something changed. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { href, base, quote, caption, price, decimals, change, spark, flash, star, stale } = props;
  const isFall = change?.startsWith('-') ?? false;
  return (
    <div className={stale ? 'fl-market fl-stale' : 'fl-market'}>
      {star && (
        <button
          type="button"
          className="fl-star"
          aria-label={star.label}
          aria-pressed={star.on}
          onClick={star.onToggle}
        >
          <Icon name="star" filled={star.on} />
        </button>
      )}
      <a className="fl-row" href={href}>
        <CoinMark code={base} />
        <span className="fl-row-main whitespace-nowrap">
          <span className="fl-row-title">
            {base}
            <small className="text-12 font-medium text-muted">/{quote}</small>
          </span>
          <span className="fl-row-caption">{caption}</span>
        </span>
        {spark && <Spark values={spark} tone={stale ? 'muted' : isFall ? 'fall' : 'rise'} />}
        <span className="fl-row-end fl-market-price">
          <Price
            className="fl-row-value"
            value={price}
            {...(decimals === undefined ? {} : { decimals })}
            {...(flash === undefined ? {} : { flash })}
          />
          <Change className="fl-market-change" fraction={change} />
        </span>
      </a>
    </div>
  );
});
