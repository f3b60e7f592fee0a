/** A ticket's surroundings for tests: BTC/USDT as drawn, one tick 0.10, one lot 0.00001. */
import { amountMinor, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import { type MarketRules, marketRules } from '../src/data/markets/market-rules.ts';
import type { BookLevel } from '../src/features/order-ticket/estimate.ts';
import type { TicketInputs } from '../src/features/order-ticket/model.ts';
import { quotation } from './quotation.ts';

export const BTC_RULES = marketRules(quotation({ tick_size: '0.1' }), {
  baseScale: 8,
  quoteScale: 6,
}) as MarketRules;

/** A level in ticks of 0.10 and lots of 0.00001. */
export const level = (price: number, lots: number): BookLevel => ({
  price: priceTicks(price),
  quantity: quantityLots(lots),
});

/** Bid 64,812.3, ask 64,812.5, index 64,812.40, 12,960 USDT and 0.5 BTC available. */
export const ticketInputs = (own: Partial<TicketInputs> = {}): TicketInputs => ({
  rules: BTC_RULES,
  state: 'open',
  available: { base: amountMinor(50_000_000n), quote: amountMinor(12_960_000_000n) },
  bids: [level(648_123, 152_780), level(648_117, 231_050), level(648_000, 900_000)],
  asks: [level(648_125, 44_340), level(648_131, 166_450), level(648_500, 900_000)],
  lastPrice: priceTicks(648_124),
  indexPrice: priceE8(6_481_240_000_000n),
  isStale: false,
  ...own,
});
