/**
 * What a waiting order would be once it is changed, from what was typed: exact integers, nothing is fetched. The server has the last
 * word, and the order may be filled further meanwhile.
 */
import type { Order, RequestOf } from '@fairlead/contract';
import { holdCost, priceFromText, quantityFromText, quantityText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import { formatDecimal, type PriceTicks, type QuantityLots, quantityLots } from '@fairlead/units';
import type { MarketRules } from '../../../data/markets/market-rules.ts';

/** As typed. */
export interface AmendInput {
  readonly price: string;
  /** Of the whole order. */
  readonly quantity: string;
}

export const inputOf = ({ price = '', quantity = '' }: Order): AmendInput => ({ price, quantity });

/** What stops a change. Each has a sentence. */
export type AmendProblem =
  | 'price_required'
  | 'price_step'
  | 'quantity_required'
  | 'quantity_step'
  | 'below_filled';

export interface Amendment {
  readonly price: PriceTicks | undefined;
  readonly quantity: QuantityLots | undefined;
  readonly problem: { readonly field: keyof AmendInput; readonly code: AmendProblem } | undefined;
  /** Nothing is different yet. */
  readonly isSame: boolean;
  /** Only smaller: it stays where it is in the queue. */
  readonly keepsPlace: boolean;
  /** What is still to be filled, in base. */
  readonly remaining: string | undefined;
  /** What is frozen for it now and then, in quote for a buy, base for a sell. */
  readonly heldBefore: string | undefined;
  readonly heldAfter: string | undefined;
}

export function amendmentOf(order: Order, input: AmendInput, rules: MarketRules): Amendment {
  const read = (text: string | undefined) => ({
    price: (value = text ?? '') => priceFromText(value, rules.tickSizeE8),
    quantity: (value = text ?? '') => quantityFromText(value, rules.lotBaseMinor, rules.baseScale),
  });
  const typed = { price: finishDecimal(input.price), quantity: finishDecimal(input.quantity) };
  const price = read(typed.price).price();
  const quantity = read(typed.quantity).quantity();
  const before = { price: read(order.price).price(), quantity: read(order.quantity).quantity() };
  const filled = read(order.filled_quantity).quantity() ?? quantityLots(0);
  const left = (of: QuantityLots | undefined) =>
    of === undefined || of <= filled ? undefined : quantityLots(of - filled);
  const held = (at: PriceTicks | undefined, remaining: QuantityLots | undefined) => {
    if (at === undefined || remaining === undefined) return undefined;
    const scale = order.side === 'buy' ? rules.quoteScale : rules.baseScale;
    return formatDecimal(holdCost({ side: order.side, price: at, remaining }, rules).amount, scale);
  };
  const remaining = left(quantity);
  return {
    price,
    quantity,
    problem: problemOf({ typed, price, quantity, remaining }),
    isSame: price === before.price && quantity === before.quantity,
    keepsPlace:
      price === before.price && quantity !== undefined && quantity <= (before.quantity ?? 0),
    remaining: remaining && quantityText(remaining, rules.lotBaseMinor, rules.baseScale),
    heldBefore: held(before.price, left(before.quantity)),
    heldAfter: held(price, remaining),
  };
}

interface Read extends Pick<Amendment, 'price' | 'quantity'> {
  readonly typed: { readonly [Field in keyof AmendInput]: string | undefined };
  readonly remaining: QuantityLots | undefined;
}

function problemOf({ typed, price, quantity, remaining }: Read): Amendment['problem'] {
  if (!/[1-9]/.test(typed.price ?? '')) return { field: 'price', code: 'price_required' };
  if (price === undefined) return { field: 'price', code: 'price_step' };
  if (!/[1-9]/.test(typed.quantity ?? '')) return { field: 'quantity', code: 'quantity_required' };
  if (quantity === undefined) return { field: 'quantity', code: 'quantity_step' };
  return remaining === undefined ? { field: 'quantity', code: 'below_filled' } : undefined;
}

/** The call that makes the change; only what is different is said, so that a smaller order keeps its place. */
export function amendRequest(
  order: Order,
  input: AmendInput,
  amendment: Amendment,
): RequestOf<'amendOrder'> | undefined {
  const { problem, isSame, keepsPlace } = amendment;
  if (problem !== undefined || isSame) return undefined;
  const base = { symbol: order.symbol, order_id: order.id };
  const quantity = finishDecimal(input.quantity);
  if (quantity === undefined) return undefined;
  // What was shown to keep its place must not lose it.
  if (keepsPlace) return { ...base, quantity, must_keep_place: true };
  const price = finishDecimal(input.price);
  return price === undefined ? undefined : { ...base, price, quantity };
}
