import type { Quotation } from '@fairlead/contract';

/** Pairs that a search means: by the start of a coin first, then by any part of the pair. */
export function matchPairs(
  list: readonly Quotation[],
  text: string,
  favourites: readonly string[] | undefined,
): readonly Quotation[] {
  const wanted = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const isIn = ({ symbol }: Quotation) => favourites === undefined || favourites.includes(symbol);
  const rank = ({ base, quote }: Quotation): number => {
    if (base.startsWith(wanted)) return 0;
    if (`${base}${quote}`.includes(wanted)) return 1;
    return 2;
  };
  return list
    .filter((market) => isIn(market) && rank(market) < 2)
    .sort((left, right) => rank(left) - rank(right));
}
