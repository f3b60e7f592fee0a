/** What is traded: currencies, markets, prices, books, charts. */
import type { Capability } from '../core/capability.ts';
import type { OrderGate } from '../core/operations/order-gate.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import { saveCurrencyTerms, saveMarketTerms } from './effects.ts';
import type { MarketNeeds } from './needs.ts';
import { operatorMarketHandlers } from './operator-routes.ts';
import { type MarketReadNeeds, marketExceptions, marketHandlers } from './routes.ts';

export const market = {
  routes: marketHandlers,
  operatorRoutes: operatorMarketHandlers,
  exceptions: marketExceptions,
  effects: (early) => ({
    market_terms: (asked, phase) => saveMarketTerms(early, asked, phase),
    currency_terms: (asked, phase) => saveCurrencyTerms(early, asked, phase),
  }),
} satisfies Capability<
  MarketNeeds & MarketReadNeeds,
  EffectContext & { readonly orderGate: OrderGate }
>;
