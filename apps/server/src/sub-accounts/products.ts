/** What commands open something, by the product that a sub-account may be closed to. Cancels and closes are of none. */
import { ProblemError, type SubAccountProduct } from '@fairlead/contract';
import { type Command, isSubAccount } from '@fairlead/engine';
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

/** Throws `sub_account_product` where an account is a sub-account that its owner closed to the product. */
export async function refuseClosed(
  subAccounts: Pick<SubAccounts, 'productsOf'>,
  owner: number,
  product: SubAccountProduct,
): Promise<void> {
  if (isSubAccount(owner) && !(await subAccounts.productsOf(owner)).includes(product))
    throw new ProblemError('sub_account_product');
}

/** What refuses a command of a sub-account whose owner closed it to the product; never anything for a main account. */
export function refusalOf(
  subAccounts: Pick<SubAccounts, 'productsOf'>,
  command: Command,
): ProblemError | undefined | Promise<ProblemError | undefined> {
  if (!('owner' in command) || command.owner === undefined || !isSubAccount(command.owner))
    return undefined;
  const product = OPENING_PRODUCTS[command.kind];
  if (product === undefined) return undefined;
  const judge = (products: readonly SubAccountProduct[]) =>
    products.includes(product) ? undefined : new ProblemError('sub_account_product');
  const products = subAccounts.productsOf(command.owner);
  return products instanceof Promise ? products.then(judge) : judge(products);
}
