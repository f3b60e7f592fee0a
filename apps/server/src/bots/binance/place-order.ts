/**
 * Orders by the same way as the app's: its schema, its handler, its idempotency. What this adds is the translation
 * of words, there and back.
 */

import { createHash, randomUUID } from 'node:crypto';
import {
  type ErrorCode,
  type Order,
  type ParsedOf,
  type RouteName,
  routes,
  type TriggerOrder,
} from '@fairlead/contract';

import { Answer, type Call, type Handlers, keySession } from '../../core/http/handler.ts';
import { textsOf } from '../../core/texts/texts.ts';
import type { MarketTerms } from '../../market/index.ts';
import type { SwitchAsked } from '../../realtime/index.ts';
import { readOrder, readTrigger } from '../../spot/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { BinanceError, errorOf, filterFailure } from './errors.ts';
import { SELF_TRADE_MODES } from './exchange-info.ts';
import type { BinanceNeeds } from './needs.ts';

import type { Parameters } from './parameters.ts';
import { readStop, type StopInput, type StopWord } from './stop-orders.ts';

import { marketNamed } from './symbols.ts';

const LANGUAGE = 'en';
const SIDES = { BUY: 'buy', SELL: 'sell' } as const;
const FORCES = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const;
const TYPES = ['LIMIT', 'MARKET', 'LIMIT_MAKER'] as const;
type OrderWord = (typeof TYPES)[number];
/** As Binance has it, less the slash, which our own ids do not take. */
const CLIENT_ORDER_ID = /^[A-Za-z0-9._:-]{1,36}$/;
const RESPONSES = ['ACK', 'RESULT', 'FULL'] as const;
type ResponseWord = (typeof RESPONSES)[number];

type PlaceInput = ParsedOf<'placeOrder'>;

export interface AskedOrder {
  readonly market: MarketTerms;
  readonly input: PlaceInput;
  readonly response: ResponseWord;
}

/** An order that waits for a price. */
export interface AskedStop {
  readonly market: MarketTerms;
  readonly stop: StopInput;
  readonly response: ResponseWord;
}

/** Reads a new stop or take-profit. Throws in Binance's words. */
export function readNewStop(
  context: BinanceNeeds,
  { parameters, name }: KeyedCall,
  type: StopWord,
): AskedStop {
  const market = marketNamed(context.terms, parameters.required('symbol'));
  const side = wordOf(parameters, 'side', SIDES, () => new BinanceError(-1117, 'Invalid side.'));
  parameters.required('type');
  refuseUnserved(parameters, ['icebergQty']);
  // Who goes where it meets its owner's is of orders that are placed at once.
  if ((readSelfTrade(parameters) ?? 'expire_taker') !== 'expire_taker')
    throw new BinanceError(-1014, 'Unsupported order combination.');
  const parsed = readStop(parameters, type, {
    symbol: market.symbol,
    side,
    client_order_id: readClientOrderId(parameters) ?? generatedId(name),
  });
  if (!parsed.success) throw fieldFailure(parsed.error.issues.map(({ path }) => String(path[0])));
  return { market, stop: parsed.data, response: responseOf(parameters, 'LIMIT_MAKER') };
}

/** Reads a new order. Throws in Binance's words. */
export function readNewOrder(context: BinanceNeeds, { parameters, name }: KeyedCall): AskedOrder {
  const market = marketNamed(context.terms, parameters.required('symbol'));
  const side = wordOf(parameters, 'side', SIDES, () => new BinanceError(-1117, 'Invalid side.'));
  const type = typeOf(parameters);
  refuseUnserved(parameters);
  const given = {
    symbol: market.symbol,
    side,
    ...(type === 'MARKET' ? readMarket(parameters, side) : readLimit(parameters, type)),
    self_trade_prevention: readSelfTrade(parameters),
    client_order_id: readClientOrderId(parameters) ?? generatedId(name),
  };
  const parsed = routes.placeOrder.request.safeParse(given);
  // The schema asks for more than zero; all else was looked at here.
  if (!parsed.success) throw fieldFailure(parsed.error.issues.map(({ path }) => String(path[0])));
  return { market, input: parsed.data, response: responseOf(parameters, type) };
}

function typeOf(parameters: Parameters): OrderWord {
  const word = parameters.required('type');
  const type = TYPES.find((each) => each === word);
  if (type === undefined) throw new BinanceError(-1116, 'Invalid orderType.');
  return type;
}

function readLimit(parameters: Parameters, type: OrderWord) {
  if (parameters.has('quoteOrderQty')) throw notRequired('quoteOrderQty');
  const force = (): PlaceInput['time_in_force'] => {
    if (type === 'LIMIT_MAKER') {
      if (parameters.text('timeInForce') !== undefined) throw notRequired('timeInForce');
      return 'post_only';
    }
    const invalid = () => new BinanceError(-1115, 'Invalid timeInForce.');
    return wordOf(parameters, 'timeInForce', FORCES, invalid);
  };
  const timeInForce = force();
  const isImmediate = timeInForce === 'ioc' || timeInForce === 'fok';
  if (isImmediate && parameters.has('icebergQty'))
    throw new BinanceError(-1014, 'Unsupported order combination.');
  return {
    type: 'limit',
    time_in_force: timeInForce,
    price: parameters.requiredDecimal('price'),
    quantity: parameters.requiredDecimal('quantity'),
    display_quantity: parameters.decimal('icebergQty'),
  };
}

function readMarket(parameters: Parameters, side: 'buy' | 'sell') {
  for (const name of ['price', 'timeInForce', 'icebergQty'])
    if (parameters.has(name)) throw notRequired(name);
  const amount = parameters.decimal('quoteOrderQty');
  if (amount === undefined)
    return { type: 'market', quantity: parameters.requiredDecimal('quantity') };
  if (parameters.has('quantity')) throw notRequired('quantity');
  // Our books sell by quantity only.
  if (side === 'sell') throw new BinanceError(-1014, 'Unsupported order combination.');
  return { type: 'market', amount };
}

/** NONE and DECREMENT are none of ours: nobody trades with themselves here, and no order shrinks unfilled. */
function readSelfTrade(parameters: Parameters): PlaceInput['self_trade_prevention'] {
  const word = parameters.text('selfTradePreventionMode');
  if (word === undefined) return undefined;
  const mode = SELF_TRADE_MODES.find((each) => each === word);
  if (mode === undefined)
    throw new BinanceError(
      -1013,
      'This symbol does not allow the specified self-trade prevention mode.',
    );
  return mode.toLowerCase() as PlaceInput['self_trade_prevention'];
}

/** What we have not is refused and never passed over in silence: it would be another order. */
function refuseUnserved(parameters: Parameters, others = ['stopPrice', 'trailingDelta']): void {
  for (const name of [...others, 'pegPriceType'])
    if (parameters.text(name) !== undefined)
      throw new BinanceError(-1014, 'Unsupported order combination.');
  // Marks of the caller's own, which change nothing.
  for (const name of ['strategyId', 'strategyType']) parameters.integer(name);
  parameters.flag('computeCommissionRates');
}

function readClientOrderId(parameters: Parameters): string | undefined {
  const id = parameters.text('newClientOrderId');
  if (id === undefined || CLIENT_ORDER_ID.test(id)) return id;
  throw new BinanceError(
    -1100,
    "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[A-Za-z0-9._:-]{1,36}$'.",
  );
}

/** The same for a call that is sent again to the byte, so that it is one order. */
const generatedId = (name: string): string =>
  `bn${createHash('sha256').update(name).digest('hex').slice(0, 30)}`;

function responseOf(parameters: Parameters, type: OrderWord): ResponseWord {
  const word = parameters.text('newOrderRespType') ?? (type === 'LIMIT_MAKER' ? 'ACK' : 'FULL');
  const response = RESPONSES.find((each) => each === word);
  if (response === undefined) throw new BinanceError(-1136, 'Invalid newOrderRespType.');
  return response;
}

export function wordOf<Word extends string>(
  parameters: Parameters,
  name: string,
  words: Readonly<Record<string, Word>>,
  invalid: () => BinanceError,
): Word {
  const word = words[parameters.required(name)];
  if (word === undefined) throw invalid();
  return word;
}

export const notRequired = (name: string): BinanceError =>
  new BinanceError(-1106, `Parameter '${name}' sent when not required.`);

/** Which of Binance's filters says what our fields say. */
function fieldFailure(fields: readonly string[]): BinanceError {
  if (fields.includes('price') || fields.includes('trigger_price'))
    return filterFailure('PRICE_FILTER');
  if (fields.includes('quantity') || fields.includes('display_quantity'))
    return filterFailure('LOT_SIZE');
  if (fields.includes('amount'))
    return new BinanceError(-1111, 'Parameter quoteOrderQty has too much precision.');
  return new BinanceError(-1130, `Data sent for parameter '${fields[0]}' is not valid.`);
}

/** Checks an order as placing it would, as far as that is known before the book. */
export function checkOrder(owner: number, asked: AskedOrder | AskedStop): void {
  const reading = { owner, market: asked.market, say: textsOf(LANGUAGE) };
  try {
    if ('stop' in asked) readTrigger(asked.stop, reading);
    else readOrder(asked.input, reading);
  } catch (error) {
    throw inOurWords(error);
  }
}

/** A handler's refusal by fields, in Binance's words. */
function inOurWords(error: unknown): unknown {
  const { fields } = (error ?? {}) as { readonly fields?: Readonly<Record<string, string>> };
  return fields === undefined ? error : fieldFailure(Object.keys(fields));
}

type OrderRoute =
  | 'placeOrder'
  | 'cancelOrder'
  | 'amendOrder'
  | 'replaceOrder'
  | 'placeTrigger'
  | 'cancelTrigger'
  | 'setCancelTimer';
export type OrderHandlers = Pick<Handlers, OrderRoute>;

/** One half of a replacement, as the app gets it. */
export type Half =
  | { readonly type: 'ok'; readonly message: { readonly order: Order } }
  | { readonly type: 'error'; readonly error: ErrorCode };

/** Orders of the app, called by programs. */
export class OrderDesk {
  readonly #handlers: OrderHandlers;

  /** In a gateway these are the engine's. */
  constructor(handlers: OrderHandlers) {
    this.#handlers = handlers;
  }

  /** Places an order once by its client's id, whatever becomes of the call. */
  async place(call: KeyedCall, input: PlaceInput): Promise<Order> {
    const key = `binance:${input.client_order_id}`;
    return orderOf(await this.#run('placeOrder', call, { input, key }));
  }

  async cancel(call: KeyedCall, orderId: number): Promise<Order> {
    const input = { order_id: orderId };
    return orderOf(await this.#run('cancelOrder', call, { input, key: randomUUID() }));
  }

  /** Changes an order's quantity in its place. */
  async amend(call: KeyedCall, input: ParsedOf<'amendOrder'>): Promise<Order> {
    return orderOf(await this.#run('amendOrder', call, { input, key: `binance:${call.name}` }));
  }

  /** Cancels one order and places another, once by its client's id; each half for itself. */
  async replace(
    call: KeyedCall,
    input: ParsedOf<'replaceOrder'>,
  ): Promise<{ readonly cancelled: Half; readonly placed: Half }> {
    const key = `binance:${input.client_order_id}`;
    return messageOf(await this.#run('replaceOrder', call, { input, key })) as never;
  }

  /** Likewise one that waits for a price. */
  async placeStop(call: KeyedCall, input: StopInput): Promise<TriggerOrder> {
    const key = `binance:stop:${input.client_order_id}`;
    return stopOf(await this.#run('placeTrigger', call, { input, key }));
  }

  async cancelStop(call: KeyedCall, triggerId: number): Promise<TriggerOrder> {
    const input = { trigger_id: triggerId };
    return stopOf(await this.#run('cancelTrigger', call, { input, key: randomUUID() }));
  }

  /** Sets a timer that cancels. */
  async setTimer(
    call: Pick<KeyedCall, 'key' | 'ip'>,
    { seconds, timer, symbol }: SwitchAsked,
  ): Promise<void> {
    const input = { seconds, timer, ...(symbol !== undefined && { symbol }) };
    messageOf(await this.#run('setCancelTimer', call, { input, key: randomUUID() }));
  }

  async #run<Name extends OrderRoute>(
    name: Name,
    { key: { userId, apiKeyId }, ip }: Pick<KeyedCall, 'key' | 'ip'>,
    asked: { readonly input: ParsedOf<Name>; readonly key: string },
  ): Promise<unknown> {
    const call: Call<RouteName> = {
      input: asked.input as Call['input'],
      caller: { kind: 'user', userId, sessionId: 0, sessionKey: keySession(apiKeyId) },
      language: LANGUAGE,
      say: textsOf(LANGUAGE),
      ip,
      deviceId: undefined,
      userAgent: undefined,
      country: undefined,
      idempotencyKey: asked.key,
      file: Buffer.alloc(0),
    };
    try {
      return await this.#handlers[name](call as never);
    } catch (error) {
      throw inOurWords(error);
    }
  }
}

/** The order out of an answer as the app gets it. */
const orderOf = (answer: unknown): Order => (messageOf(answer) as { readonly order: Order }).order;

const stopOf = (answer: unknown): TriggerOrder =>
  (messageOf(answer) as { readonly trigger_order: TriggerOrder }).trigger_order;

function messageOf(answer: unknown): unknown {
  if (!(answer instanceof Answer)) throw new TypeError('an order is answered by the sequencer');
  const envelope = JSON.parse(answer.body);
  if (answer.status !== 200) throw errorOf(envelope.error);
  return envelope.message;
}
