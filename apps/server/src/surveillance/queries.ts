/** What surveillance reads of orders and trades, and how far each rule has looked. */

import type { SurveillanceRule } from '@fairlead/contract';
import { familyOf, mainOf } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import {
  type DepthSample,
  type OwnerLink,
  type RecordedOrder,
  type RecordedTrade,
  type Settlement,
  TAKEN_BACK,
} from './detect/facts.ts';

export type Watch = SurveillanceRule | 'quality';

/** How far a rule has looked, and from which ids on it reads what comes next. */
export interface Place {
  readonly doneUntilMs: number;
  readonly firstOrderId: number;
  readonly firstTradeId: number;
}

export interface StoredOrder extends RecordedOrder {
  readonly marketId: number;
}

export interface StoredTrade extends RecordedTrade {
  readonly marketId: number;
  readonly notionalMinor: bigint;
}

/** An order as it is kept with a finding. */
export interface EvidenceOrder {
  readonly id: number;
  readonly owner: number;
  readonly side: 'buy' | 'sell';
  readonly price?: number;
  readonly quantity?: number;
  readonly filled: number;
  readonly status: string;
  readonly cancelReason?: string;
  readonly createdAtMs: number;
  readonly endedAtMs?: number;
}

interface OrderRecord {
  readonly order_id: bigint;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly side: 'buy' | 'sell';
  readonly price_ticks: bigint | null;
  readonly quantity_lots: bigint | null;
  readonly filled_quantity_lots: bigint;
  readonly status: string;
  readonly cancel_reason: string | null;
  readonly created_at_ms: bigint;
  readonly updated_at_ms: bigint;
}

const ORDER = `order_id, owner_id, market_id, side, price_ticks, quantity_lots, filled_quantity_lots, status, cancel_reason,
  created_at_ms, updated_at_ms`;

const whole = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toOrder = (row: OrderRecord): StoredOrder => ({
  orderId: Number(row.order_id),
  // Accounts of one person are one: what one of them places and another trades is the same hand.
  ownerId: mainOf(Number(row.owner_id)),
  marketId: row.market_id,
  side: row.side,
  priceTicks: whole(row.price_ticks),
  quantityLots: whole(row.quantity_lots),
  filledLots: Number(row.filled_quantity_lots),
  isTakenBack: TAKEN_BACK.has(row.cancel_reason ?? ''),
  createdAtMs: Number(row.created_at_ms),
  endedAtMs: row.status === 'waiting' ? undefined : Number(row.updated_at_ms),
});

export async function readPlace(source: Queryable, rule: Watch): Promise<Place | undefined> {
  const [row] = await source.query<{
    done_until_ms: bigint;
    first_order_id: bigint;
    first_trade_id: bigint;
  }>('SELECT * FROM surveillance_places WHERE rule = $1', [rule]);
  return (
    row && {
      doneUntilMs: Number(row.done_until_ms),
      firstOrderId: Number(row.first_order_id),
      firstTradeId: Number(row.first_trade_id),
    }
  );
}

/** Begins with what comes from a time on; does nothing where it has begun. */
export async function beginPlace(target: Queryable, rule: Watch, fromMs: number): Promise<void> {
  await target.query(
    `INSERT INTO surveillance_places
     SELECT $1, $2, coalesce((SELECT max(order_id) FROM orders), 0) + 1,
       coalesce((SELECT max(trade_id) FROM trades), 0) + 1
     ON CONFLICT (rule) DO NOTHING`,
    [rule, fromMs],
  );
}

/** False where another process has moved it on meanwhile: then nothing of this look may be written. */
export async function movePlace(
  target: Queryable,
  rule: Watch,
  { from, to }: { readonly from: Place; readonly to: Place },
): Promise<boolean> {
  const rows = await target.query(
    `UPDATE surveillance_places SET done_until_ms = $3, first_order_id = $4, first_trade_id = $5
     WHERE rule = $1 AND done_until_ms = $2 RETURNING 1`,
    [rule, from.doneUntilMs, to.doneUntilMs, to.firstOrderId, to.firstTradeId],
  );
  return rows.length === 1;
}

/** Orders of all markets from an id on, in the order of their coming. */
export async function ordersFrom(
  source: Queryable,
  orderId: number,
  limit: number,
): Promise<StoredOrder[]> {
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER} FROM orders WHERE order_id >= $1 ORDER BY order_id LIMIT $2`,
    [orderId, limit],
  );
  return rows.map(toOrder);
}

/** Trades of all markets from an id on that are no older than `fromMs`, in the order of their coming. */
export async function tradesFrom(
  source: Queryable,
  {
    tradeId,
    fromMs,
    limit,
  }: { readonly tradeId: number; readonly fromMs: number; readonly limit: number },
): Promise<StoredTrade[]> {
  const rows = await source.query<{
    trade_id: bigint;
    market_id: number;
    price_ticks: bigint;
    quantity_lots: bigint;
    notional_minor: bigint;
    side: 'buy' | 'sell';
    maker_order_id: bigint;
    taker_order_id: bigint;
    maker_owner_id: bigint;
    taker_owner_id: bigint;
    time_ms: bigint;
  }>(
    `SELECT trade_id, market_id, price_ticks, quantity_lots, notional_minor, side, maker_order_id, taker_order_id,
       maker_owner_id, taker_owner_id, time_ms
     FROM trades WHERE trade_id >= $1 AND time_ms >= $2 ORDER BY trade_id LIMIT $3`,
    [tradeId, fromMs, limit],
  );
  return rows.map((row) => ({
    tradeId: Number(row.trade_id),
    marketId: row.market_id,
    timeMs: Number(row.time_ms),
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    notionalMinor: row.notional_minor,
    side: row.side,
    makerOrderId: Number(row.maker_order_id),
    takerOrderId: Number(row.taker_order_id),
    makerOwnerId: mainOf(Number(row.maker_owner_id)),
    takerOwnerId: mainOf(Number(row.taker_owner_id)),
  }));
}

/** Orders as they are now, by id. */
export async function evidenceOrders(
  source: Queryable,
  orderIds: readonly number[],
): Promise<EvidenceOrder[]> {
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER} FROM orders WHERE order_id = ANY ($1::bigint[]) ORDER BY order_id`,
    [orderIds],
  );
  return rows.map((row) => {
    const order = toOrder(row);
    return {
      id: order.orderId,
      owner: order.ownerId,
      side: order.side,
      ...(order.priceTicks !== undefined && { price: order.priceTicks }),
      ...(order.quantityLots !== undefined && { quantity: order.quantityLots }),
      filled: order.filledLots,
      status: row.status,
      ...(row.cancel_reason !== null && { cancelReason: row.cancel_reason }),
      createdAtMs: order.createdAtMs,
      ...(order.endedAtMs !== undefined && { endedAtMs: order.endedAtMs }),
    };
  });
}

/** Behind one address there may be an office or a village: of so many users at most it says something. */
const ADDRESS_USERS_MAX = 4;
const ADDRESS_DAYS_MS = 7 * 86_400_000;

/**
 * Which of these owners may be one person: by a device that both were at, an address that few have, an account that both are paid at,
 * one transaction that funded both, or an invitation. The house's own accounts are left out: they are flagged on the
 * public tape.
 */
export async function linksAmong(
  source: Queryable,
  owners: readonly number[],
  nowMs: number,
): Promise<OwnerLink[]> {
  const rows = await source.query<{ one: bigint; other: bigint; by: OwnerLink['by'] }>(
    `WITH people AS MATERIALIZED (
       SELECT user_id, inviter_id FROM users WHERE user_id = ANY ($1::bigint[]) AND NOT is_bot
     ), addresses AS MATERIALIZED (
       SELECT ip, user_id FROM sessions
       WHERE ip IN (SELECT ip FROM sessions JOIN people USING (user_id)) AND last_seen_at_ms >= $2
       GROUP BY ip, user_id
     ), few AS (
       SELECT ip FROM addresses GROUP BY ip HAVING count(*) BETWEEN 2 AND ${ADDRESS_USERS_MAX}
     ), marks AS (
       SELECT 'device' AS by, encode(device_hash, 'hex') AS mark, user_id FROM known_devices JOIN people USING (user_id)
       UNION SELECT 'address', ip, user_id FROM addresses JOIN few USING (ip) JOIN people USING (user_id)
       UNION SELECT 'payee', chain || ' ' || address, user_id FROM withdrawal_addresses JOIN people USING (user_id)
       UNION SELECT 'funding', chain || ' ' || tx_id, owner_id FROM deposits JOIN people ON user_id = owner_id
         WHERE tx_id IS NOT NULL
     )
     SELECT left_mark.user_id AS one, right_mark.user_id AS other, by
       FROM marks AS left_mark JOIN marks AS right_mark USING (by, mark)
       WHERE left_mark.user_id < right_mark.user_id
     UNION
     SELECT least(invited.user_id, inviter.user_id), greatest(invited.user_id, inviter.user_id), 'invitation'
       FROM people AS invited JOIN people AS inviter ON inviter.user_id = invited.inviter_id
     ORDER BY 1, 2, 3`,
    [owners, nowMs - ADDRESS_DAYS_MS],
  );
  return rows.map(({ one, other, by }) => ({ one: Number(one), other: Number(other), by }));
}

/** Options of these owners on a market that are delivered in a span. */
export async function settlementsOf(
  source: Queryable,
  {
    owners,
    marketId,
    fromMs,
    toMs,
  }: {
    readonly owners: readonly number[];
    readonly marketId: number;
    readonly fromMs: number;
    readonly toMs: number;
  },
): Promise<Settlement[]> {
  const rows = await source.query<{ owner_id: bigint; option_id: bigint; delivers_at_ms: bigint }>(
    `SELECT owner_id, option_id, delivers_at_ms FROM option_orders
     WHERE owner_id = ANY ($1::bigint[]) AND market_id = $2 AND delivers_at_ms >= $3 AND delivers_at_ms < $4
     ORDER BY option_id`,
    [owners.flatMap(familyOf), marketId, fromMs, toMs],
  );
  return rows.map((row) => ({
    ownerId: mainOf(Number(row.owner_id)),
    optionId: Number(row.option_id),
    timeMs: Number(row.delivers_at_ms),
  }));
}

export interface BookSample extends DepthSample {
  readonly marketId: number;
  readonly bidTicks: number | undefined;
  readonly askTicks: number | undefined;
  /** Both sides within 0.1, 0.5 and 1 % of the middle, in minor units of the quote currency. */
  readonly depthsMinor: readonly [bigint, bigint, bigint];
}

export async function insertSamples(
  target: Queryable,
  samples: readonly BookSample[],
): Promise<void> {
  await target.query(
    `INSERT INTO book_samples
     SELECT * FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::bigint[], $8::bigint[], $9::bigint[])
     ON CONFLICT DO NOTHING`,
    [
      samples.map(({ marketId }) => marketId),
      samples.map(({ timeMs }) => timeMs),
      samples.map(({ bidTicks }) => bidTicks ?? null),
      samples.map(({ askTicks }) => askTicks ?? null),
      samples.map(({ bidLots }) => bidLots),
      samples.map(({ askLots }) => askLots),
      samples.map(({ depthsMinor }) => depthsMinor[0]),
      samples.map(({ depthsMinor }) => depthsMinor[1]),
      samples.map(({ depthsMinor }) => depthsMinor[2]),
    ],
  );
}

export async function samplesBetween(
  source: Queryable,
  {
    marketId,
    fromMs,
    toMs,
  }: { readonly marketId: number; readonly fromMs: number; readonly toMs: number },
): Promise<BookSample[]> {
  const rows = await source.query<{
    time_ms: bigint;
    bid_ticks: bigint | null;
    ask_ticks: bigint | null;
    bid_lots: bigint;
    ask_lots: bigint;
    depth_10_minor: bigint;
    depth_50_minor: bigint;
    depth_100_minor: bigint;
  }>(
    'SELECT * FROM book_samples WHERE market_id = $1 AND time_ms >= $2 AND time_ms < $3 ORDER BY time_ms',
    [marketId, fromMs, toMs],
  );
  return rows.map((row) => ({
    marketId,
    timeMs: Number(row.time_ms),
    bidTicks: whole(row.bid_ticks),
    askTicks: whole(row.ask_ticks),
    bidLots: Number(row.bid_lots),
    askLots: Number(row.ask_lots),
    depthsMinor: [row.depth_10_minor, row.depth_50_minor, row.depth_100_minor],
  }));
}

export async function forgetSamples(target: Queryable, beforeMs: number): Promise<void> {
  await target.query('DELETE FROM book_samples WHERE time_ms < $1', [beforeMs]);
}
