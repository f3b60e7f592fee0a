/** Own exports of trading: spot orders, trades, positions, options. */
import { priceText, quantityText } from '@fairlead/formula';
import { priceTicks, quantityLots } from '@fairlead/units';
import type { Context } from '../context.ts';
import { type PositionRecord, toPosition } from '../store/futures-record.ts';
import { type OptionRecord, toOption } from '../store/option-record.ts';
import { type OrderRecord, toOrder } from '../store/order-record.ts';
import { type OwnFillRecord, ownFills, ownRows } from '../store/own-export-queries.ts';
import { positionView } from './futures-views.ts';
import { optionView } from './option-views.ts';
import { filterOf, type OwnKind, type Row, rowOf } from './own-export-kind.ts';
import { amountText, orderView } from './views.ts';

export const ORDERS: OwnKind = {
  columns: [
    'id',
    'client_order_id',
    'symbol',
    'side',
    'type',
    'time_in_force',
    'price',
    'quantity',
    'amount',
    'filled_quantity',
    'filled_amount',
    'average_price',
    'fee',
    'fee_currency',
    'status',
    'cancel_reason',
    'updated_time',
  ],
  read: async (context, request, rowsMax) =>
    (await ownRows<OrderRecord>(context.database, 'orders', filterOf(request, rowsMax))).map(
      (record) => {
        const view = orderView(toOrder(record), context.terms);
        return rowOf(view.id, view.created_at, { ...view, updated_time: view.updated_at });
      },
    ),
};

export const FILLS: OwnKind = {
  columns: [
    'id',
    'order_id',
    'symbol',
    'side',
    'role',
    'price',
    'quantity',
    'amount',
    'fee',
    'fee_currency',
  ],
  read: async (context, request, rowsMax) =>
    (await ownFills(context.database, filterOf(request, rowsMax))).map((record) => ({
      cursor: String(record.entry_id),
      timeMs: Number(record.time_ms),
      cells: fillCells(record, request.owner, context),
    })),
};

/** The owner's side of a trade; its fee is of what they received. */
function fillCells(
  record: OwnFillRecord,
  owner: number,
  { terms }: Pick<Context, 'terms'>,
): Row['cells'] {
  const market = terms.knownMarket(record.market_id);
  const tradeId = Number(record.trade_id);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(market.marketId, tradeId);
  const isMaker = Number(record.maker_owner_id) === owner;
  const isBuy = (record.side === 'buy') !== isMaker;
  const received = isBuy ? market.base : market.quote;
  const quantity = quantityLots(Number(record.quantity_lots));
  return {
    id: tradeId,
    order_id: isMaker ? record.maker_order_id : record.taker_order_id,
    symbol: market.symbol,
    side: isBuy ? 'buy' : 'sell',
    role: isMaker ? 'maker' : 'taker',
    price: priceText(priceTicks(Number(record.price_ticks)), tickSizeE8),
    quantity: quantityText(quantity, lotBaseMinor, market.base.scale),
    amount: amountText(record.notional_minor, market.quote),
    fee: amountText(isMaker ? record.maker_fee_minor : record.taker_fee_minor, received),
    fee_currency: received.name,
  };
}

export const POSITIONS: OwnKind = {
  columns: [
    'id',
    'symbol',
    'side',
    'type',
    'lots',
    'lot_size',
    'multiple',
    'margin',
    'price',
    'open_price',
    'close_price',
    'open_fee',
    'close_fee',
    'realised_pnl',
    'fees',
    'net_pnl',
    'currency',
    'status',
    'close_reason',
    'opened_time',
    'closed_time',
    'receipt_id',
  ],
  read: async (context, request, rowsMax) =>
    (await ownRows<PositionRecord>(context.database, 'positions', filterOf(request, rowsMax))).map(
      (record) => {
        const view = positionView(toPosition(record), context);
        const cells = { ...view, opened_time: view.opened_at, closed_time: view.closed_at };
        return rowOf(view.id, view.created_at, cells);
      },
    ),
};

export const OPTIONS: OwnKind = {
  columns: [
    'id',
    'symbol',
    'direction',
    'amount',
    'fee',
    'currency',
    'seconds',
    'payout_ratio',
    'purchase_price',
    'delivery_price',
    'outcome',
    'result',
    'paid',
    'profit',
    'status',
    'delivers_time',
    'settled_time',
    'receipt_id',
  ],
  read: async ({ database, terms, clock }, request, rowsMax) =>
    (await ownRows<OptionRecord>(database, 'options', filterOf(request, rowsMax))).map((record) => {
      const surroundings = { terms, nowMs: clock.now(), indexPrice: undefined };
      const view = optionView(toOption(record), surroundings);
      const cells = { ...view, delivers_time: view.delivers_at, settled_time: view.settled_at };
      return rowOf(view.id, view.purchased_at, cells);
    }),
};
