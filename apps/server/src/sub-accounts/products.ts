/** What commands open something, by the product that a sub-account may be closed to. Cancels and closes are of none. */
import { ProblemError, type SubAccountProduct } from '@fairlead/contract';
import { type Command, isSubAccount } from '@fairlead/engine';
import type { CommandGate, Knocking } from '../core/commands/gate.ts';
import type { SubAccounts } from './sub-accounts.ts';

export const OPENING_PRODUCTS: { readonly [Kind in Command['kind']]?: SubAccountProduct } = {
  place_order: 'spot',
  amend_order: 'spot',
  replace_order: 'spot',
  place_trigger: 'spot',
  place_trailing: 'spot',
  amend_trigger: 'spot',
  place_list: 'spot',
  convert: 'spot',
  open_position: 'futures',
  add_margin: 'futures',
  reverse_position: 'futures',
  amend_position: 'futures',
  buy_option: 'options',
};

/** Refuses what a sub-account opens of a product that its owner closed it to; never anything of a main account. */
export class ProductGate implements CommandGate {
  readonly #subAccounts: Pick<SubAccounts, 'productsOf'>;

  constructor(subAccounts: Pick<SubAccounts, 'productsOf'>) {
    this.#subAccounts = subAccounts;
  }

  refusalOf({
    kind,
    owner,
  }: Knocking): ProblemError | undefined | Promise<ProblemError | undefined> {
    if (owner === undefined || !isSubAccount(owner)) return undefined;
    const product = OPENING_PRODUCTS[kind];
    if (product === undefined) return undefined;
    const judge = (products: readonly SubAccountProduct[]) =>
      products.includes(product) ? undefined : new ProblemError('sub_account_product');
    const products = this.#subAccounts.productsOf(owner);
    return products instanceof Promise ? products.then(judge) : judge(products);
  }
}
