/** Findings and days as the wire shows them. */
import type { FindingDetail, FindingView, MarketDayView } from '@fairlead/contract';
import { priceText, quantityText } from '@fairlead/formula';
import {
  type AmountMinor,
  divFloor,
  formatDecimal,
  priceTicks,
  quantityLots,
} from '@fairlead/units';
import { maskedAccount } from '../identity/users/index.ts';
import type { MarketTerms, Terms } from '../market/index.ts';
import type { countFindings, FindingAct, FindingRow, MaskedUser } from './finding-queries.ts';
import type { MarketDay } from './quality-queries.ts';

const PPM_SCALE = 6;
/** Accounts that a row names. */
const USERS_MAX = 20;

export type Named = ReadonlyMap<number, MaskedUser>;

export function findingView(row: FindingRow, users: Named, terms: Terms): FindingView {
  return {
    id: row.findingId,
    rule: row.rule,
    symbol: terms.knownMarket(row.marketId).symbol,
    time_from: row.fromMs,
    time_to: row.toMs,
    found_at: row.foundAtMs,
    users: row.owners.slice(0, USERS_MAX).map((id) => {
      const user = users.get(id);
      return { id, account: user === undefined ? String(id) : maskedAccount(user) };
    }),
    state: row.state,
    ...(row.state === 'asked' && row.outcome !== undefined && { asked: row.outcome }),
    ...(row.operator !== undefined && { operator: row.operator }),
    ...(row.operatorId !== undefined && { operator_id: row.operatorId }),
    orders: row.orderIds.length,
    trades: row.tradeIds.length,
  };
}

export function findingDetail(
  row: FindingRow,
  { users, acts }: { readonly users: Named; readonly acts: readonly FindingAct[] },
  terms: Terms,
): FindingDetail {
  const { base } = terms.knownMarket(row.marketId);
  const quantity = (lots: number, lotBaseMinor: AmountMinor) =>
    quantityText(quantityLots(lots), lotBaseMinor, base.scale);
  return {
    ...findingView(row, users, terms),
    figures: Object.entries(row.figures).map(([name, value]) => ({ name, value })),
    order_list: row.evidence.orders.map((order) => {
      const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(row.marketId, order.id);
      return {
        id: order.id,
        user_id: order.owner,
        side: order.side,
        ...(order.price !== undefined && { price: priceText(priceTicks(order.price), tickSizeE8) }),
        ...(order.quantity !== undefined && { quantity: quantity(order.quantity, lotBaseMinor) }),
        filled: quantity(order.filled, lotBaseMinor),
        status: order.status,
        ...(order.cancelReason !== undefined && { cancel_reason: order.cancelReason }),
        time: order.createdAtMs,
        ...(order.endedAtMs !== undefined && { ended_at: order.endedAtMs }),
      };
    }),
    trade_list: row.evidence.trades.map((trade) => {
      const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(row.marketId, trade.tradeId);
      const isBought = trade.side === 'buy';
      return {
        id: trade.tradeId,
        buyer_id: isBought ? trade.takerOwnerId : trade.makerOwnerId,
        seller_id: isBought ? trade.makerOwnerId : trade.takerOwnerId,
        price: priceText(priceTicks(trade.priceTicks), tickSizeE8),
        quantity: quantity(trade.quantityLots, lotBaseMinor),
        time: trade.timeMs,
      };
    }),
    acts: acts.map(({ operator, kind, outcome, reason, timeMs }) => ({
      ...{ operator, kind, reason, time: timeMs },
      ...(outcome !== undefined && { outcome }),
    })),
  };
}

type Counts = Awaited<ReturnType<typeof countFindings>>;

/** Shares and spreads with six decimals, rounded down; what was not measured is absent. */
export function dayView(day: MarketDay, counts: Counts, { quote }: MarketTerms): MarketDayView {
  const rate = (part: bigint, whole: bigint) => formatDecimal(ppm(part, whole), PPM_SCALE);
  const average = (sum: bigint) => formatDecimal(divFloor(sum, BigInt(day.twoSided)), quote.scale);
  const [ten, fifty, hundred] = day.depthsMinor;
  const measured = day.measuredMinor;
  const perMeasured = (sum: bigint) => formatDecimal(divFloor(sum, measured), PPM_SCALE);
  return {
    day: day.dayMs,
    samples: day.samples,
    two_sided: day.samples === 0 ? '0' : rate(BigInt(day.twoSided), BigInt(day.samples)),
    ...(day.twoSided > 0 && {
      spread: formatDecimal(divFloor(day.spreadPpm, BigInt(day.twoSided)), PPM_SCALE),
      depth_10: average(ten),
      depth_50: average(fifty),
      depth_100: average(hundred),
    }),
    orders: day.orders,
    ...(day.orders > 0 && { cancelled: rate(BigInt(day.takenBack), BigInt(day.orders)) }),
    ...(day.orderedLots > 0n && { fill_ratio: rate(day.filledLots, day.orderedLots) }),
    trades: day.trades,
    turnover: formatDecimal(day.notionalMinor, quote.scale),
    ...(measured > 0n && {
      effective_spread: perMeasured(day.effectivePpmMinor),
      realised_spread: perMeasured(day.realisedPpmMinor),
      price_impact: perMeasured(day.effectivePpmMinor - day.realisedPpmMinor),
    }),
    ...(day.notionalMinor > 0n && {
      house_maker: rate(day.houseMakerMinor, day.notionalMinor),
      house_both: rate(day.houseBothMinor, day.notionalMinor),
    }),
    skipped: day.skipped,
    findings: counts
      .filter(({ dayMs }) => dayMs === day.dayMs)
      .map(({ rule, found, dismissed, acted }) => ({ rule, found, dismissed, acted })),
  };
}

const ppm = (part: bigint, whole: bigint): bigint => divFloor(part * 1_000_000n, whole);
