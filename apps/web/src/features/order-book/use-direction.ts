import { compareDecimals } from '@fairlead/ui';
import { useState } from 'react';

export type PriceDirection = 'rise' | 'fall';

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
