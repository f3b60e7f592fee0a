import { formatAmount, formatDate, formatPrice } from '@fairlead/ui';
import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { ActSum, OwnAct, PointedFill } from './marks.ts';
import { useFuturesActs, useSpotActs } from './use-acts.ts';

export interface OwnFillsProps {
  symbol: string;
  /** Openings and closes of futures in place of fills of spot. */
  isFutures: boolean;
  priceDecimals: number;
  /** When the oldest candle began that was looked at, ms. */
  sinceMs: number | undefined;
  /** The mark under mouse or finger. */
  pointed: PointedFill | undefined;
  /** Told what is to be marked, and of nothing once this goes. */
  onActs: (acts: readonly OwnAct[]) => void;
}

export function OwnFills({ isFutures, ...props }: OwnFillsProps) {
  return isFutures ? <FuturesFills {...props} /> : <SpotFills {...props} />;
}

type FillsProps = Omit<OwnFillsProps, 'isFutures'>;

function SpotFills(props: FillsProps) {
  return <Marked {...props} acts={useSpotActs(props.symbol, props.sinceMs)} />;
}

function FuturesFills(props: FillsProps) {
  return <Marked {...props} acts={useFuturesActs(props.symbol, props.sinceMs)} />;
}

const NONE: readonly OwnAct[] = [];

/** Gives them to the chart; what is drawn there is said here. */
function Marked({ acts, ...props }: FillsProps & { acts: readonly OwnAct[] }) {
  const { pointed, onActs } = props;
  const t = useTranslations('charting.fills');
  useEffect(() => onActs(acts), [onActs, acts]);
  useEffect(() => () => onActs(NONE), [onActs]);
  return (
    <>
      {acts.length > 0 && <p className="fl-sr">{t('marked', { count: acts.length })}</p>}
      {pointed && <Tip {...props} pointed={pointed} />}
    </>
  );
}

/** Between a mark and what is said of it, px. */
const AWAY_PX = 16;

interface TipProps extends Pick<FillsProps, 'symbol' | 'priceDecimals'> {
  pointed: PointedFill;
}

/** Beside the mark, to the side that has more room. */
function Tip({ pointed, ...market }: TipProps) {
  const { mark, x, y, width } = pointed;
  const isRight = x > width / 2;
  return (
    <div
      role="status"
      className="pointer-events-none absolute z-10 grid gap-2 rounded-8 border border-hairline-strong bg-raised px-2 py-1 text-12"
      style={{
        left: isRight ? x - AWAY_PX : x + AWAY_PX,
        width: 'max-content',
        top: Math.max(0, y),
        transform: `translate(${isRight ? '-100%' : '0'}, ${mark.isBuy ? '-50%' : '-25%'})`,
      }}
    >
      {mark.sums.map((sum) => (
        <Told key={sum.kind} sum={sum} isBuy={mark.isBuy} {...market} />
      ))}
    </div>
  );
}

interface ToldProps extends Pick<FillsProps, 'symbol' | 'priceDecimals'> {
  sum: ActSum;
  isBuy: boolean;
}

function Told({ sum, symbol, priceDecimals, isBuy }: ToldProps) {
  const t = useTranslations('charting.fills');
  const locale = useLocale();
  const [base = ''] = symbol.split('/');
  const { kind, count, price, quantity, fromMs, toMs } = sum;
  const [from, to] = [fromMs, toMs].map((ms) => formatDate(ms, 'full', locale));
  return (
    <div className="whitespace-nowrap">
      <p className={`font-medium ${isBuy ? 'text-rise' : 'text-fall'}`}>
        {t(kind)}
        {count > 1 && ` · ${t('count', { count })}`}
      </p>
      <p>
        {count > 1
          ? t('average', { price: formatPrice(price, priceDecimals) })
          : formatPrice(price, priceDecimals)}{' '}
        · {formatAmount(quantity, undefined, base)}
      </p>
      <p className="text-muted">{from}</p>
      {to !== from && <p className="text-muted">– {to}</p>}
    </div>
  );
}
