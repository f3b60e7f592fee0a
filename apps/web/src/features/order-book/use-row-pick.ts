/** Press, slide, release on a column of rows; arrow keys and Enter do the same. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export interface RowPickOptions {
  /** The price of each row from the top. */
  readonly prices: readonly string[];
  /** The price under the finger; undefined when it left the rows. */
  readonly onPreview: (price: string | undefined) => void;
  readonly onPick: (price: string) => void;
}

/** The price of the row at a height; rows carry it as `data-price`. */
function priceAt(column: HTMLElement, clientY: number): string | undefined {
  for (const row of column.querySelectorAll<HTMLElement>('[data-price]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (clientY >= top && clientY < bottom) return row.dataset['price'];
  }
  return undefined;
}

/** The row that an arrow key goes to; the first press lights the middle, where the best prices are. */
export function arrowTarget(
  key: string,
  prices: readonly string[],
  lit: string | undefined,
): string | undefined {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const at = lit === undefined ? -1 : prices.indexOf(lit);
  if (at < 0) return prices[Math.floor(prices.length / 2)];
  const to = at + (key === 'ArrowUp' ? -1 : 1);
  return prices[Math.min(Math.max(to, 0), prices.length - 1)];
}

export function useRowPick({ prices, onPreview, onPick }: RowPickOptions) {
  const [lit, setLit] = useState<string>();
  const light = (price: string | undefined) => {
    if (price === lit) return;
    setLit(price);
    onPreview(price);
  };
  const finish = (price: string | undefined) => {
    light(undefined);
    if (price !== undefined) onPick(price);
  };
  return {
    lit,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        light(priceAt(event.currentTarget, event.clientY));
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (event.buttons > 0) light(priceAt(event.currentTarget, event.clientY));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) =>
        finish(priceAt(event.currentTarget, event.clientY)),
      onPointerCancel: () => finish(undefined),
      onBlur: () => finish(undefined),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const isChosen = lit !== undefined && (event.key === 'Enter' || event.key === ' ');
        const next = arrowTarget(event.key, prices, lit);
        if (!isChosen && next === undefined) return;
        event.preventDefault();
        if (isChosen) finish(lit);
        else light(next);
      },
    },
  };
}
