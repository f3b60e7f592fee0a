/** What calls about orders have in common: whose order is meant, and what is answered for one that was placed. */
import type { Order } from '@fairlead/contract';
import type { OrderRow } from '@fairlead/engine';
import type { Rates } from '../../core/http/rates.ts';
import type { Queryable } from '../../core/store/database.ts';
import { orderByClientId, orderById } from '../../spot/index.ts';
import { takenBy } from '../bot-queries.ts';
import type { KeyedCall } from './endpoint.ts';
import { BinanceError, RESTRICTED, refused, TAKES, WOULD_NOT_FILL } from './errors.ts';
import { FILLS_LOOKED_AT_MAX } from './limits.ts';
import type { BinanceNeeds } from './needs.ts';
import type { FilledSoFar, OrderHandlers } from './order-desk.ts';
import { expiredOrder, orderCore, ownFill } from './order-view.ts';
import { wordOf } from './order-words.ts';
import { missing, type Parameters } from './parameters.ts';
import type { AskedOrder } from './place-order.ts';
import type { RecentFills } from './recent-fills.ts';
import { marketNamed } from './symbols.ts';

export interface OrderParts {
  readonly context: BinanceNeeds;
  /** Counts orders together with those of the app. */
  readonly rates: Pick<Rates, 'count' | 'used'>;
  /** Where orders are placed, cancelled and changed. */
  readonly handlers: OrderHandlers;
  readonly fills: Pick<RecentFills, 'of'>;
}

/** The answer to an order that was placed, or that expired because it may not wait and got nothing. */
export async function answerPlaced(
  parts: OrderParts,
  { asked, nowMs }: { readonly asked: AskedOrder; readonly nowMs: number },
  run: () => Promise<Order>,
): Promise<object> {
  try {
    return await placedOrder(parts, asked, await run());
  } catch (error) {
    if (!(error instanceof BinanceError && error.message === WOULD_NOT_FILL)) throw error;
    // Clients know this refusal by its words.
    if (asked.input.time_in_force === 'post_only') throw refused(TAKES);
    return expiredAnswer(asked, nowMs);
  }
}

/** An order that waits for nothing and got nothing: an answer there, and none of our orders. */
function expiredAnswer({ input, response }: AskedOrder, nowMs: number): object {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = expiredOrder(input);
  const names = { symbol, orderId, orderListId, clientOrderId, transactTime: nowMs };
  if (response === 'ACK') return names;
  const result = { ...names, ...rest, workingTime: nowMs };
  return response === 'RESULT' ? result : { ...result, fills: [] };
}

/** An order that was placed, by itself or with others. */
export async function placedOrder(
  { context, fills }: Pick<OrderParts, 'context' | 'fills'>,
  { market, response }: Pick<AskedOrder, 'market' | 'response'>,
  order: Order,
): Promise<object> {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = orderCore(order);
  const names = { symbol, orderId, orderListId, clientOrderId, transactTime: order.created_at };
  if (response === 'ACK') return names;
  const result = { ...names, ...rest, workingTime: order.created_at };
  if (response === 'RESULT') return result;
  const { terms, database } = context;
  const isFilled = /[1-9]/.test(order.filled_quantity);
  const placed = { orderId, marketId: market.marketId, createdAtMs: order.created_at };
  const trades = !isFilled
    ? []
    : (fills.of(orderId) ?? (await takenBy(database, placed, FILLS_LOOKED_AT_MAX)));
  return {
    ...result,
    fills: trades.map((trade) => {
      const { price, quantity, fee, feeCurrency } = ownFill(trade, terms, false);
      return {
        price,
        qty: quantity,
        commission: fee,
        commissionAsset: feeCurrency,
        tradeId: trade.tradeId,
      };
    }),
  };
}

export interface OrderNames {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** Throws -1102 unless one of the two names of an order is given. */
export function readTarget(parameters: Parameters): OrderNames {
  const orderId = parameters.integer('orderId');
  const clientOrderId = parameters.text('origClientOrderId');
  if (orderId === undefined && clientOrderId === undefined) throw missing('orderId');
  return { orderId, clientOrderId };
}

/** The owner's order of that market which a call names; a stranger's is as none. */
export async function ownOrder(
  context: Pick<BinanceNeeds, 'terms'> & { readonly database: Queryable },
  { parameters, key }: KeyedCall,
  { orderId, clientOrderId }: OrderNames,
): Promise<OrderRow | undefined> {
  const { marketId } = marketNamed(context.terms, parameters.required('symbol'));
  const row =
    orderId !== undefined
      ? await orderById(context.database, key.userId, orderId)
      : await orderByClientId(context.database, key.userId, clientOrderId ?? '');
  if (row?.marketId !== marketId) return undefined;
  // With both names given, both must be its own.
  if (orderId !== undefined && clientOrderId !== undefined && row.clientOrderId !== clientOrderId)
    return undefined;
  return row;
}

/** It was filled or cancelled meanwhile. */
export const isGone = (error: unknown): boolean =>
  error instanceof BinanceError &&
  (error.code === -1121 || (error.code === -2011 && error.message !== RESTRICTED));

/** What ended, or undefined where it was over. */
export async function ifOpen<Ended>(run: () => Promise<Ended>): Promise<Ended | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const RESTRICTIONS = { ONLY_NEW: 'nothing', ONLY_PARTIALLY_FILLED: 'part' } as const;

/** What must be filled of an order that is to be cancelled; undefined where that is the same. */
export function readRestriction(parameters: Parameters): FilledSoFar | undefined {
  if (parameters.text('cancelRestrictions') === undefined) return undefined;
  return wordOf(
    parameters,
    'cancelRestrictions',
    RESTRICTIONS,
    () =>
      new BinanceError(
        -1145,
        'cancelRestrictions has to be either ONLY_NEW or ONLY_PARTIALLY_FILLED.',
      ),
  );
}
