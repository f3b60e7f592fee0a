import type { Quotation } from '@fairlead/contract';
import {
  Change,
  CoinMark,
  directionOf,
  formatCompact,
  formatDate,
  Icon,
  Price,
  Spark,
  Tag,
} from '@fairlead/ui';
import { memo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { decimalsOf, shownPrice } from './model.ts';

export interface MarketRowProps {
  market: Quotation;
  href: string;
  /** Tint the price when it moves. */
  flash: boolean;
  /** It is shown beside the list. */
  isCurrent?: boolean;
  /** With a star at the left, given what a tap does. */
  star?: { readonly isOn: boolean; readonly onToggle: (symbol: string) => void };
}

/** Mark, pair over volume, spark, price over change. A stale price is grey and says of when it is. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { market, href, flash, isCurrent = false, star } = props;
  const tone = directionOf(market.change_24h, 4);
  return (
    <div className={`market-row flex items-center ${market.is_stale ? 'fl-stale' : ''}`}>
      {star && <Star market={market} {...star} />}
      <a
        className={`fl-row min-w-0 flex-1 aria-[current]:bg-raised ${star ? 'ps-1' : ''}`}
        href={href}
        aria-current={isCurrent || undefined}
      >
        <CoinMark code={market.base} />
        <span className="min-w-0 flex-1 whitespace-nowrap">
          <span className="fl-row-title">
            {market.base}
            <small className="text-12 font-medium text-muted">/{market.quote}</small>
          </span>
          <Caption market={market} />
        </span>
        <Spark
          values={market.spark}
          width={star ? 48 : 72}
          className="roomy"
          tone={market.is_stale || tone === undefined || tone === 'flat' ? 'muted' : tone}
        />
        <span className="w-26 text-end whitespace-nowrap">
          <span className="block text-16 leading-5.5 font-medium">
            <Price
              value={shownPrice(market)}
              decimals={decimalsOf(market.tick_size)}
              flash={flash && !market.is_stale}
            />
          </span>
          <span className="block leading-4.5">
            <Change fraction={market.change_24h} />
          </span>
        </span>
      </a>
    </div>
  );
});

/** What most markets are counted in needs no name; where it is another currency it has one. */
const USUAL_QUOTE = 'USDT';
const volumeOf = ({ quote, turnover_24h }: Quotation, locale: string): string => {
  const volume = formatCompact(turnover_24h, locale);
  return quote === USUAL_QUOTE ? volume : `${volume}\u00a0${quote}`;
};

function Caption({ market }: { market: Quotation }) {
  const t = useTranslations('markets');
  const locale = useLocale();
  if (market.state !== 'open') return <Tag kind="warn">{t(market.state)}</Tag>;
  const text =
    market.is_stale && market.index_time !== undefined
      ? t('asOf', { time: formatDate(market.index_time, 'time', locale) })
      : t('volumeShort', { volume: volumeOf(market, locale) });
  return <span className="fl-row-caption">{text}</span>;
}

interface StarProps {
  market: Quotation;
  isOn: boolean;
  onToggle: (symbol: string) => void;
}

function Star({ market: { symbol }, isOn, onToggle }: StarProps) {
  const t = useTranslations('markets');
  return (
    <button
      type="button"
      className={`fl-iconbtn -me-2 ms-0.5 ${isOn ? 'text-star' : 'text-muted'}`}
      aria-pressed={isOn}
      aria-label={t('favourite', { symbol })}
      onClick={() => onToggle(symbol)}
    >
      <Icon name="star" filled={isOn} />
    </button>
  );
}
