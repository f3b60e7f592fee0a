/**
 * What a waiting order would be once it is changed, from what was typed: exact integers, nothing is fetched. The server has the last
 * word, and the order may be filled further meanwhile.
 */
import type { Order, OrderList, RequestOf } from '@fairlead/contract';
import { holdCost, priceFromText, quantityFromText, quantityText } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import { formatDecimal, type PriceTicks, type QuantityLots, quantityLots } from '@fairlead/units';
import { leastDisplay } from '../../../data/markets/least-display.ts';
import type { MarketRules } from '../../../data/markets/market-rules.ts';

/** As typed. */
export interface AmendInput {
  readonly price: string;
  /** Of the whole order. */
  readonly quantity: string;
  /** What the book shows at a time; of an order that shows all of itself nothing. */
  readonly display: string;
}

export const inputOf = ({
  price = '',
  quantity = '',
  display_quantity: display = '',
}: Order): AmendInput => ({ price, quantity, display });

/** What stops a change. Each has a sentence. */
export type AmendProblem =
  | 'price_required'
  | 'price_step'
  | 'quantity_required'
  | 'quantity_step'
  | 'below_filled'
  | 'display_required'
  | 'display_step'
  | 'display_range'
  | 'list_open'
  | 'list_quantity';

export interface Amendment {
  readonly price: PriceTicks | undefined;
  readonly quantity: QuantityLots | undefined;
  readonly problem: { readonly field: keyof AmendInput; readonly code: AmendProblem } | undefined;
  /** Nothing is different yet. */
  readonly isSame: boolean;
  /** Only smaller: it stays where it is in the queue. */
  readonly keepsPlace: boolean;
  /** What may be shown of it at a time, from and to, in base; undefined where it shows all. */
  readonly shown: { readonly least: string; readonly most: string } | undefined;
  /** What is still to be filled, in base. */
  readonly remaining: string | undefined;
  /** What is frozen for it now and then, in quote for a buy, base for a sell. */
  readonly heldBefore: string | undefined;
  readonly heldAfter: string | undefined;
}

/** How the list stands that it is an order of, if it is of one. */
export type ListStatus = OrderList['status'] | undefined;

export function amendmentOf(
  order: Order,
  input: AmendInput,
  rules: MarketRules,
  list?: ListStatus,
): Amendment {
  const read = (text: string | undefined) => ({
    price: (value = text ?? '') => priceFromText(value, rules.tickSizeE8),
    quantity: (value = text ?? '') => quantityFromText(value, rules.lotBaseMinor, rules.baseScale),
  });
  const typed = {
    price: finishDecimal(input.price),
    quantity: finishDecimal(input.quantity),
    display: finishDecimal(input.display),
  };
  const price = read(typed.price).price();
  const quantity = read(typed.quantity).quantity();
  const display = read(typed.display).quantity();
  const before = {
    price: read(order.price).price(),
    quantity: read(order.quantity).quantity(),
    display: read(order.display_quantity).quantity(),
  };
  const filled = read(order.filled_quantity).quantity() ?? quantityLots(0);
  const left = (of: QuantityLots | undefined) =>
    of === undefined || of <= filled ? undefined : quantityLots(of - filled);
  const held = (at: PriceTicks | undefined, remaining: QuantityLots | undefined) => {
    if (at === undefined || remaining === undefined) return undefined;
    const scale = order.side === 'buy' ? rules.quoteScale : rules.baseScale;
    return formatDecimal(holdCost({ side: order.side, price: at, remaining }, rules).amount, scale);
  };
  const remaining = left(quantity);
  const isHidden = order.display_quantity !== undefined;
  const least = price && remaining && leastDisplay({ price, quantity: remaining }, rules);
  const sized = (lots: number) =>
    quantityText(quantityLots(lots), rules.lotBaseMinor, rules.baseScale);
  const showsMore = isHidden && (display ?? 0) > (before.display ?? 0);
  return {
    price,
    quantity,
    problem: problemOf({
      ...{ order, list, typed, price, quantity, remaining },
      ...{ before: before.quantity, display, least },
    }),
    shown:
      isHidden && least !== undefined && quantity !== undefined
        ? { least: sized(least), most: sized(quantity) }
        : undefined,
    isSame:
      price === before.price &&
      quantity === before.quantity &&
      (!isHidden || display === before.display),
    keepsPlace:
      price === before.price &&
      quantity !== undefined &&
      quantity <= (before.quantity ?? 0) &&
      !showsMore,
    remaining: remaining && quantityText(remaining, rules.lotBaseMinor, rules.baseScale),
    heldBefore: held(before.price, left(before.quantity)),
    heldAfter: held(price, remaining),
  };
}

interface Read extends Pick<Amendment, 'price' | 'quantity'> {
  readonly order: Order;
  readonly list: ListStatus;
  readonly typed: { readonly [Field in keyof AmendInput]: string | undefined };
  readonly remaining: QuantityLots | undefined;
  /** The quantity so far. */
  readonly before: QuantityLots | undefined;
  readonly display: QuantityLots | undefined;
  /** The least that may be shown. */
  readonly least: number | undefined;
}

function problemOf(read: Read): Amendment['problem'] {
  const { list, typed, price, quantity, remaining } = read;
  // What its list freezes follows from both of its orders.
  if (list === 'open') return { field: 'price', code: 'list_open' };
  if (!/[1-9]/.test(typed.price ?? '')) return { field: 'price', code: 'price_required' };
  if (price === undefined) return { field: 'price', code: 'price_step' };
  if (!/[1-9]/.test(typed.quantity ?? '')) return { field: 'quantity', code: 'quantity_required' };
  if (quantity === undefined) return { field: 'quantity', code: 'quantity_step' };
  if (remaining === undefined) return { field: 'quantity', code: 'below_filled' };
  return isUnsized(read) ? { field: 'quantity', code: 'list_quantity' } : displayProblem(read);
}

/** What is behind it was sized by it: only a buy becomes smaller. */
const isUnsized = ({ order, list, quantity = quantityLots(0), before }: Read): boolean =>
  list === 'pending' &&
  quantity !== before &&
  (order.side === 'sell' || quantity > (before ?? quantityLots(0)));

function displayProblem(read: Read): Amendment['problem'] {
  const { order, typed, display, quantity, least } = read;
  if (order.display_quantity === undefined) return undefined;
  if (!/[1-9]/.test(typed.display ?? '')) return { field: 'display', code: 'display_required' };
  if (display === undefined) return { field: 'display', code: 'display_step' };
  const isWithin = display >= (least ?? 0) && display <= (quantity ?? 0);
  return isWithin ? undefined : { field: 'display', code: 'display_range' };
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
  const display = finishDecimal(input.display);
  const shown = {
    ...(display !== undefined &&
      order.display_quantity !== undefined &&
      display !== order.display_quantity && { display_quantity: display }),
  };
  // What was shown to keep its place must not lose it.
  if (keepsPlace) return { ...base, quantity, ...shown, must_keep_place: true };
  const price = finishDecimal(input.price);
  return price === undefined ? undefined : { ...base, price, quantity, ...shown };
}
