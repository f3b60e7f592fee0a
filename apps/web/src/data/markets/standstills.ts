/** Products that stand still now, as every quotation says it; before there are any, the config. */
import type { EngineProduct, Quotation, Standstill } from '@fairlead/contract';
import { ENGINE_PRODUCTS } from '@fairlead/contract';
import { useConfig } from '../use-config.ts';
import { useKnownQuotation } from './quotations.ts';

/** A market's state, or that a product stands still whatever the market. */
export type ProductState = Quotation['state'] | 'standstill';

/** What a market is for one product. */
export function stateOf(market: Quotation, product: EngineProduct): ProductState {
  const { state, standstill, cancel_only } = market;
  if (state === 'closed') return state;
  if (standstill?.some((each) => each.product === product)) return 'standstill';
  // It is the home that takes cancels only: to this product its markets are open.
  return standstill !== undefined && cancel_only === true ? 'open' : state;
}

/** Nothing new is taken by anybody, but cancels are: what is said on every page at once. */
export const isAllStopped = ({
  cancel_only,
  standstill,
}: Pick<Quotation, 'cancel_only' | 'standstill'>): boolean =>
  cancel_only === true &&
  (standstill === undefined || standstill.length === ENGINE_PRODUCTS.length);

const NONE: readonly Standstill[] = [];

/** Where no market is shown. */
export function useStandstills(): readonly Standstill[] {
  const { data: config } = useConfig();
  return (useKnownQuotation() ?? config)?.standstill ?? NONE;
}
