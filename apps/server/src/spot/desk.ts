/** What of an order is read before the engine is asked: text to ticks and lots. Text off the grid is a field error, never rounded. */
import type {
  AmendOrder,
  AmendTrigger,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
} from '@fairlead/engine';
import { isTrailBounded, priceFromText, quantityFromText } from '@fairlead/formula';
import {
  amountMinor,
  assertNever,
  PRICE_SCALE,
  parseDecimal,
  type QuantityLots,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import { FieldProblems } from '../core/http/fields/problems.ts';
import type { Call } from '../core/http/handler.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketTerms } from '../market/index.ts';
import type { OrderName } from './queries.ts';

type PlaceInput = Call<'placeOrder'>['input'];
type NewInput = Omit<
  Pick<PlaceInput, keyof PlaceInput & keyof Call<'placeTrigger'>['input']>,
  'symbol' | 'shown_fee_rate'
>;
type TriggerInput = Call<'placeTrigger'>['input'];

export interface OrderReading {
  readonly owner: number;
  readonly market: MarketTerms;
  readonly say: Say;
}

/** The command that an order means by the market's terms; throws field errors. */
export function readOrder(input: PlaceInput, { owner, market, say }: OrderReading): PlaceOrder {
  const problems = new FieldProblems(say);
  const order = readPlaced(input, market, problems);
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  problems.throwIfAny();
  const { marketId } = market;
  return {
    ...order,
    ...{ owner, marketId },
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  } as PlaceOrder;
}

/** What an order says that is placed at once, alone or before others. */
export function readPlaced(
  input: Omit<PlaceInput, 'symbol' | 'shown_fee_rate'>,
  market: MarketTerms,
  problems: FieldProblems,
) {
  const { side, time_in_force: timeInForce = 'gtc', client_order_id: clientOrderId } = input;
  const { self_trade_prevention: selfTrade } = input;
  const terms = readTerms(input, market, problems);
  const expiresAtMs = readExpiry(input, problems);
  const display = readDisplay(input, market, problems);
  return {
    ...({ kind: 'place_order', side, timeInForce } as const),
    ...terms,
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(display !== undefined && { display }),
  };
}

/** The one of its two names by which an order is meant; throws field errors. */
export const readOrderName = (
  input: Pick<Call<'cancelOrder'>['input'], 'order_id' | 'client_order_id'>,
  say: Say,
): OrderName =>
  readName({ orderId: input.order_id, clientOrderId: input.client_order_id }, { say });

interface Names {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** The same of fields whose names begin otherwise. */
export function readName(
  { orderId, clientOrderId }: Names,
  { say, prefix = '' }: { readonly say: Say; readonly prefix?: string },
): OrderName {
  const problems = new FieldProblems(say);
  if (orderId !== undefined && clientOrderId !== undefined)
    problems.add(`${prefix}client_order_id`, 'not_both');
  problems.throwIfAny();
  if (orderId !== undefined) return { orderId };
  if (clientOrderId !== undefined) return { clientOrderId };
  problems.add(`${prefix}order_id`, 'required');
  problems.throwIfAny();
  throw new TypeError('a missing name is told');
}

/** Only what may wait expires; whether its time is one to come the engine says. */
function readExpiry(
  input: Pick<PlaceInput, 'type' | 'time_in_force' | 'expires_at'>,
  problems: FieldProblems,
): number | undefined {
  const { expires_at: expiresAtMs } = input;
  if (expiresAtMs !== undefined) checkWaits(input, problems, 'expires_at');
  return expiresAtMs;
}

/** Only what may wait shows a part of itself, and no more than there is. */
export function readDisplay(
  input: Pick<PlaceInput, 'type' | 'time_in_force' | 'display_quantity' | 'quantity'>,
  market: MarketTerms,
  problems: FieldProblems,
): QuantityLots | undefined {
  const { display_quantity: text, quantity } = input;
  if (text === undefined) return undefined;
  const field = 'display_quantity';
  checkWaits(input, problems, field);
  const display = readQuantity(text, market, { problems, field });
  const { scale } = market.base;
  const whole = quantity === undefined ? undefined : parseDecimal(quantity, scale);
  if (whole !== undefined && (parseDecimal(text, scale) ?? 0n) > whole)
    problems.add(field, 'not_above_quantity');
  return display;
}

function checkWaits(
  { type, time_in_force: timeInForce = 'gtc' }: Pick<PlaceInput, 'type' | 'time_in_force'>,
  problems: FieldProblems,
  field: string,
): void {
  if (type === 'market') problems.add(field, 'not_with_market');
  else if (timeInForce === 'ioc' || timeInForce === 'fok') {
    problems.add(field, 'not_with_immediate');
  }
}

/** What an amendment says of an order of this market; throws field errors. */
export function readAmendment(
  input: Call<'amendOrder'>['input'],
  market: MarketTerms,
  say: Say,
): Pick<AmendOrder, 'price' | 'quantity' | 'display'> {
  const problems = new FieldProblems(say);
  const { display_quantity: displayText } = input;
  if (input.price === undefined && input.quantity === undefined && displayText === undefined) {
    problems.add('quantity', 'required');
  }
  const price =
    input.price === undefined
      ? undefined
      : readPrice(input.price, market, { problems, field: 'price' });
  const quantity =
    input.quantity === undefined
      ? undefined
      : readQuantity(input.quantity, market, { problems, field: 'quantity' });
  const display =
    displayText === undefined
      ? undefined
      : readQuantity(displayText, market, { problems, field: 'display_quantity' });
  problems.throwIfAny();
  return {
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
    ...(display !== undefined && { display }),
  };
}

/** The command that an order means which waits for a price; throws field errors. */
export function readTrigger(
  input: TriggerInput,
  { owner, market, say }: OrderReading,
): PlaceTrigger | PlaceTrailing {
  const problems = new FieldProblems(say);
  const display = readDisplay(input, market, problems);
  const { self_trade_prevention: selfTrade, expires_at: expiresAtMs } = input;
  const order = {
    ...readTerms(input, market, problems),
    timeInForce: input.time_in_force ?? 'gtc',
    ...(display !== undefined && { display }),
    ...(selfTrade !== undefined && { selfTrade }),
  };
  const waits =
    input.trigger === 'trailing_stop'
      ? readTrail(input, market, problems)
      : readTriggerPrice(input, market, problems);
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  problems.throwIfAny();
  const command = {
    ...waits,
    owner,
    marketId: market.marketId,
    side: input.side,
    triggerBy: input.trigger_by ?? 'index',
    order,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(input.client_order_id !== undefined && { clientOrderId: input.client_order_id }),
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  };
  return command as PlaceTrigger | PlaceTrailing;
}

function readTriggerPrice(input: TriggerInput, market: MarketTerms, problems: FieldProblems) {
  if (input.trail_rate !== undefined) problems.add('trail_rate', 'only_trailing');
  if (input.activation_price !== undefined) problems.add('activation_price', 'only_trailing');
  const field = 'trigger_price';
  const triggerPrice = readPrice(input.trigger_price, market, { problems, field });
  return { kind: 'place_trigger', triggerKind: input.trigger, triggerPrice } as const;
}

/** What an amendment says of a trigger order of this market; throws field errors. */
export function readTriggerAmendment(
  input: Call<'amendTrigger'>['input'],
  market: MarketTerms,
  say: Say,
): Pick<AmendTrigger, 'price' | 'triggerPrice' | 'quantity'> {
  const problems = new FieldProblems(say);
  const { price: limit, trigger_price: waitsFor, quantity: size } = input;
  if (limit === undefined && waitsFor === undefined && size === undefined)
    problems.add('quantity', 'required');
  const read = (field: 'price' | 'trigger_price') =>
    input[field] === undefined ? undefined : readPrice(input[field], market, { problems, field });
  const [price, triggerPrice] = [read('price'), read('trigger_price')];
  const field = 'quantity';
  const quantity = size === undefined ? undefined : readQuantity(size, market, { problems, field });
  problems.throwIfAny();
  return {
    ...(price !== undefined && { price }),
    ...(triggerPrice !== undefined && { triggerPrice }),
    ...(quantity !== undefined && { quantity }),
  };
}

/** What a trailing stop follows at which distance. */
export function readTrail(
  input: Pick<TriggerInput, 'trigger_price' | 'trail_rate' | 'activation_price'>,
  market: MarketTerms,
  problems: FieldProblems,
) {
  const { trigger_price, trail_rate, activation_price } = input;
  if (trigger_price !== undefined) problems.add('trigger_price', 'not_trailing');
  const rate = trail_rate === undefined ? undefined : parseDecimal(trail_rate, RATE_SCALE);
  if (trail_rate === undefined) problems.add('trail_rate', 'required');
  else if (rate === undefined || !isTrailBounded(rate)) problems.add('trail_rate', 'trail_rate');
  const field = 'activation_price';
  return {
    kind: 'place_trailing',
    trailPpm: ratePpm(rate ?? 0n),
    ...(activation_price !== undefined && {
      activationPrice: readPrice(activation_price, market, { problems, field }),
    }),
  } as const;
}

/** What each type of order has of its own. */
function readTerms(input: NewInput, market: MarketTerms, problems: FieldProblems) {
  const { type } = input;
  switch (type) {
    case 'limit':
      return { type, ...readLimit(input, market, problems) } as const;
    case 'market':
      return { type, size: readSize(input, market, problems) } as const;
    default:
      return assertNever(type);
  }
}

export function readShownFee(
  text: string | undefined,
  problems: FieldProblems,
): RatePpm | undefined {
  const rate = text === undefined ? undefined : parseDecimal(text, RATE_SCALE);
  if (text !== undefined && rate === undefined) {
    problems.add('shown_fee_rate', 'decimals', { count: RATE_SCALE });
  }
  return rate === undefined ? undefined : ratePpm(rate);
}

function readLimit(input: NewInput, market: MarketTerms, problems: FieldProblems) {
  if (input.amount !== undefined) problems.add('amount', 'not_with_limit');
  return {
    price: readPrice(input.price, market, { problems, field: 'price' }),
    quantity: readQuantity(input.quantity, market, { problems, field: 'quantity' }),
  };
}

function readSize(input: NewInput, market: MarketTerms, problems: FieldProblems) {
  if (input.price !== undefined) problems.add('price', 'not_with_market');
  if (input.time_in_force === 'post_only') problems.add('time_in_force', 'not_with_market');
  if (input.amount === undefined) {
    const field = 'quantity';
    const quantity = readQuantity(input.quantity, market, { problems, field });
    return { by: 'quantity', quantity } as const;
  }
  if (input.quantity !== undefined) problems.add('amount', 'not_both');
  else if (input.side === 'sell') problems.add('amount', 'not_with_limit');
  const { scale } = market.quote;
  const amount = parseDecimal(input.amount, scale);
  if (amount === undefined) problems.add('amount', 'decimals', { count: scale });
  return { by: 'amount', amount: amountMinor(amount ?? 1n) } as const;
}

export function readPrice(
  text: string | undefined,
  market: MarketTerms,
  { problems, field }: { readonly problems: FieldProblems; readonly field: string },
) {
  const { tickSizeE8 } = market;
  const price = text === undefined ? undefined : priceFromText(text, tickSizeE8);
  if (price === undefined) problems.addGrid(field, text, { step: tickSizeE8, scale: PRICE_SCALE });
  return price;
}

export function readQuantity(
  text: string | undefined,
  market: MarketTerms,
  { problems, field }: { readonly problems: FieldProblems; readonly field: string },
) {
  const { lotBaseMinor, base } = market;
  const quantity =
    text === undefined ? undefined : quantityFromText(text, lotBaseMinor, base.scale);
  if (quantity === undefined)
    problems.addGrid(field, text, { step: lotBaseMinor, scale: base.scale });
  return quantity;
}
