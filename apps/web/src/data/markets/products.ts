/** The two products of the contracts tab, and which market a page of theirs is about. */
import type { Quotation } from '@fairlead/contract';

export const PRODUCTS = ['futures', 'options'] as const;
export type Product = (typeof PRODUCTS)[number];

export const PRODUCT_PATHS: Readonly<Record<Product, string>> = {
  futures: 'pages/lever/index',
  options: 'pages/option/detail',
};

/** Whether a market has the product: its terms are open and it is not closed for good. */
export const isOffered = (product: Product, market: Quotation): boolean =>
  product === 'futures' ? market.contract : market.option;

export interface SymbolChoice {
  readonly product: Product;
  /** What the page's query names; undefined where it names none. */
  readonly named: string | undefined;
  /** The market that was looked at last, or the usual first one. */
  readonly remembered: string;
}

/**
 * The market of a page: the one that its query names, whatever it offers; else the one looked at last if it has
 * the product, else the first that has it. Until the markets are known, the one looked at last.
 */
export function chooseSymbol(
  { product, named, remembered }: SymbolChoice,
  markets: readonly Quotation[] | undefined,
): string {
  if (named !== undefined) return named;
  const offered = markets?.filter((market) => isOffered(product, market)) ?? [];
  if (offered.some(({ symbol }) => symbol === remembered)) return remembered;
  return offered[0]?.symbol ?? remembered;
}
