/** Orders: text to ticks and lots, and back. Text off the grid is a field error, never rounded. */
import { type Order, ProblemError, routes } from '@fairlead/contract';
import type { PlaceOrder, Value } from '@fairlead/engine';
import { priceFromText, quantityFromText } from '@fairlead/formula';
import { amountMinor, parseDecimal, type RatePpm, ratePpm } from '@fairlead/units';
import type { Context } from '../context.ts';
import { routeLabel } from '../plugins/envelope.ts';
import { FieldProblems } from '../services/field-problems.ts';
import { PRICE_SCALE, RATE_SCALE } from '../services/figures.ts';
import type { MarketTerms } from '../services/terms.ts';
import type { Say } from '../services/texts.ts';
import { orderView } from '../services/views.ts';
import { orderByClientId, orderById, ordersPage } from '../store/order-queries.ts';
import { type Call, type Handlers, userOf } from './handler.ts';
import { answerOnce } from './money.ts';

type PlaceInput = Call<'placeOrder'>['input'];
type CancelInput = Call<'cancelOrder'>['input'];

const PLACE = routeLabel(routes.placeOrder);
const CANCEL = routeLabel(routes.cancelOrder);

export function spotHandlers(
  context: Context,
): Pick<Handlers, 'placeOrder' | 'cancelOrder' | 'orders'> {
  const { terms, sequencer, orderGate, reconciler } = context;
  const view = (value: Value): { order: Order } => {
    if (value.kind !== 'order') throw new TypeError(`an order answered ${value.kind}`);
    return { order: orderView(value.order, terms) };
  };
  return {
    placeOrder: (call) =>
      answerOnce({ sequencer, call, route: PLACE }, async (submit) => {
        const market = terms.askedMarket(call.input.symbol);
        if (!reconciler.isSound) throw new ProblemError('unavailable');
        orderGate.enter(market.marketId);
        try {
          const owner = userOf(call).userId;
          const command = readOrder(call.input, { owner, market, say: call.say });
          return await submit({ command, view });
        } finally {
          orderGate.leave(market.marketId);
        }
      }),
    cancelOrder: (call) =>
      answerOnce({ sequencer, call, route: CANCEL }, async (submit) => {
        const owner = userOf(call).userId;
        const { isOwn, order } = await findTarget(context, owner, readTarget(call.input, call.say));
        const command = { kind: 'cancel_order', owner, order } as const;
        return submit({ command, view, told: (reject) => (isOwn ? reject : 'order_not_found') });
      }),
    orders: async (call) => {
      const { symbol, status, page, limit } = call.input;
      const market = symbol === undefined ? undefined : terms.askedMarket(symbol);
      const filter = {
        owner: userOf(call).userId,
        ...(market !== undefined && { marketId: market.marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await ordersPage(context.database, filter, { page, limit });
      return { ...found, list: found.list.map((row) => orderView(row, terms)) };
    },
  };
}

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
  const order =
    input.type === 'limit'
      ? ({ ...base, type: 'limit', ...readLimit(input, market, problems) } as const)
      : ({ ...base, type: 'market', size: readSize(input, market, problems) } as const);
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  problems.throwIfAny();
  return { ...order, ...(shownFeePpm !== undefined && { shownFeePpm }) } as PlaceOrder;
}

function readShownFee(text: string | undefined, problems: FieldProblems): RatePpm | undefined {
  const rate = text === undefined ? undefined : parseDecimal(text, RATE_SCALE);
  if (text !== undefined && rate === undefined) {
    problems.add('shown_fee_rate', 'decimals', { count: RATE_SCALE });
  }
  return rate === undefined ? undefined : ratePpm(rate);
}

function readLimit(input: PlaceInput, market: MarketTerms, problems: FieldProblems) {
  if (input.amount !== undefined) problems.add('amount', 'not_with_limit');
  return {
    price: readPrice(input.price, market, problems),
    quantity: readQuantity(input.quantity, market, problems),
  };
}

function readSize(input: PlaceInput, market: MarketTerms, problems: FieldProblems) {
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

function readPrice(text: string | undefined, market: MarketTerms, problems: FieldProblems) {
  const { tickSizeE8 } = market;
  const price = text === undefined ? undefined : priceFromText(text, tickSizeE8);
  if (price === undefined)
    problems.addGrid('price', text, { step: tickSizeE8, scale: PRICE_SCALE });
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

type Target = { readonly orderId: number } | { readonly clientOrderId: string };

function readTarget(
  { order_id: orderId, client_order_id: clientOrderId }: CancelInput,
  say: Say,
): Target {
  if (orderId !== undefined && clientOrderId !== undefined)
    throw new ProblemError('validation_failed', {
      fields: { client_order_id: say('fields.not_both') },
    });
  if (orderId !== undefined) return { orderId };
  if (clientOrderId !== undefined) return { clientOrderId };
  throw new ProblemError('validation_failed', { fields: { order_id: say('fields.required') } });
}

/**
 * The engine forgets orders that are over: it calls every such id `order_not_open`, whoever's it was, and no
 * longer knows the client's own ids of them. The tables know: a stranger's order must look as if there were
 * none (security.md V4), and one's own that is over is that by either id. An order that waits, which nearly all
 * are that someone cancels, costs no query.
 */
async function findTarget(
  { database, sequencer }: Context,
  owner: number,
  target: Target,
): Promise<{ readonly isOwn: boolean; readonly order: Target }> {
  const waiting = sequencer.waitingOrderId({ owner, order: target });
  if (waiting !== undefined) return { isOwn: true, order: { orderId: waiting } };
  const row =
    'orderId' in target
      ? await orderById(database, owner, target.orderId)
      : await orderByClientId(database, owner, target.clientOrderId);
  if (row === undefined) return { isOwn: false, order: target };
  return { isOwn: true, order: { orderId: row.orderId } };
}
