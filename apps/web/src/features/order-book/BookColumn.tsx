import { compareDecimals, formatPrice, Price, Select, Skeleton } from '@fairlead/ui';
import { decimalsOf } from '@fairlead/units';
import { useId, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { BookRows } from './BookRows.tsx';
import { LayoutButton } from './LayoutButton.tsx';
import { type BookLayout, bookRows, groupLevels, type Level, spreadOf } from './levels.ts';
import { useRowPick } from './use-row-pick.ts';

export interface BookColumnProps {
  base: string;
  quote: string;
  /** Undefined until the first snapshot. */
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | undefined;
  lastPrice: string | undefined;
  direction: PriceDirection | undefined;
  /** Undefined while live, else the time of what is shown, as text. */
  staleSince: string | undefined;
  priceDecimals: number;
  lotDecimals: number;
  steps: readonly string[];
  step: string;
  onStepChange: (step: string) => void;
  layout: BookLayout;
  onLayoutChange: (layout: BookLayout) => void;
  /** Prices at which own orders wait, as the book shows them ungrouped. */
  ownBids: readonly string[];
  ownAsks: readonly string[];
  onPreview: (price: string | undefined) => void;
  onPick: (price: string) => void;
  /** Of each side; eight on a phone. Where it is told, there is room for a column of sums too. */
  rows?: number | undefined;
}

const ROWS = 8;
const rowsOf = (layout: BookLayout, rows: number) => ({
  asks: layout === 'both' ? rows : layout === 'asks' ? 2 * rows : 0,
  bids: layout === 'both' ? rows : layout === 'bids' ? 2 * rows : 0,
});

/** What of the column is no row: words above, the last price, grouping below. */
const FRAME_PX = 148;
const ROW_PX = 24;
const ROWS_MAX = 30;

/** How many rows of each side fit into a height. */
export const rowsWithin = (height: number): number =>
  Math.min(ROWS_MAX, Math.max(4, Math.floor((height - FRAME_PX) / ROW_PX / 2)));

const grouped = (prices: readonly string[], side: 'bid' | 'ask', step: string) =>
  new Set(
    groupLevels(
      prices.map((price) => [price, '1'] as const),
      side,
      step,
    ).map(([at]) => at),
  );

/** Fills up to `count` rows, so that the column keeps its height. */
function padded<Row>(rows: readonly Row[], count: number): (Row | undefined)[] {
  return [...rows, ...Array.from({ length: Math.max(0, count - rows.length) }, () => undefined)];
}

/** The book of 136 px beside the ticket: asks, last price, bids; one target to take a price from. */
export function BookColumn(props: BookColumnProps) {
  const { book, step, layout, base, quote, onPreview, onPick, lotDecimals } = props;
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const locale = useLocale();
  const id = useId();
  const perSide = props.rows ?? ROWS;
  const hasSum = props.rows !== undefined;
  const count = rowsOf(layout, perSide);
  const { bids, asks } = useMemo(() => {
    if (book === undefined) return { bids: [], asks: [] };
    const wanted = rowsOf(layout, perSide);
    return bookRows(
      groupLevels(book.bids, 'bid', step),
      groupLevels(book.asks, 'ask', step),
      wanted,
    );
  }, [book, step, layout, perSide]);
  const ownBids = useMemo(() => grouped(props.ownBids, 'bid', step), [props.ownBids, step]);
  const ownAsks = useMemo(() => grouped(props.ownAsks, 'ask', step), [props.ownAsks, step]);
  const askRows = padded(asks, count.asks).reverse();
  const bidRows = padded(bids, count.bids);
  const prices = [...askRows, ...bidRows].flatMap((row) => (row ? [row.price] : []));
  const { lit, handlers } = useRowPick({ prices, onPreview, onPick });
  const optionId = (price: string) => `${id}-${price}`;
  const shared = {
    priceDecimals: Math.min(props.priceDecimals, decimalsOf(step)),
    lotDecimals,
    lit,
    optionId,
    locale,
    hasSum,
  };
  const rows = (
    <>
      <BookRows side="ask" rows={askRows} mine={ownAsks} {...shared} />
      <LastPrice {...props} />
      <BookRows side="bid" rows={bidRows} mine={ownBids} {...shared} />
    </>
  );
  return (
    <section
      className={props.staleSince === undefined ? undefined : 'fl-stale'}
      aria-label={t('book')}
    >
      <div className="flex h-8 items-center justify-between text-12 leading-[0.875rem] text-muted">
        <Head name={t('price')} unit={quote} />
        <Head name={t('amount')} unit={base} isEnd />
        {hasSum && <Head name={t('sum')} unit={base} isEnd />}
      </div>
      {book === undefined && <BookSkeleton label={common('loading')} />}
      {book !== undefined && prices.length === 0 && <div>{rows}</div>}
      {book !== undefined && prices.length > 0 && (
        <div
          role="listbox"
          aria-label={t('bookHint')}
          aria-activedescendant={lit === undefined ? undefined : optionId(lit)}
          tabIndex={0}
          className="cursor-pointer touch-none select-none"
          {...handlers}
        >
          {rows}
        </div>
      )}
      <div className="mt-2 flex gap-2">
        <Select
          className="grow text-12"
          size={36}
          label={t('grouping')}
          labelHidden
          closeLabel={common('close')}
          value={step}
          options={props.steps.map((value) => ({ value, label: value }))}
          onValueChange={props.onStepChange}
        />
        <LayoutButton layout={layout} onLayoutChange={props.onLayoutChange} />
      </div>
    </section>
  );
}

function Head({ name, unit, isEnd = false }: { name: string; unit: string; isEnd?: boolean }) {
  return (
    <span className={isEnd ? 'flex-1 text-end' : 'flex-1'}>
      {name}
      <br />
      {unit}
    </span>
  );
}

function LastPrice({ book, lastPrice, direction, staleSince, priceDecimals }: BookColumnProps) {
  const t = useTranslations('trade');
  const spread = book && spreadOf(book.bids, book.asks);
  return (
    <div role="presentation" className="flex h-13 flex-col justify-center whitespace-nowrap">
      <Price
        className="text-20 font-strong"
        value={lastPrice}
        decimals={priceDecimals}
        tone={direction}
        flash={false}
      />
      <span className="text-12 text-muted">
        {staleSince === undefined
          ? t('spread', { value: formatPrice(spread, priceDecimals) })
          : t('asOf', { time: staleSince })}
      </span>
    </div>
  );
}

function BookSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid h-109 content-between py-1">
      {Array.from({ length: 16 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sixteen rows that are all alike
        <div key={row} className="flex justify-between">
          <Skeleton width={60} height={12} />
          <Skeleton width={44} height={12} />
        </div>
      ))}
    </div>
  );
}

type PriceDirection = 'rise' | 'fall';

interface Seen {
  readonly price: string | undefined;
  readonly direction: PriceDirection | undefined;
}

/** Which way the price last moved; `first` until it has. */
export function useDirection(
  price: string | undefined,
  first: PriceDirection | undefined,
): PriceDirection | undefined {
  const [seen, setSeen] = useState<Seen>({ price, direction: undefined });
  if (price === seen.price) return seen.direction ?? first;
  const way =
    price === undefined || seen.price === undefined ? 0 : (compareDecimals(price, seen.price) ?? 0);
  const direction = way === 0 ? seen.direction : way > 0 ? 'rise' : 'fall';
  setSeen({ price, direction });
  return direction ?? first;
}
