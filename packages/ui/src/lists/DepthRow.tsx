import { type CSSProperties, memo } from 'react';

export interface DepthRowProps {
  side: 'bid' | 'ask';
  /** Already formatted. */
  price: string;
  amount: string;
  /** Of this price and every better one, where there is room. */
  sum?: string | undefined;
  /** 0 to 1 of the deepest row shown, cumulative. */
  share: number;
  /** A dot: an order of one's own stands here. */
  mine?: boolean;
  /** Under the finger. */
  lit?: boolean;
  /** Where the bar grows from. */
  from?: 'left' | 'right';
  /** Amount before price, as left of a mirrored book. */
  amountFirst?: boolean;
  className?: string | undefined;
}

/** One level of the book, 24 high. Redraws only when something in it changed. */
export const DepthRow = memo(function DepthRow(props: DepthRowProps) {
  const { side, price, amount, share, mine = false, lit = false, from = 'right' } = props;
  const hasSum = props.sum !== undefined;
  const grow = hasSum ? 'flex-1 ' : '';
  return (
    <div
      className={props.className ? `fl-depth ${props.className}` : 'fl-depth'}
      data-side={side}
      data-from={from}
      data-amount-first={props.amountFirst || undefined}
      data-mine={mine || undefined}
      data-lit={lit || undefined}
      style={{ '--x': share.toFixed(3) } as CSSProperties}
    >
      <span className={side === 'bid' ? `${grow}text-rise` : `${grow}text-fall`}>{price}</span>
      <span className={hasSum ? 'flex-1 text-end' : undefined}>{amount}</span>
      {hasSum && <span className="flex-1 text-end text-text-2">{props.sum}</span>}
    </div>
  );
});
