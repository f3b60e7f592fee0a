/** Orders and trades as CSV: a user's own, and tables for operators. */
import { priceText, quantityText } from '@fairlead/formula';
import { priceTicks, quantityLots } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import type { Cell } from '../core/operations/csv.ts';
import {
  type Cells,
  type OwnExports,
  ownFilter,
  ownRow,
  ownRows,
  plainCells,
  type TableExports,
} from '../core/operations/exports.ts';
import type { Database } from '../core/store/database.ts';
import { readTableRows, type TableRecord } from '../core/store/export-queries.ts';
import type { Terms } from '../market/index.ts';
import { type OwnFillRecord, ownFills } from './export-queries.ts';
import { fillView } from './history/views.ts';
import type { SpotNeeds } from './needs.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder, toTrade } from './record.ts';
import { TRIGGER_COLUMNS, type TriggerRecord, toTrigger } from './triggers/record.ts';
import { triggerView } from './triggers/views.ts';
import { orderView } from './views.ts';

interface ExportNeeds {
  readonly database: Database;
  readonly terms: Terms;
}

const ORDERS = {
  columns: ORDER_COLUMNS,
  table: 'orders',
  key: 'order_id',
  time: 'created_at_ms',
};

const TRIGGERS = {
  columns: TRIGGER_COLUMNS,
  table: 'trigger_orders',
  key: 'trigger_id',
  time: 'created_at_ms',
};

const ORDER_HEAD = [
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
  // Whoever reads these files by their columns' places finds what came later behind the others.
  'list_id',
  'display_quantity',
  'self_trade_prevention',
  'expires_time',
] as const;

const TRIGGER_HEAD = [
  'id',
  'client_order_id',
  'symbol',
  'side',
  'trigger',
  'trigger_by',
  'trigger_price',
  'trail_rate',
  'activation_price',
  'type',
  'time_in_force',
  'price',
  'quantity',
  'amount',
  'status',
  'cancel_reason',
  'order_id',
  'receipt_id',
  'updated_time',
  'list_id',
] as const;

const FILL_HEAD = [
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
] as const;

type OwnSpotExports = Pick<OwnExports, 'orders' | 'trigger_orders' | 'fills'>;

export function ownSpotExports({
  reads,
  terms,
}: Pick<SpotNeeds, 'reads' | 'terms'>): OwnSpotExports {
  const marketOf = (symbol: string | undefined): number | undefined =>
    symbol === undefined ? undefined : terms.askedMarket(symbol).marketId;
  return {
    orders: {
      columns: ORDER_HEAD,
      narrowedBy: ['symbol', 'side', 'type', 'status'],
      read: ownRows<OrderRecord>(
        reads,
        ORDERS,
        (record) => {
          const view = orderView(toOrder(record), terms);
          const times = { updated_time: view.updated_at, expires_time: view.expires_at };
          return ownRow(view.id, view.created_at, { ...view, ...times });
        },
        ({ symbol, side, type, status }) => ({ market_id: marketOf(symbol), side, type, status }),
      ),
    },
    trigger_orders: {
      columns: TRIGGER_HEAD,
      narrowedBy: ['symbol', 'side', 'type', 'trigger', 'status'],
      read: ownRows<TriggerRecord>(
        reads,
        TRIGGERS,
        (record) => {
          const view = triggerView(toTrigger(record), terms);
          return ownRow(view.id, view.created_at, { ...view, updated_time: view.updated_at });
        },
        ({ symbol, side, type, trigger, status }) => ({
          market_id: marketOf(symbol),
          ...{ side, type, status, trigger_kind: trigger },
        }),
      ),
    },
    fills: {
      columns: FILL_HEAD,
      read: async (request, rowsMax) =>
        (await ownFills(reads, ownFilter(request, rowsMax))).map((record) => ({
          cursor: String(record.entry_id),
          timeMs: Number(record.time_ms),
          cells: fillCells(record, request.owner, terms),
        })),
    },
  };
}

/** The owner's side of a trade. */
function fillCells(record: OwnFillRecord, owner: number, terms: Terms): Cells {
  const trade = toTrade(record);
  const isMaker = trade.makerOwner === owner;
  const side = (trade.side === 'buy') === isMaker ? 'sell' : 'buy';
  const orderId = isMaker ? trade.makerOrderId : trade.takerOrderId;
  const { symbol } = terms.knownMarket(trade.marketId);
  return { ...fillView(trade, { orderId, side }, terms), order_id: orderId, symbol, side };
}

const ORDER_TABLE = {
  columns: `order_id, owner_id, market_id, side, type, time_in_force, price_ticks, quantity_lots,
      filled_quantity_lots, filled_amount_minor, fee_minor, status, created_at_ms, updated_at_ms`,
  from: 'orders',
  time: 'created_at_ms',
  status: 'status',
  orderBy: 'order_id DESC',
};

const TRADE_TABLE = {
  columns: `trade_id, market_id, price_ticks, quantity_lots, notional_minor, side, maker_owner_id,
      taker_owner_id, maker_fee_minor, taker_fee_minor, time_ms`,
  from: 'trades',
  time: 'time_ms',
  orderBy: 'trade_id DESC',
};

export const spotTableExports = ({
  database,
  terms,
}: ExportNeeds): Pick<TableExports, 'orders' | 'trades'> => ({
  orders: {
    shownBy: 'ledgerEntries',
    read: async (filter) =>
      (await readTableRows(database, ORDER_TABLE, filter)).map((record) =>
        orderCells(record, terms),
      ),
  },
  trades: {
    shownBy: 'ledgerEntries',
    read: async (filter) =>
      (await readTableRows(database, TRADE_TABLE, filter)).map((record) =>
        tradeCells(record, terms),
      ),
  },
});

/** Ticks and lots as text, in the grid of the order's own time. */
function orderCells(record: TableRecord, terms: Terms): Cells {
  const { market_id, price_ticks, quantity_lots, ...rest } = record;
  const market = terms.knownMarket(Number(market_id));
  const grid = terms.gridOfOrder(market.marketId, Number(rest['order_id']));
  const { filled_quantity_lots, filled_amount_minor, fee_minor, ...plain } = rest;
  const lots = (value: unknown): Cell =>
    value === null
      ? undefined
      : quantityText(quantityLots(Number(value)), grid.lotBaseMinor, market.base.scale);
  const received = plain['side'] === 'buy' ? market.base : market.quote;
  const { created_at_ms, updated_at_ms, ...names } = plain;
  return {
    ...plainCells(names),
    symbol: market.symbol,
    price:
      price_ticks === null
        ? undefined
        : priceText(priceTicks(Number(price_ticks)), grid.tickSizeE8),
    quantity: lots(quantity_lots),
    filled_quantity: lots(filled_quantity_lots),
    filled_amount: amountText(BigInt(String(filled_amount_minor)), market.quote),
    fee: amountText(BigInt(String(fee_minor)), received),
    ...plainCells({ created_at_ms, updated_at_ms }),
  };
}

function tradeCells(record: TableRecord, terms: Terms): Cells {
  const market = terms.knownMarket(Number(record['market_id']));
  const grid = terms.gridOfTrade(market.marketId, Number(record['trade_id']));
  const isBuy = record['side'] === 'buy';
  const fee = (name: string, isBuyer: boolean): string =>
    amountText(BigInt(String(record[name])), isBuyer ? market.base : market.quote);
  return {
    trade_id: String(record['trade_id']),
    symbol: market.symbol,
    side: String(record['side']),
    price: priceText(priceTicks(Number(record['price_ticks'])), grid.tickSizeE8),
    quantity: quantityText(
      quantityLots(Number(record['quantity_lots'])),
      grid.lotBaseMinor,
      market.base.scale,
    ),
    amount: amountText(BigInt(String(record['notional_minor'])), market.quote),
    maker_user_id: String(record['maker_owner_id']),
    taker_user_id: String(record['taker_owner_id']),
    maker_fee: fee('maker_fee_minor', !isBuy),
    taker_fee: fee('taker_fee_minor', isBuy),
    time: new Date(Number(record['time_ms'])).toISOString(),
  };
}
