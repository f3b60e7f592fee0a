/**
 * Orders by the same way as the app's: its schema, its handler, its idempotency. What this adds is the translation
 * of words, there and back.
 */

import { type ParsedOf, routes } from '@fairlead/contract';
import { textsOf } from '../../core/texts/texts.ts';
import type { MarketTerms } from '../../market/index.ts';
import { readOrder, readTrigger } from '../../spot/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import type { BinanceNeeds } from './needs.ts';
import {
  combination,
  fieldFailure,
  generatedId,
  inOurWords,
  LANGUAGE,
  notRequired,
  type ResponseWord,
  readClientOrderId,
  readForce,
  readResponse,
  readSelfTrade,
  readSide,
  refusePegged,
  refuseUnserved,
} from './order-words.ts';
import type { Parameters } from './parameters.ts';
import { readStop, type StopInput, type StopWord } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

const TYPES = ['LIMIT', 'MARKET', 'LIMIT_MAKER'] as const;
type OrderWord = (typeof TYPES)[number];

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
  const side = readSide(parameters);
  parameters.required('type');
  refuse(parameters, []);
  const parsed = readStop(parameters, type, {
    symbol: market.symbol,
    side,
    self_trade_prevention: readSelfTrade(parameters),
    client_order_id: readClientOrderId(parameters) ?? generatedId(name),
  });
  if (!parsed.success) throw fieldFailure(parsed.error.issues.map(({ path }) => String(path[0])));
  return { market, stop: parsed.data, response: readResponse(parameters, 'ACK') };
}

/** Reads a new order. Throws in Binance's words. */
export function readNewOrder(context: BinanceNeeds, { parameters, name }: KeyedCall): AskedOrder {
  const market = marketNamed(context.terms, parameters.required('symbol'));
  const side = readSide(parameters);
  const type = typeOf(parameters);
  refuse(parameters, ['stopPrice', 'trailingDelta']);
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
  const usual = type === 'LIMIT_MAKER' ? 'ACK' : 'FULL';
  return { market, input: parsed.data, response: readResponse(parameters, usual) };
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
    if (type !== 'LIMIT_MAKER') return readForce(parameters);
    if (parameters.text('timeInForce') !== undefined) throw notRequired('timeInForce');
    return 'post_only';
  };
  const timeInForce = force();
  const isImmediate = timeInForce === 'ioc' || timeInForce === 'fok';
  if (isImmediate && parameters.has('icebergQty')) throw combination();
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
  if (side === 'sell') throw combination();
  return { type: 'market', amount };
}

function refuse(parameters: Parameters, others: readonly string[]): void {
  refuseUnserved(parameters, others);
  refusePegged(parameters);
  // Marks of the caller's own, which change nothing.
  for (const name of ['strategyId', 'strategyType']) parameters.integer(name);
  parameters.flag('computeCommissionRates');
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
