import type { TradedMarket } from '../market/traded-market.ts';
import type { CoinAccounts, OrderOwner } from '../state/order-owner.ts';
import { HOUSE, type Market } from '../terms.ts';
import { ledgerAccountId } from './account-id.ts';
import type { Ledger } from './ledger.ts';

/** An owner's accounts for a market; looked up once, since a market's currencies never change. */
export function coinAccounts(
  ledger: Ledger,
  owner: OrderOwner,
  { number, terms }: TradedMarket,
): CoinAccounts {
  const known = owner.accounts(number);
  if (known !== undefined) return known;
  return owner.setAccounts(number, {
    base: ledger.open(ledgerAccountId(owner.owner, 'coin', terms.baseCurrencyId)),
    quote: ledger.open(ledgerAccountId(owner.owner, 'coin', terms.quoteCurrencyId)),
  });
}

/** Where the fees of a market go. */
export function feeAccounts(ledger: Ledger, terms: Market): CoinAccounts {
  return {
    base: ledger.open(ledgerAccountId(HOUSE, 'fees', terms.baseCurrencyId)),
    quote: ledger.open(ledgerAccountId(HOUSE, 'fees', terms.quoteCurrencyId)),
  };
}
