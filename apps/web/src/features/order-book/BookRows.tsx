import { DepthRow, formatCompact, formatNumber, formatPrice } from '@fairlead/ui';
import { memo } from 'react';
import { type BookRow, type BookSide, quantityDecimals } from './levels.ts';

export interface BookRowsProps {
  side: BookSide;
  /** In the order in which they stand, from the top. */
  rows: readonly (BookRow | undefined)[];
  priceDecimals: number;
  lotDecimals: number;
  /** Prices at which orders of one's own wait. */
  mine: ReadonlySet<string>;
  lit?: string | undefined;
  /** Of the listbox they are options of; undefined where nothing can be chosen. */
  optionId?: ((price: string) => string) | undefined;
  from?: 'left' | 'right';
  amountFirst?: boolean;
  /** Whether what is there up to each price stands beside it. */
  hasSum?: boolean;
  locale: string;
}

const COMPACT_FROM_DIGITS = 6;
/** Bars move in steps of half a hundredth, so that rows that hardly changed are not drawn again. */
const SHARE_STEPS = 200;

function amountText(quantity: string, lotDecimals: number, locale: string): string {
  const digits = quantity.split('.')[0]?.length ?? 0;
  return digits >= COMPACT_FROM_DIGITS
    ? formatCompact(quantity, locale)
    : formatNumber(quantity, quantityDecimals(quantity, lotDecimals));
}

/** One side's rows of 24; rows that are missing keep their height. */
export const BookRows = memo(function BookRows(props: BookRowsProps) {
  const { side, rows, priceDecimals, lotDecimals, mine, lit, optionId, locale } = props;
  const { from = 'right', amountFirst = false, hasSum = false } = props;
  return rows.map((row, index) => {
    // The place is the identity: rows change what they show, not where they are.
    const key = `${side}${index}`;
    if (row === undefined) return <div key={key} className="h-6" aria-hidden="true" />;
    const depth = (
      <DepthRow
        key={key}
        side={side}
        price={formatPrice(row.price, priceDecimals)}
        amount={amountText(row.quantity, lotDecimals, locale)}
        share={Math.round(row.share * SHARE_STEPS) / SHARE_STEPS}
        mine={mine.has(row.price)}
        lit={lit === row.price}
        from={from}
        amountFirst={amountFirst}
        sum={hasSum ? amountText(row.sum, lotDecimals, locale) : undefined}
      />
    );
    if (optionId === undefined) return depth;
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the listbox keeps the focus and names its active option
      <div
        key={key}
        role="option"
        id={optionId(row.price)}
        data-price={row.price}
        aria-selected={lit === row.price}
      >
        {depth}
      </div>
    );
  });
});
