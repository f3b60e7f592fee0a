/** What is left of an offering, and what its supply lacks; exact. */
import type { CurrencyInfo, ResponseOf } from '@fairlead/contract';
import { compareDecimals } from '@fairlead/ui';
import { sumOf } from '../../books/amounts.ts';
import { plain } from '../../terms/decimals.ts';

export type Offering = ResponseOf<'operatorOfferings'>[number];
export type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

export const nameOf = (currencies: Currencies, id: number): string =>
  currencies?.get(id)?.name ?? String(id);

/** Total less what is sold; nothing where less is on sale than was sold. */
export function remainingOf({ total, sold }: Pick<Offering, 'total' | 'sold'>): string {
  const left = sumOf([total, `-${sold}`]) ?? '0';
  return left.startsWith('-') ? '0' : left;
}

const isOnItsWay = ({ status }: Offering): boolean =>
  status === 'upcoming' || status === 'subscribing';

/**
 * What the supply lacks for all that may still be sold of the currency, in all its offerings; undefined where it lacks
 * nothing, or nothing is sold any more.
 */
export function missingSupply(
  offering: Offering,
  offerings: readonly Offering[],
): string | undefined {
  if (!isOnItsWay(offering)) return undefined;
  const sameSupply = offerings.filter(
    (each) => isOnItsWay(each) && each.currency_id === offering.currency_id,
  );
  const remaining = sumOf(sameSupply.map(remainingOf)) ?? '0';
  if (compareDecimals(offering.supply, remaining) !== -1) return undefined;
  return plain(sumOf([remaining, `-${offering.supply}`]) ?? remaining);
}
