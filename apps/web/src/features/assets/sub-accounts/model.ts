/** A sub-account's terms as they are typed, and a move between it and the main account; pure. */
import type { CurrencyInfo, RequestOf, SubAccount } from '@fairlead/contract';
import { SUB_ACCOUNT_PRODUCTS, type SubAccountProduct } from '@fairlead/contract/constants';
import { finishDecimal } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { tidy } from '../../../data/tidy.ts';

/** As the contract has it. */
export const NAME_MAX = 40;
export const ACCOUNTS_MAX = 20;

export interface LimitDraft {
  readonly currencyId: number;
  readonly currency: string;
  /** As typed, may be unfinished. */
  readonly amount: string;
}

export interface TermsDraft {
  readonly name: string;
  readonly products: readonly SubAccountProduct[];
  readonly daily_limits: readonly LimitDraft[];
}

export const draftOf = (account: SubAccount | undefined): TermsDraft => ({
  name: account?.name ?? '',
  products: account?.products ?? SUB_ACCOUNT_PRODUCTS,
  daily_limits: (account?.daily_limits ?? []).map(
    ({ currency_id: currencyId, currency, amount }) => ({
      ...{ currencyId, currency, amount: tidy(amount) },
    }),
  ),
});

const amountOf = (text: string): string | undefined => {
  const amount = finishDecimal(text);
  return amount === undefined || isZeroDecimal(amount) ? undefined : amount;
};

/** What keeps terms from being sent; a limit that is not filled in is no limit of nothing. */
export const problemsOf = ({ name, daily_limits: limits }: TermsDraft) => ({
  name: name.trim() === '' ? ('needName' as const) : undefined,
  daily_limits: limits.some(({ amount }) => amountOf(amount) === undefined)
    ? ('needLimit' as const)
    : undefined,
});

export const termsOf = (id: number, draft: TermsDraft): RequestOf<'editSubAccount'> => ({
  id,
  name: draft.name.trim(),
  products: [...draft.products],
  daily_limits: draft.daily_limits.map(({ currencyId, amount }) => ({
    currency_id: currencyId,
    amount: amountOf(amount) ?? '0',
  })),
});

/** In the order of the contract, whatever was tapped first. */
export const withProduct = (
  products: readonly SubAccountProduct[],
  product: SubAccountProduct,
  isOpen: boolean,
): readonly SubAccountProduct[] =>
  SUB_ACCOUNT_PRODUCTS.filter((each) => (each === product ? isOpen : products.includes(each)));

/** Of which there is no limit yet. */
export const unlimited = (
  currencies: readonly CurrencyInfo[],
  limits: readonly LimitDraft[],
): readonly CurrencyInfo[] =>
  currencies.filter((each) => limits.every(({ currencyId }) => currencyId !== each.currency_id));

export type AccountState = 'frozen' | 'closed' | 'open';

/** What a list says of one at once. */
export const stateOf = ({ is_frozen, products }: SubAccount): AccountState => {
  if (is_frozen) return 'frozen';
  return products.length === 0 ? 'closed' : 'open';
};
