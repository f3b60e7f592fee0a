/**
 * What an order asks for, checked against its market's terms and index. The checks come in the order in
 * which REJECTS declares their codes; balances and the book are looked at after them.
 */
import { amountOf, indexNotional } from '@fairlead/formula';
import {
  type AmountMinor,
  assertNever,
  divFloor,
  maximum,
  type QuantityLots,
  type RatePpm,
} from '@fairlead/units';
import { BUY, type SideCode, sideCode } from '../book/side-code.ts';
import type { Reject } from '../command.ts';
import { AMOUNT_MAX, NOTIONAL_MAX, SAFE_MAX } from '../limits.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { isMore } from '../state/shown-terms.ts';
import type { Market } from '../terms.ts';
import type { PlaceLimitOrder, PlaceMarketOrder, PlaceOrder } from './commands.ts';
import type { OrderRates } from './order-rates.ts';
import { mayRest } from './resting.ts';

/** An order as matching takes it, and what it freezes. */
export interface Demand {
  readonly side: SideCode;
  /** The worst price it takes. */
  readonly priceTicks: number;
  /** Whether it spends a budget instead of wanting lots. */
  readonly isByAmount: boolean;
  /** 0 for a market buy by amount. */
  readonly lots: number;
  /** 0 unless it is a market buy by amount. */
  readonly budgetTickLots: number;
  /** In quote for a buy, in base for a sell. */
  readonly hold: AmountMinor;
}

/** The demand of an order, or the code it is refused with. One at the market goes no farther than `worst`. */
export function demandOf(
  order: PlaceOrder,
  market: TradedMarket,
  { timeMs, worst }: { readonly timeMs: number; readonly worst?: number | undefined },
): Demand | Reject {
  switch (order.type) {
    case 'limit':
      return limitDemand(order, market, timeMs);
    case 'market':
      return order.size.by === 'amount'
        ? amountDemand(order, order.size.amount, { market, timeMs, worst })
        : quantityDemand(order, order.size.quantity, { market, timeMs, worst });
    default:
      return assertNever(order);
  }
}

function limitDemand(
  order: PlaceLimitOrder,
  market: TradedMarket,
  timeMs: number,
): Demand | Reject {
  const { terms, index, book } = market;
  const { price, quantity } = order;
  const isPrice = Number.isSafeInteger(price) && price >= 1;
  const side = sideCode(order.side);
  if (!isCount(quantity)) return 'quantity_out_of_range';
  if (isPrice && price * quantity > SAFE_MAX) return 'quantity_out_of_range';
  const { totalLots, hiddenLots } = book.ladder(side);
  if (totalLots + hiddenLots + quantity > SAFE_MAX) return 'quantity_out_of_range';
  if (!isDisplaySound(order)) return 'quantity_out_of_range';
  if (!isPrice) return 'price_out_of_range';
  const notional = amountOf(price * quantity, terms.tickLotQuoteMinor);
  if (notional > NOTIONAL_MAX) return 'price_out_of_range';
  if (notional < terms.minNotionalMinor) return 'below_minimum';
  if (isDisplayTooSmall(order, terms)) return 'display_too_small';
  if (index.isFresh(timeMs)) {
    const { lowest, highest } = index.limitBand;
    if (price < lowest || price > highest) return 'price_out_of_band';
  }
  const hold = side === BUY ? notional : amountOf(quantity, terms.lotBaseMinor);
  return {
    side,
    priceTicks: price,
    isByAmount: false,
    lots: quantity,
    budgetTickLots: 0,
    hold,
  };
}

type Shown = Pick<PlaceLimitOrder, 'type' | 'timeInForce' | 'price' | 'quantity' | 'display'>;

/** Only what may wait shows a part of itself, and no more than there is. */
export function isDisplaySound(order: Shown): boolean {
  const { display, quantity } = order;
  return display === undefined || (isCount(display) && display <= quantity && mayRest(order));
}

/** Whether it would be shown in too many parts, or in parts that no order may be as small as. */
export function isDisplayTooSmall(
  { price, quantity, display }: Shown,
  { icebergPartsMax, minNotionalMinor, tickLotQuoteMinor }: Market,
): boolean {
  if (display === undefined || display === quantity) return false;
  const isInTooMany = display * icebergPartsMax < quantity;
  return isInTooMany || amountOf(price * display, tickLotQuoteMinor) < minNotionalMinor;
}

interface Moment {
  readonly market: TradedMarket;
  readonly timeMs: number;
  readonly worst: number | undefined;
}

function amountDemand(
  order: PlaceMarketOrder,
  amount: AmountMinor,
  { market, timeMs, worst }: Moment,
): Demand | Reject {
  const { terms, index } = market;
  if (amount <= 0n) return 'amount_not_positive';
  // A sell names what it sells; the wire has no other form.
  if (order.side === 'sell' || amount > AMOUNT_MAX) return 'quantity_out_of_range';
  const budgetTickLots = divFloor(amount, terms.tickLotQuoteMinor);
  if (budgetTickLots > SAFE_MAX) return 'quantity_out_of_range';
  if (amount < terms.minNotionalMinor) return 'below_minimum';
  if (!index.isFresh(timeMs)) return 'price_stale';
  return {
    side: BUY,
    priceTicks: Math.min(index.marketBand.highest, worst ?? Infinity),
    isByAmount: true,
    lots: 0,
    budgetTickLots: Number(budgetTickLots),
    hold: amount,
  };
}

function quantityDemand(
  order: PlaceMarketOrder,
  quantity: QuantityLots,
  { market, timeMs, worst }: Moment,
): Demand | Reject {
  const { terms, index } = market;
  const { lowest, highest } = index.marketBand;
  if (!isCount(quantity)) return 'quantity_out_of_range';
  // What it is worth can be told only by a fresh index.
  if (index.price === undefined || !index.isFresh(timeMs)) return 'price_stale';
  if (highest * quantity > SAFE_MAX) return 'quantity_out_of_range';
  if (indexNotional(quantity, index.price, terms) < terms.minNotionalMinor) return 'below_minimum';
  const side = sideCode(order.side);
  const isBuy = side === BUY;
  return {
    side,
    priceTicks: isBuy ? Math.min(highest, worst ?? Infinity) : Math.max(lowest, worst ?? 0),
    isByAmount: false,
    lots: quantity,
    budgetTickLots: 0,
    hold: isBuy
      ? amountOf(highest * quantity, terms.tickLotQuoteMinor)
      : amountOf(quantity, terms.lotBaseMinor),
  };
}

function isCount(quantity: number): boolean {
  return Number.isSafeInteger(quantity) && quantity >= 1;
}

/** Whether any fill of an order could be charged more than was shown: which side it may be on follows from its kind. */
export function isDearer(order: PlaceOrder, { makerFeePpm, takerFeePpm }: OrderRates): boolean {
  return isMore(mostCharged(order, { makerFeePpm, takerFeePpm }), order.shownFeePpm);
}

/** The rate that the dearest fill of such an order may be charged. */
export function mostCharged(
  order: Pick<PlaceOrder, 'type' | 'timeInForce'>,
  { makerFeePpm, takerFeePpm }: OrderRates,
): RatePpm {
  if (!mayRest(order)) return takerFeePpm;
  return order.timeInForce === 'post_only' ? makerFeePpm : maximum(makerFeePpm, takerFeePpm);
}
