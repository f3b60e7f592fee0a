import { Failed, useApi } from '@fairlead/calls';
import { EmptyState, formatAmount, formatNumber, IconButton } from '@fairlead/ui';
import { type PointerEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LiveBookProps } from '../LiveBook.tsx';
import { useOrderBook } from '../use-order-book.ts';
import {
  axisPrices,
  type DepthSums,
  type DepthView,
  depthAt,
  depthPath,
  depthSums,
  depthView,
} from './depth-sums.ts';

export interface DepthChartProps extends Omit<LiveBookProps, 'priceDecimals' | 'lotDecimals'> {
  tick: string;
}

const LEVELS = 200;
const ZOOM_MOST = 16;
/** Half of a price under the chart on the narrowest phone, of the width. */
const LABEL_SHARE = 0.11;
/** Of the two at the right of the sums. */
const BUTTONS_PX = 92;

/** What is wanted and offered up to each price, of the book as it is now. */
export function DepthChart({ symbol, base, quote, tick, isStale }: DepthChartProps) {
  const t = useTranslations('charting.depth');
  const chart = useTranslations('chart');
  const [zoom, setZoom] = useState(1);
  const live = useOrderBook(symbol);
  const first = useApi('deal', { symbol, depth: LEVELS }, { enabled: live === undefined });
  const book = live ?? first.data;
  const sums = useMemo(() => book && depthSums(book), [book]);
  const view = sums && depthView(sums, zoom);
  if (sums === undefined && first.error !== null)
    return <Failed query={first} failed={chart('bookFailed')} />;
  if (sums === undefined) return <div aria-busy="true" />;
  if (view === undefined) return <EmptyState>{chart('noBook')}</EmptyState>;
  const isOld = isStale || live?.isCurrent === false;
  return (
    <div className={isOld ? 'fl-stale flex h-full flex-col' : 'flex h-full flex-col'}>
      <Picture symbol={symbol} base={base} quote={quote} tick={tick} sums={sums} view={view} />
      <div className="absolute top-0 end-0 flex">
        <IconButton
          icon="minus"
          label={t('wider')}
          disabled={zoom <= 1}
          onClick={() => setZoom(zoom / 2)}
        />
        <IconButton
          icon="plus"
          label={t('closer')}
          disabled={zoom >= ZOOM_MOST}
          onClick={() => setZoom(zoom * 2)}
        />
      </div>
    </div>
  );
}

interface PictureProps {
  symbol: string;
  base: string;
  quote: string;
  tick: string;
  sums: DepthSums;
  view: DepthView;
}

const SIDES = [
  { side: 'bids', colour: 'var(--rise)' },
  { side: 'asks', colour: 'var(--fall)' },
] as const;

function Picture({ symbol, base, quote, tick, sums, view }: PictureProps) {
  const t = useTranslations('charting.depth');
  const [at, setAt] = useState<number>();
  const { from, to, most } = view;
  const found = at === undefined ? undefined : depthAt(sums, from + (to - from) * at);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const ends = {
    bids: sums.bids.at(-1) ?? { price: '0', quantity: '0', amount: '0' },
    asks: sums.asks.at(-1) ?? { price: '0', quantity: '0', amount: '0' },
  };
  return (
    <>
      <dl
        className="gutter grid flex-none content-center text-12 tnum"
        style={{ paddingInlineEnd: BUTTONS_PX, minHeight: 44 }}
      >
        {SIDES.map(({ side, colour }) => {
          const isSaid = found !== undefined && (found.side === 'bid') === (side === 'bids');
          const { price, quantity, amount } = isSaid ? found.point : ends[side];
          return (
            <div key={side} className="flex flex-wrap gap-x-2">
              <dt style={{ color: colour }}>{t(side, { price: formatNumber(price) })}</dt>
              <dd className="whitespace-nowrap">{formatAmount(quantity, undefined, base)}</dd>
              <dd className="whitespace-nowrap text-muted">{formatAmount(amount, 2, quote)}</dd>
            </div>
          );
        })}
      </dl>
      <div
        dir="ltr"
        className="relative min-h-0 flex-1 [touch-action:pan-y]"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg
          role="img"
          aria-label={t('label', { symbol })}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="block h-full w-full"
        >
          {SIDES.map(({ side, colour }) => (
            <path
              key={side}
              d={depthPath(sums, side, view)}
              fill={colour}
              fillOpacity={0.16}
              stroke={colour}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {at !== undefined && (
            <path
              d={`M${at * 100} 0V100`}
              stroke="var(--muted)"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span className="absolute end-1 text-12 text-muted tnum" style={{ top: '9%' }}>
          {formatNumber(most.toPrecision(4))}
        </span>
        <span className="absolute end-1 text-12 text-muted tnum" style={{ top: '52%' }}>
          {formatNumber((most / 2).toPrecision(4))}
        </span>
      </div>
      <div dir="ltr" className="relative h-6 flex-none text-12 text-muted tnum" aria-hidden="true">
        {axisPrices(view, tick).map((price) => {
          const left = (Number(price) - from) / (to - from);
          // One that the edge would cut says nothing.
          if (left < LABEL_SHARE || left > 1 - LABEL_SHARE) return null;
          return (
            <span
              key={price}
              className="absolute"
              style={{ left: `${left * 100}%`, transform: 'translateX(-50%)' }}
            >
              {formatNumber(price)}
            </span>
          );
        })}
      </div>
    </>
  );
}
