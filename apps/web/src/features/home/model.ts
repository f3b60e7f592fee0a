/** What home computes from balances and markets; pure. */
import type { Quotation, Wallet } from '@fairlead/contract';

interface Holding {
  readonly name: string;
  readonly total: string;
  readonly converted: string | undefined;
}

/** What is held and counts in the total: a new coin has no market and no price, and moves nothing. */
function holdingsOf(wallet: Wallet, markets: readonly Quotation[]): readonly Holding[] {
  return wallet.accounts
    .flatMap((account) => account.balances)
    .filter((balance) => /[1-9]/.test(balance.total))
    .filter(
      ({ name, converted }) =>
        converted !== undefined || markets.some((market) => market.base === name),
    )
    .map(({ name, total, converted }) => ({ name, total, converted }));
}

const marketOf = (markets: readonly Quotation[], base: string, quote: string) =>
  markets.find((market) => market.base === base && market.quote === quote);

/**
 * The value of the present holdings at each point of the markets' sparks, oldest first; numbers, for a
 * drawing only. Empty when a holding has no market or nothing is held.
 */
export function valueLine(wallet: Wallet, markets: readonly Quotation[]): readonly number[] {
  const holdings = holdingsOf(wallet, markets);
  const sparks = holdings.map(({ name, total }) => {
    const quantity = Number(total);
    if (name === wallet.convert_currency) return { quantity, prices: undefined };
    return { quantity, prices: marketOf(markets, name, wallet.convert_currency)?.spark ?? [] };
  });
  const moving = sparks.filter(({ prices }) => prices !== undefined);
  const length = Math.min(...moving.map(({ prices }) => prices?.length ?? 0));
  if (moving.length === 0 || length < 2 || !Number.isFinite(length)) return [];
  return Array.from({ length }, (_, index) =>
    sparks.reduce((sum, { quantity, prices }) => {
      const price = prices === undefined ? 1 : Number(prices.at(index - length));
      return sum + quantity * price;
    }, 0),
  );
}

/** The first banner that was not put away for good. */
export const bannerToShow = <Item extends { readonly id: number }>(
  banners: readonly Item[],
  dismissed: readonly number[],
): Item | undefined => banners.find((banner) => !dismissed.includes(banner.id));
