/**
 * Stops and take-profits in Binance's words, onto orders that wait for a price. They wait for the index, unlike there: a single
 * odd trade sets nothing off. What one becomes is an order of its own id; asked for by its own, both are told as one.
 */
import { type Order, type ParsedOf, routes, type TriggerOrder } from '@fairlead/contract';
import type { TriggerRow } from '@fairlead/engine';
import { divExact, formatRate, parseDecimal, RATE_SCALE } from '@fairlead/units';
import { orderById, orderView, triggerView } from '../../spot/index.ts';
import { filterFailure } from './errors.ts';
import { TRAIL_BPS } from './exchange-info.ts';
import type { BinanceNeeds } from './needs.ts';
import { forceWord, listIdOf, statusWord } from './order-view.ts';
import { combination, notRequired, type ResponseWord, readForce } from './order-words.ts';
import { missing, type Parameters } from './parameters.ts';
import { symbolOf } from './symbols.ts';

export type StopInput = ParsedOf<'placeTrigger'>;

/** By their words: what they wait for and become. */
export const STOP_TYPES = {
  STOP_LOSS: { trigger: 'stop', type: 'market' },
  STOP_LOSS_LIMIT: { trigger: 'stop', type: 'limit' },
  TAKE_PROFIT: { trigger: 'take_profit', type: 'market' },
  TAKE_PROFIT_LIMIT: { trigger: 'take_profit', type: 'limit' },
} as const;
export type StopWord = keyof typeof STOP_TYPES;
const STOP_WORDS = Object.keys(STOP_TYPES) as readonly StopWord[];

export const isStopWord = (word: string | undefined): word is StopWord =>
  STOP_WORDS.some((each) => each === word);

const PPM_PER_BP = 100n;

interface StopBase {
  readonly self_trade_prevention?: ParsedOf<'placeOrder'>['self_trade_prevention'];
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly client_order_id: string;
}

/** Reads what a stop has beside symbol, side and name. Undefined where a field is none of ours: the caller says which. */
export function readStop(parameters: Parameters, word: StopWord, base: StopBase) {
  const { trigger, type } = STOP_TYPES[word];
  const force = type === 'limit' ? readForce(parameters) : undefined;
  if (force !== 'gtc' && parameters.has('icebergQty')) throw combination();
  const order =
    type === 'limit'
      ? {
          time_in_force: force,
          display_quantity: parameters.decimal('icebergQty'),
          price: parameters.requiredDecimal('price'),
          quantity: parameters.requiredDecimal('quantity'),
        }
      : { quantity: parameters.requiredDecimal('quantity') };
  for (const name of type === 'market'
    ? ['price', 'timeInForce', 'quoteOrderQty']
    : ['quoteOrderQty'])
    if (parameters.has(name)) throw notRequired(name);
  const waits = readWaits(parameters, trigger, '');
  return routes.placeTrigger.request.safeParse({ ...base, ...order, ...waits, type });
}

/** A price, or a distance from the best one. Distances of take-profits and with a price follow another rule there. */
export function readWaits(parameters: Parameters, trigger: 'stop' | 'take_profit', prefix: string) {
  const named = (name: string) =>
    prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const bps = parameters.integer(named('trailingDelta'));
  const price = parameters.decimal(named('stopPrice'));
  if (bps === undefined) {
    if (price !== undefined) return { trigger, trigger_price: price };
    throw missing(named('stopPrice'));
  }
  if (price !== undefined || trigger === 'take_profit') throw combination();
  if (bps < TRAIL_BPS.min || bps > TRAIL_BPS.max) throw filterFailure('TRAILING_DELTA');
  return { trigger: 'trailing_stop', trail_rate: formatRate(BigInt(bps) * PPM_PER_BP) };
}

/** What waits for another order's fill alone is an order at its limit. */
function wordOf({ trigger, type, time_in_force }: TriggerOrder): string {
  if (trigger === 'fill') {
    if (type === 'market') return 'MARKET';
    return time_in_force === 'post_only' ? 'LIMIT_MAKER' : 'LIMIT';
  }
  const word = trigger === 'take_profit' ? 'TAKE_PROFIT' : 'STOP_LOSS';
  return type === 'limit' ? `${word}_LIMIT` : word;
}

/** Taken back by its owner or the market; any other end is of its own terms. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['user', 'timer', 'operator', 'market_terms']);

/** What became of it: waiting, ended by somebody, by what stood in its order's way, or as its order has it. */
export function stopStatus(
  { status, cancel_reason }: Pick<TriggerOrder, 'status' | 'cancel_reason'>,
  order?: Order,
): string {
  if (order !== undefined) return statusWord(order);
  if (status === 'pending') return 'PENDING_NEW';
  if (status !== 'cancelled') return 'NEW';
  return TAKEN_BACK.has(cancel_reason ?? '') ? 'CANCELED' : 'EXPIRED';
}

/** A trailing stop's distance is whole basis points. */
const bpsOf = (rate: string): number =>
  Number(divExact(parseDecimal(rate, RATE_SCALE) ?? 0n, PPM_PER_BP));

/** What all answers about it say; `order` is what it became. */
const stopCore = (stop: TriggerOrder, order?: Order) => ({
  symbol: symbolOf(stop),
  orderId: stop.id,
  orderListId: listIdOf(stop),
  clientOrderId: stop.client_order_id ?? '',
  price: stop.price ?? '0',
  origQty: stop.quantity ?? order?.filled_quantity ?? '0',
  executedQty: order?.filled_quantity ?? '0',
  origQuoteOrderQty: stop.amount ?? '0',
  cummulativeQuoteQty: order?.filled_amount ?? '0',
  status: stopStatus(stop, order),
  timeInForce: forceWord(stop),
  type: wordOf(stop),
  side: stop.side.toUpperCase(),
  ...(stop.trigger !== 'fill' && { stopPrice: stop.trigger_price }),
  ...(stop.trail_rate !== undefined && {
    trailingDelta: bpsOf(stop.trail_rate),
    trailingTime: stop.created_at,
  }),
  ...(stop.display_quantity !== undefined && { icebergQty: stop.display_quantity }),
  selfTradePreventionMode: (stop.self_trade_prevention ?? 'expire_taker').toUpperCase(),
});

/** As it is listed. */
export const listedStop = (stop: TriggerOrder, order?: Order) => ({
  stopPrice: '0',
  icebergQty: '0',
  ...stopCore(stop, order),
  time: stop.created_at,
  updateTime: order?.updated_at ?? stop.updated_at,
  isWorking: order?.status === 'waiting',
  workingTime: order?.created_at ?? -1,
});

/** Cancelled; the request's own id comes beside its own. */
export const cancelledStop = (stop: TriggerOrder, newClientOrderId?: string, order?: Order) => ({
  ...stopCore(stop, order),
  origClientOrderId: stop.client_order_id ?? '',
  clientOrderId: newClientOrderId ?? stop.client_order_id ?? '',
  transactTime: order?.updated_at ?? stop.updated_at,
});

/** Amended, as the answer to that says it. */
export const amendedStop = (stop: TriggerOrder) => ({
  symbol: symbolOf(stop),
  orderId: stop.id,
  orderListId: listIdOf(stop),
  origClientOrderId: stop.client_order_id ?? '',
  clientOrderId: stop.client_order_id ?? '',
  price: stop.price ?? '0',
  ...(stop.trigger !== 'fill' && { stopPrice: stop.trigger_price }),
  qty: stop.quantity ?? '0',
  executedQty: '0',
  preventedQty: '0',
  quoteOrderQty: stop.amount ?? '0',
  cumulativeQuoteQty: '0',
  status: stopStatus(stop),
  timeInForce: forceWord(stop),
  type: wordOf(stop),
  side: stop.side.toUpperCase(),
  ...(stop.display_quantity !== undefined && { icebergQty: stop.display_quantity }),
  workingTime: -1,
  selfTradePreventionMode: (stop.self_trade_prevention ?? 'expire_taker').toUpperCase(),
});

/** Just placed. */
export function placedStop(stop: TriggerOrder, response: ResponseWord): object {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = stopCore(stop);
  const names = { symbol, orderId, orderListId, clientOrderId, transactTime: stop.created_at };
  if (response === 'ACK') return names;
  const result = { ...names, ...rest, workingTime: -1 };
  return response === 'RESULT' ? result : { ...result, fills: [] };
}

/** With what it became, as one. */
export async function storedStop(context: BinanceNeeds, row: TriggerRow): Promise<object> {
  const { database, terms } = context;
  const order =
    row.orderId === undefined ? undefined : await orderById(database, row.owner, row.orderId);
  return listedStop(triggerView(row, terms), order && orderView(order, terms));
}

/** An executionReport of its own: placed, put up behind the order that it was pending for, or over. */
export function stopReport(
  stop: TriggerOrder,
  execution: 'NEW' | 'CANCELED' | 'EXPIRED',
  nowMs: number,
): object {
  const { symbol, orderListId, clientOrderId, side, type, timeInForce, origQty, price, status } =
    stopCore(stop);
  return {
    e: 'executionReport',
    E: nowMs,
    s: symbol,
    c: clientOrderId,
    S: side,
    o: type,
    f: timeInForce,
    q: origQty,
    p: price,
    P: stop.trigger === 'fill' ? '0' : stop.trigger_price,
    ...(stop.trail_rate !== undefined && { d: bpsOf(stop.trail_rate), D: stop.created_at }),
    F: stop.display_quantity ?? '0',
    g: orderListId,
    C: '',
    x: execution,
    X: status,
    r: 'NONE',
    i: stop.id,
    l: '0',
    z: '0',
    L: '0',
    n: '0',
    N: null,
    T: stop.updated_at,
    t: -1,
    w: false,
    m: false,
    M: false,
    O: stop.created_at,
    Z: '0',
    Y: '0',
    Q: stop.amount ?? '0',
    V: (stop.self_trade_prevention ?? 'expire_taker').toUpperCase(),
  };
}
