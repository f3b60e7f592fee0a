/** What is chosen on the deposit page, kept in its address; pure. */
import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { CURRENCY_IDS } from '@fairlead/contract/constants';
import { bankTerms, cryptoTerms, isChain, readCurrencyId } from '../custody/chains.ts';

export type Way = 'crypto' | 'bank';

export interface DepositChoice {
  readonly currency: CurrencyInfo | undefined;
  readonly way: Way;
  /** Undefined until a network is chosen; the only one is chosen by itself. */
  readonly chain: Chain | undefined;
}

const canDeposit = (currency: CurrencyInfo): boolean =>
  currency.deposit && currency.chains.length > 0;

/** Those that can be deposited first, in the server's order. */
export const depositOrder = (list: readonly CurrencyInfo[]): readonly CurrencyInfo[] => [
  ...list.filter(canDeposit),
  ...list.filter((currency) => !canDeposit(currency)),
];

export function readChoice(
  query: URLSearchParams,
  list: readonly CurrencyInfo[] | undefined,
): DepositChoice {
  const id = readCurrencyId(query) ?? CURRENCY_IDS.USDT;
  const currency = list?.find((one) => one.currency_id === id) ?? list?.find(canDeposit);
  const networks = cryptoTerms(currency);
  const hasBank = bankTerms(currency) !== undefined;
  const wantsBank = query.get('way') === 'bank';
  const way = hasBank && (wantsBank || networks.length === 0) ? 'bank' : 'crypto';
  const asked = query.get('chain');
  const only = networks.length === 1 ? networks[0]?.chain : undefined;
  const chain = isChain(asked) && networks.some((terms) => terms.chain === asked) ? asked : only;
  return { currency, way, chain };
}

/** Back into the address. */
export function choiceSearch(choice: {
  readonly currencyId: number;
  readonly way?: Way;
  readonly chain?: Chain | undefined;
}): string {
  const query = new URLSearchParams({ currency_id: String(choice.currencyId) });
  if (choice.way === 'bank') query.set('way', 'bank');
  if (choice.chain !== undefined) query.set('chain', choice.chain);
  return `?${query}`;
}
