/**
 * Stops and take-profits in Binance's words, onto orders that wait for a price. They wait for the index, unlike there: a single
 * odd trade sets nothing off. What one becomes is an order of its own id; asked for by its own, both are told as one.
 */
import { type Order, type ParsedOf, routes, type TriggerOrder } from '@fairlead/contract';
import type { TriggerRow } from '@fairlead/engine';
import { formatRate } from '@fairlead/units';
import { orderById, orderView, triggerView } from '../../spot/index.ts';
import { BinanceError, filterFailure } from './errors.ts';
import { SELF_TRADE_MODES, TRAIL_BPS } from './exchange-info.ts';
import type { BinanceNeeds } from './needs.ts';
import { statusWord } from './order-view.ts';
import type { Parameters } from './parameters.ts';
import { symbolOf } from './symbols.ts';

export type StopInput = ParsedOf<'placeTrigger'>;

/** By their words: what they wait for and become. */
const STOP_TYPES = {
  STOP_LOSS: { trigger: 'stop', type: 'market' },
  STOP_LOSS_LIMIT: { trigger: 'stop', type: 'limit' },
  TAKE_PROFIT: { trigger: 'take_profit', type: 'market' },
  TAKE_PROFIT_LIMIT: { trigger: 'take_profit', type: 'limit' },
} as const;
export type StopWord = keyof typeof STOP_TYPES;
const STOP_WORDS = Object.keys(STOP_TYPES) as readonly StopWord[];

export const isStopWord = (word: string | undefined): word is StopWord =>
  STOP_WORDS.some((each) => each === word);

const FORCES = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const;
const PPM_PER_BP = 100n;

const combination = (): BinanceError => new BinanceError(-1014, 'Unsupported order combination.');

interface StopBase {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly client_order_id: string;
}

/** Reads what a stop has beside symbol, side and name. Undefined where a field is none of ours: the caller says which. */
export function readStop(parameters: Parameters, word: StopWord, base: StopBase) {
  const { trigger, type } = STOP_TYPES[word];
  const order =
    type === 'limit'
      ? {
          time_in_force: forceOf(parameters),
          price: parameters.requiredDecimal('price'),
          quantity: parameters.requiredDecimal('quantity'),
        }
      : { quantity: parameters.requiredDecimal('quantity') };
  if (type === 'market' && (parameters.has('price') || parameters.has('timeInForce')))
    throw new BinanceError(-1106, "Parameter 'price' sent when not required.");
  if (parameters.has('quoteOrderQty'))
    throw new BinanceError(-1106, "Parameter 'quoteOrderQty' sent when not required.");
  const waits = readWaits(parameters, trigger);
  return routes.placeTrigger.request.safeParse({ ...base, ...order, ...waits, type });
}

/** A price, or a distance from the best one. Distances of take-profits and with a price follow another rule there. */
function readWaits(parameters: Parameters, trigger: 'stop' | 'take_profit') {
  const bps = parameters.integer('trailingDelta');
  const price = parameters.decimal('stopPrice');
  if (bps === undefined) {
    if (price !== undefined) return { trigger, trigger_price: price };
    throw new BinanceError(
      -1102,
      "Mandatory parameter 'stopPrice' was not sent, was empty/null, or malformed.",
    );
  }
  if (price !== undefined || trigger === 'take_profit') throw combination();
  if (bps < TRAIL_BPS.min || bps > TRAIL_BPS.max) throw filterFailure('TRAILING_DELTA');
  return { trigger: 'trailing_stop', trail_rate: formatRate(BigInt(bps) * PPM_PER_BP) };
}

function forceOf(parameters: Parameters) {
  const word = parameters.required('timeInForce');
  const force = (FORCES as Readonly<Record<string, 'gtc' | 'ioc' | 'fok'>>)[word];
  if (force === undefined) throw new BinanceError(-1115, 'Invalid timeInForce.');
  return force;
}

const wordOf = ({ trigger, type }: TriggerOrder): string =>
  `${trigger === 'take_profit' ? 'TAKE_PROFIT' : 'STOP_LOSS'}${type === 'limit' ? '_LIMIT' : ''}`;

/** What became of it: waiting, ended by somebody, by what stood in its order's way, or as its order has it. */
function stopStatus({ status, receipt_id }: TriggerOrder, order: Order | undefined): string {
  if (order !== undefined) return statusWord(order);
  if (status === 'waiting' || status === 'pending') return 'NEW';
  return receipt_id === undefined ? 'CANCELED' : 'EXPIRED';
}

const bpsOf = (rate: string): number => Math.round(Number(rate) * 10_000);

/** What all answers about it say; `order` is what it became. */
const stopCore = (stop: TriggerOrder, order?: Order) => ({
  symbol: symbolOf(stop),
  orderId: stop.id,
  orderListId: -1,
  clientOrderId: stop.client_order_id ?? '',
  price: stop.price ?? '0',
  origQty: stop.quantity ?? order?.filled_quantity ?? '0',
  executedQty: order?.filled_quantity ?? '0',
  origQuoteOrderQty: stop.amount ?? '0',
  cummulativeQuoteQty: order?.filled_amount ?? '0',
  status: stopStatus(stop, order),
  timeInForce:
    stop.type === 'market' || stop.time_in_force === 'post_only'
      ? 'GTC'
      : stop.time_in_force.toUpperCase(),
  type: wordOf(stop),
  side: stop.side.toUpperCase(),
  stopPrice: stop.trigger_price,
  ...(stop.trail_rate !== undefined && {
    trailingDelta: bpsOf(stop.trail_rate),
    trailingTime: stop.created_at,
  }),
  selfTradePreventionMode: SELF_TRADE_MODES[0],
});

/** As it is listed. */
export const listedStop = (stop: TriggerOrder, order?: Order) => ({
  ...stopCore(stop, order),
  icebergQty: '0',
  time: stop.created_at,
  updateTime: order?.updated_at ?? stop.updated_at,
  isWorking: order?.status === 'waiting',
  workingTime: order?.created_at ?? -1,
});

/** Cancelled; the request's own id comes beside its own. */
export const cancelledStop = (stop: TriggerOrder, newClientOrderId?: string) => ({
  ...stopCore(stop),
  origClientOrderId: stop.client_order_id ?? '',
  clientOrderId: newClientOrderId ?? stop.client_order_id ?? '',
  transactTime: stop.updated_at,
});

/** Just placed. */
export function placedStop(stop: TriggerOrder, response: 'ACK' | 'RESULT' | 'FULL'): object {
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

/** An executionReport of its own: placed, or over. */
export function stopReport(
  stop: TriggerOrder,
  execution: 'NEW' | 'CANCELED' | 'EXPIRED',
  nowMs: number,
): object {
  const { symbol, clientOrderId, side, type, timeInForce, origQty, price, stopPrice } =
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
    P: stopPrice,
    ...(stop.trail_rate !== undefined && { d: bpsOf(stop.trail_rate), D: stop.created_at }),
    F: '0',
    g: -1,
    C: '',
    x: execution,
    X: execution,
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
    V: SELF_TRADE_MODES[0],
  };
}
