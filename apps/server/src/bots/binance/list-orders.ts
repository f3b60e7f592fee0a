/**
 * Lists of orders in Binance's words, onto ours: above and below there, take-profit and stop here. As with stops what waits for a
 * price waits for the index.
 */
import { type ParsedOf, routes } from '@fairlead/contract';
import type { MarketTerms } from '../../market/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import type { BinanceNeeds } from './needs.ts';
import {
  combination,
  fieldFailure,
  generatedId,
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
import { missing, type Parameters } from './parameters.ts';
import { isStopWord, readWaits, STOP_TYPES, type StopWord } from './stop-orders.ts';
import { marketNamed } from './symbols.ts';

type ListInput = ParsedOf<'placeOrderList'>;
type Side = 'buy' | 'sell';

export interface AskedList {
  readonly market: MarketTerms;
  readonly input: ListInput;
  readonly response: ResponseWord;
}

/** Names by which the parts of a call are told apart. */
interface Part {
  /** What its parameters begin with. */
  readonly prefix: string;
  readonly side: Side;
  readonly quantity: string;
  /** Who goes where one meets its owner's: of all orders of a list the same. */
  readonly own: { readonly self_trade_prevention?: string | undefined };
  /** The list's name: an order that is given none is named by it, so that a list which is sent again is the same. */
  readonly listId: string;
}

/** One cancels the other. Some clients send the older names here, and say beside that it is an OCO. */
export function readOco(context: BinanceNeeds, call: KeyedCall): AskedList {
  const { parameters } = call;
  if ((parameters.text('type') ?? 'OCO') !== 'OCO')
    throw new BinanceError(-1116, 'Invalid orderType.');
  const isNew = parameters.has('aboveType') || parameters.has('belowType');
  if (!isNew && parameters.has('stopPrice')) return readOldOco(context, call);
  const { market, listId, own } = readCommon(context, call);
  const side = readSide(parameters);
  const quantity = parameters.requiredDecimal('quantity');
  const part = { side, quantity, listId, own };
  const pair = ['above', 'below'].map((prefix) => ({ ...part, prefix }));
  return asked(parameters, market, {
    ...{ kind: 'oco', symbol: market.symbol, client_order_id: listId },
    legs: readPair(parameters, side, pair),
  });
}

/** The same by its older names: a limit, and a stop that becomes one where it has a price. */
export function readOldOco(context: BinanceNeeds, call: KeyedCall): AskedList {
  const { parameters } = call;
  const { market, listId, own } = readCommon(context, call);
  const side = readSide(parameters);
  const quantity = parameters.requiredDecimal('quantity');
  readMarks(parameters, 'limit');
  readMarks(parameters, 'stop');
  const waits = readWaits(parameters, 'stop', '');
  const stopLimit = parameters.decimal('stopLimitPrice');
  if (stopLimit === undefined && parameters.has('stopLimitTimeInForce'))
    throw notRequired('stopLimitTimeInForce');
  const stopForce =
    stopLimit === undefined ? undefined : readForce(parameters, 'stopLimitTimeInForce');
  if (stopForce !== 'gtc' && parameters.has('stopIcebergQty')) throw combination();
  const name = (prefix: string) => nameOf(parameters, { prefix, listId });
  return asked(parameters, market, {
    ...{ kind: 'oco', symbol: market.symbol, client_order_id: listId },
    legs: [
      {
        ...{ side, quantity, ...own, type: 'limit', time_in_force: 'post_only' },
        price: parameters.requiredDecimal('price'),
        display_quantity: parameters.decimal('limitIcebergQty'),
        client_order_id: name('limit'),
      },
      {
        ...{ side, quantity, ...own, ...waits },
        ...(stopLimit === undefined
          ? { type: 'market' }
          : {
              type: 'limit',
              price: stopLimit,
              time_in_force: stopForce,
              display_quantity: parameters.decimal('stopIcebergQty'),
            }),
        client_order_id: name('stop'),
      },
    ],
  });
}

/** One behind another. */
export function readOto(context: BinanceNeeds, call: KeyedCall): AskedList {
  const { parameters } = call;
  const { market, listId, own } = readCommon(context, call);
  const working = { ...readWorking(parameters, listId), ...own };
  const pending = pendingPart(parameters, { prefix: 'pending', listId, own });
  const type = parameters.required('pendingType');
  if (type !== 'MARKET' && type !== 'LIMIT' && type !== 'LIMIT_MAKER' && !isStopWord(type))
    throw new BinanceError(-1116, 'Invalid orderType.');
  return asked(parameters, market, {
    ...{ kind: 'oto', symbol: market.symbol, client_order_id: listId, working },
    legs: [readLeg(parameters, type, pending)],
  });
}

/** Two behind another, of which one cancels the other. */
export function readOtoco(context: BinanceNeeds, call: KeyedCall): AskedList {
  const { parameters } = call;
  const { market, listId, own } = readCommon(context, call);
  const working = { ...readWorking(parameters, listId), ...own };
  const pending = pendingPart(parameters, { prefix: 'pending', listId, own });
  const pair = ['pendingAbove', 'pendingBelow'].map((prefix) => ({ ...pending, prefix }));
  return asked(parameters, market, {
    ...{ kind: 'otoco', symbol: market.symbol, client_order_id: listId, working },
    legs: readPair(parameters, pending.side, pair),
  });
}

function readCommon({ terms }: BinanceNeeds, { parameters, name }: KeyedCall) {
  const market = marketNamed(terms, parameters.required('symbol'));
  const own = { self_trade_prevention: readSelfTrade(parameters) };
  const listId = readClientOrderId(parameters, 'listClientOrderId') ?? generatedId(name);
  return { market, listId, own };
}

function asked(parameters: Parameters, market: MarketTerms, given: object): AskedList {
  const response = readResponse(parameters, 'RESULT');
  const parsed = routes.placeOrderList.request.safeParse(given);
  if (!parsed.success) throw fieldFailure(parsed.error.issues.map(({ path }) => path.join('.')));
  return { market, input: parsed.data, response };
}

const nameOf = (parameters: Parameters, { prefix, listId }: Pick<Part, 'prefix' | 'listId'>) =>
  readClientOrderId(parameters, `${prefix}ClientOrderId`) ?? generatedId(`${listId} ${prefix}`);

/** Marks of the caller's own, which change nothing; prices that follow others are none of ours. */
function readMarks(parameters: Parameters, prefix: string): void {
  for (const name of ['StrategyId', 'StrategyType']) parameters.integer(`${prefix}${name}`);
  refusePegged(parameters, prefix);
}

function pendingPart(
  parameters: Parameters,
  { prefix, listId, own }: Pick<Part, 'prefix' | 'listId' | 'own'>,
): Part {
  const side = readSide(parameters, `${prefix}Side`);
  const quantity = parameters.requiredDecimal(`${prefix}Quantity`);
  return { prefix, side, quantity, listId, own };
}

function readWorking(parameters: Parameters, listId: string) {
  const prefix = 'working';
  const type = parameters.required('workingType');
  if (type !== 'LIMIT' && type !== 'LIMIT_MAKER')
    throw new BinanceError(-1116, 'Invalid orderType.');
  readMarks(parameters, prefix);
  const timeInForce = limitForce(parameters, type, prefix);
  const display = parameters.decimal('workingIcebergQty');
  if (display !== undefined && (timeInForce === 'ioc' || timeInForce === 'fok'))
    throw combination();
  return {
    type: 'limit',
    side: readSide(parameters, 'workingSide'),
    time_in_force: timeInForce,
    price: parameters.requiredDecimal('workingPrice'),
    quantity: parameters.requiredDecimal('workingQuantity'),
    display_quantity: display,
    client_order_id: nameOf(parameters, { prefix, listId }),
  };
}

function limitForce(parameters: Parameters, type: 'LIMIT' | 'LIMIT_MAKER', prefix: string) {
  const name = `${prefix}TimeInForce`;
  if (type === 'LIMIT') return readForce(parameters, name);
  if (parameters.has(name)) throw notRequired(name);
  return 'post_only';
}

type LegWord = 'MARKET' | 'LIMIT' | 'LIMIT_MAKER' | StopWord;

/** First the one that takes the profit, then the stop, wherever each stands. */
function readPair(parameters: Parameters, side: Side, pair: readonly Part[]) {
  const [above, below] = pair.map((part): { readonly part: Part; readonly type: LegWord } => {
    const type = parameters.required(`${part.prefix}Type`);
    if (type !== 'LIMIT_MAKER' && !isStopWord(type))
      throw new BinanceError(-1158, 'Order type not supported in OCO.');
    return { part, type };
  });
  if (above === undefined || below === undefined) throw missing('aboveType');
  checkPlaces(side, above.type, below.type);
  const [profit, stop] = side === 'sell' ? [above, below] : [below, above];
  return [profit, stop].map(({ type, part }) => readLeg(parameters, type, part));
}

const isStop = (type: LegWord): boolean => type.startsWith('STOP_LOSS');

/** What sells takes its profit above and stops its loss below; what buys the other way. */
function checkPlaces(side: Side, above: LegWord, below: LegWord): void {
  if (above === 'LIMIT_MAKER' && below === 'LIMIT_MAKER')
    throw new BinanceError(-1168, 'At least one OCO order must be contingent.');
  const words = side === 'sell' ? SELLING : BUYING;
  const [profit, stop] = side === 'sell' ? [above, below] : [below, above];
  if (stop === 'LIMIT_MAKER') throw words.limit();
  if (isStop(profit)) throw words.stop();
  if (!isStop(stop)) throw words.profit();
}

const SELLING = {
  limit: () => new BinanceError(-1166, 'A limit order in a sell OCO must be above.'),
  stop: () => new BinanceError(-1197, 'A stop loss order in a sell OCO must be below.'),
  profit: () => new BinanceError(-1199, 'A take profit order in a sell OCO must be above.'),
};
const BUYING = {
  limit: () => new BinanceError(-1165, 'A limit order in a buy OCO must be below.'),
  stop: () => new BinanceError(-1196, 'A stop loss order in a buy OCO must be above.'),
  profit: () => new BinanceError(-1198, 'A take profit order in a buy OCO must be below.'),
};

function readLeg(parameters: Parameters, type: LegWord, part: Part) {
  const { prefix, side, quantity, listId, own } = part;
  readMarks(parameters, prefix);
  const display = `${prefix}IcebergQty`;
  const base = { side, quantity, ...own, client_order_id: nameOf(parameters, { prefix, listId }) };
  const price = `${prefix}Price`;
  const stopPrice = `${prefix}StopPrice`;
  const trail = `${prefix}TrailingDelta`;
  if (type === 'LIMIT' || type === 'LIMIT_MAKER') {
    for (const name of [stopPrice, trail]) if (parameters.has(name)) throw notRequired(name);
    const force = limitForce(parameters, type, prefix);
    refuseShown(parameters, display, force);
    return {
      ...base,
      type: 'limit',
      time_in_force: force,
      price: parameters.requiredDecimal(price),
      display_quantity: parameters.decimal(display),
    };
  }
  if (type === 'MARKET') {
    for (const name of [stopPrice, trail, price, display, `${prefix}TimeInForce`])
      if (parameters.has(name)) throw notRequired(name);
    return { ...base, type: 'market' };
  }
  const { trigger, type: becomes } = STOP_TYPES[type];
  const waits = readWaits(parameters, trigger, prefix);
  if (becomes === 'market') {
    for (const name of [price, `${prefix}TimeInForce`])
      if (parameters.has(name)) throw notRequired(name);
    refuseUnserved(parameters, [display]);
    return { ...base, ...waits, type: becomes };
  }
  const force = readForce(parameters, `${prefix}TimeInForce`);
  refuseShown(parameters, display, force);
  return {
    ...base,
    ...waits,
    type: becomes,
    time_in_force: force,
    price: parameters.requiredDecimal(price),
    display_quantity: parameters.decimal(display),
  };
}

/** Only what may wait in the book shows a part of itself. */
function refuseShown(parameters: Parameters, display: string, force: string): void {
  if ((force === 'ioc' || force === 'fok') && parameters.has(display)) throw combination();
}
