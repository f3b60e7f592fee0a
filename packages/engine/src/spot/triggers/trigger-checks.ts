/**
 * What a trigger order asks for, checked against its market's terms, and what is frozen for it: as much as the order that it
 * becomes will need at its trigger price. Codes come in the order in which REJECTS declares them.
 */
import { amountOf, indexNotional, priceBand } from '@fairlead/formula';
import {
  type AmountMinor,
  assertNever,
  divCeil,
  divFloor,
  type PriceE8,
  priceE8,
} from '@fairlead/units';
import type { Reject } from '../../command.ts';
import { AMOUNT_MAX, NOTIONAL_MAX, SAFE_MAX } from '../../limits.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { PlaceTrigger } from '../commands.ts';
import { isDisplaySound, isDisplayTooSmall } from '../order-checks.ts';
import type { TriggerRow } from '../rows.ts';
import { edgeOf, type PriceRange } from './trigger-orders.ts';

/** An order that waits for a price, however that came to be. */
export type Waiting = Pick<PlaceTrigger, 'side' | 'triggerBy' | 'order'> &
  Pick<TriggerRow, 'triggerKind' | 'triggerPrice'>;

/** What of a trigger order's size is wrong whatever it waits for. */
export function sizeProblem({ order }: Pick<PlaceTrigger, 'order'>): Reject | undefined {
  const isSized = order.type === 'market' && order.size.by === 'amount';
  if (isSized && order.size.amount <= 0n) return 'amount_not_positive';
  if (!isSized && !isCount(quantityOf({ order }))) return 'quantity_out_of_range';
  if (order.type === 'limit' && !isDisplaySound(order)) return 'quantity_out_of_range';
  return undefined;
}

/** What a trigger order freezes whose size is one, or the code it is refused with. */
export function triggerHold(command: Waiting, market: TradedMarket): AmountMinor | Reject {
  const { triggerPrice, order } = command;
  if (!isCount(triggerPrice)) return 'price_out_of_range';
  const atE8 = triggerE8(command, market);
  if (atE8 > AMOUNT_MAX) return 'price_out_of_range';
  switch (order.type) {
    case 'limit': {
      const hold = limitHold(command, order, market);
      const isSmall = typeof hold !== 'string' && isDisplayTooSmall(order, market.terms);
      return isSmall ? 'display_too_small' : hold;
    }
    case 'market':
      return order.size.by === 'amount'
        ? amountHold(command, order.size.amount, market)
        : quantityHold(command, atE8, market);
    default:
      return assertNever(order);
  }
}

function limitHold(
  { side }: Waiting,
  { price, quantity }: { readonly price: number; readonly quantity: number },
  { terms }: TradedMarket,
): AmountMinor | Reject {
  const isPrice = isCount(price);
  if (isPrice && price * quantity > SAFE_MAX) return 'quantity_out_of_range';
  if (!isPrice) return 'price_out_of_range';
  const notional = amountOf(price * quantity, terms.tickLotQuoteMinor);
  if (notional > NOTIONAL_MAX) return 'price_out_of_range';
  if (notional < terms.minNotionalMinor) return 'below_minimum';
  return side === 'buy' ? notional : amountOf(quantity, terms.lotBaseMinor);
}

function amountHold(
  { side }: Waiting,
  amount: AmountMinor,
  { terms }: TradedMarket,
): AmountMinor | Reject {
  if (side === 'sell' || amount > AMOUNT_MAX) return 'quantity_out_of_range';
  if (divFloor(amount, terms.tickLotQuoteMinor) > SAFE_MAX) return 'quantity_out_of_range';
  return amount < terms.minNotionalMinor ? 'below_minimum' : amount;
}

/** A buy freezes what it costs at the edge of the market band around its trigger price. */
function quantityHold(
  command: Waiting,
  atE8: PriceE8,
  { terms }: TradedMarket,
): AmountMinor | Reject {
  const quantity = quantityOf(command);
  const { highest } = priceBand(atE8, terms.marketBandPpm, terms.tickSizeE8);
  if (highest * quantity > SAFE_MAX) return 'quantity_out_of_range';
  if (indexNotional(quantity, atE8, terms) < terms.minNotionalMinor) return 'below_minimum';
  return command.side === 'buy'
    ? amountOf(highest * quantity, terms.tickLotQuoteMinor)
    : amountOf(quantity, terms.lotBaseMinor);
}

/** A limit lies within the band around the trigger price: about there the index will be when it becomes an order. */
export function isOutOfBand(command: Waiting, market: TradedMarket): boolean {
  const { order } = command;
  if (order.type !== 'limit') return false;
  const { limitBandPpm, tickSizeE8 } = market.terms;
  const { lowest, highest } = priceBand(triggerE8(command, market), limitBandPpm, tickSizeE8);
  return order.price < lowest || order.price > highest;
}

export const triggerE8 = (
  { triggerPrice }: Pick<TriggerRow, 'triggerPrice'>,
  { terms }: TradedMarket,
): PriceE8 => priceE8(BigInt(triggerPrice) * terms.tickSizeE8);

/** Whether the index is there already: an order of now is what its owner means. */
export function isReached(command: Waiting, { index, terms }: TradedMarket): boolean {
  if (command.triggerBy !== 'index' || index.price === undefined) return false;
  const { lowest, highest } = indexRange(index.price, terms.tickSizeE8);
  return edgeOf(command) === 'at_or_below'
    ? lowest <= command.triggerPrice
    : highest >= command.triggerPrice;
}

/**
 * An index price in ticks: what is due at or below it is due at the whole tick above it, and the other way round. Exact, since
 * trigger prices are whole ticks.
 */
export function indexRange(price: PriceE8, tickSizeE8: bigint): PriceRange {
  return {
    lowest: Number(divCeil(price, tickSizeE8)),
    highest: Number(divFloor(price, tickSizeE8)),
  };
}

/** Of a limit or of a market order by quantity. */
function quantityOf({ order }: Pick<PlaceTrigger, 'order'>) {
  if (order.type === 'limit') return order.quantity;
  if (order.size.by === 'quantity') return order.size.quantity;
  throw new RangeError('an order by amount has no quantity');
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 1;
}
