/** What of an order is read before the engine is asked: text to ticks and lots. Text off the grid is a field error, never rounded. */
import type { AmendOrder, PlaceOrder, PlaceTrailing, PlaceTrigger } from '@fairlead/engine';
import { isTrailBounded, priceFromText, quantityFromText } from '@fairlead/formula';
import {
  amountMinor,
  assertNever,
  PRICE_SCALE,
  parseDecimal,
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
type NewInput = Pick<PlaceInput, keyof PlaceInput & keyof Call<'placeTrigger'>['input']>;
type TriggerInput = Call<'placeTrigger'>['input'];

interface OrderReading {
  readonly owner: number;
  readonly market: MarketTerms;
  readonly say: Say;
}

/** The command that an order means by the market's terms; throws field errors. */
export function readOrder(input: PlaceInput, { owner, market, say }: OrderReading): PlaceOrder {
  const problems = new FieldProblems(say);
  const base = {
    kind: 'place_order',
    owner,
    marketId: market.marketId,
    side: input.side,
    timeInForce: input.time_in_force ?? 'gtc',
    ...(input.client_order_id !== undefined && { clientOrderId: input.client_order_id }),
  } as const;
  const order = { ...base, ...readTerms(input, market, problems) };
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  const expiresAtMs = readExpiry(input, problems);
  problems.throwIfAny();
  const { self_trade_prevention: selfTrade } = input;
  return {
    ...order,
    ...(shownFeePpm !== undefined && { shownFeePpm }),
    ...(selfTrade !== undefined && { selfTrade }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  } as PlaceOrder;
}

/** The one of its two names by which an order is meant; throws field errors. */
export const readOrderName = (input: Call<'cancelOrder'>['input'], say: Say): OrderName =>
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
  { type, time_in_force: timeInForce = 'gtc', expires_at: expiresAtMs }: PlaceInput,
  problems: FieldProblems,
): number | undefined {
  if (expiresAtMs === undefined) return undefined;
  if (type === 'market') problems.add('expires_at', 'not_with_market');
  else if (timeInForce === 'ioc' || timeInForce === 'fok') {
    problems.add('expires_at', 'not_with_immediate');
  }
  return expiresAtMs;
}

/** What an amendment says of an order of this market; throws field errors. */
export function readAmendment(
  input: Call<'amendOrder'>['input'],
  market: MarketTerms,
  say: Say,
): Pick<AmendOrder, 'price' | 'quantity'> {
  const problems = new FieldProblems(say);
  if (input.price === undefined && input.quantity === undefined) {
    problems.add('quantity', 'required');
  }
  const price =
    input.price === undefined
      ? undefined
      : readPrice(input.price, market, { problems, field: 'price' });
  const quantity =
    input.quantity === undefined ? undefined : readQuantity(input.quantity, market, problems);
  problems.throwIfAny();
  return { ...(price !== undefined && { price }), ...(quantity !== undefined && { quantity }) };
}

/** The command that an order means which waits for a price; throws field errors. */
export function readTrigger(
  input: TriggerInput,
  { owner, market, say }: OrderReading,
): PlaceTrigger | PlaceTrailing {
  const problems = new FieldProblems(say);
  const order = {
    ...readTerms(input, market, problems),
    timeInForce: input.time_in_force ?? 'gtc',
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

function readTrail(input: TriggerInput, market: MarketTerms, problems: FieldProblems) {
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

function readShownFee(text: string | undefined, problems: FieldProblems): RatePpm | undefined {
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
    quantity: readQuantity(input.quantity, market, problems),
  };
}

function readSize(input: NewInput, market: MarketTerms, problems: FieldProblems) {
  if (input.price !== undefined) problems.add('price', 'not_with_market');
  if (input.time_in_force === 'post_only') problems.add('time_in_force', 'not_with_market');
  if (input.amount === undefined) {
    return { by: 'quantity', quantity: readQuantity(input.quantity, market, problems) } as const;
  }
  if (input.quantity !== undefined) problems.add('amount', 'not_both');
  else if (input.side === 'sell') problems.add('amount', 'not_with_limit');
  const { scale } = market.quote;
  const amount = parseDecimal(input.amount, scale);
  if (amount === undefined) problems.add('amount', 'decimals', { count: scale });
  return { by: 'amount', amount: amountMinor(amount ?? 1n) } as const;
}

function readPrice(
  text: string | undefined,
  market: MarketTerms,
  { problems, field }: { readonly problems: FieldProblems; readonly field: string },
) {
  const { tickSizeE8 } = market;
  const price = text === undefined ? undefined : priceFromText(text, tickSizeE8);
  if (price === undefined) problems.addGrid(field, text, { step: tickSizeE8, scale: PRICE_SCALE });
  return price;
}

function readQuantity(text: string | undefined, market: MarketTerms, problems: FieldProblems) {
  const { lotBaseMinor, base } = market;
  const quantity =
    text === undefined ? undefined : quantityFromText(text, lotBaseMinor, base.scale);
  if (quantity === undefined)
    problems.addGrid('quantity', text, { step: lotBaseMinor, scale: base.scale });
  return quantity;
}
