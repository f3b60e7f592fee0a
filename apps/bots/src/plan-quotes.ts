/**
 * What the maker should do next in one market, from what it knows. Pure: the loop around it talks to the
 * exchange. The ladder is met with as few changes as possible: when the index moves by a gap, each order becomes
 * its neighbour's level, and a few orders between the levels are kept, since the index soon comes back to them.
 */
import { divCeil, divFloor } from '@fairlead/units';
import { costE18, leastLots, lotsWorth, type MarketView } from './market-view.ts';
import {
  FUNDS_FROZEN_PERCENT,
  FUNDS_USED_PERCENT,
  LEVELS,
  type MarketPolicy,
  SPARES,
} from './policy.ts';
import { seededDraw, textSeed } from './random.ts';

type Side = 'buy' | 'sell';

export interface OwnOrder {
  readonly orderId: number;
  readonly side: Side;
  readonly priceTicks: number;
  readonly remainingLots: number;
}

export type QuoteAction =
  | { readonly kind: 'cancel'; readonly orderId: number }
  | {
      readonly kind: 'place';
      readonly side: Side;
      readonly priceTicks: number;
      readonly lots: number;
    };

export interface QuoteInputs {
  readonly market: MarketView;
  readonly policy: MarketPolicy;
  readonly orders: readonly OwnOrder[];
  /** What this market's orders may freeze in all, of 10^-18 base and quote. */
  readonly funds: { readonly baseE18: bigint; readonly quoteE18: bigint };
  /** US dollars in one unit of the quote currency, of 10^-8; undefined while it has no price: then it is as a stale index. */
  readonly quoteDollarsE8: bigint | undefined;
  /** Whether the index has been stale for longer than the maker's patience. */
  readonly isOutOfPatience: boolean;
}

/** Whose quote currency has a price. */
type PricedInputs = QuoteInputs & { readonly quoteDollarsE8: bigint };

interface Level {
  readonly side: Side;
  readonly priceTicks: number;
  /** An order this near is as good as one at the price itself. */
  readonly toleranceTicks: number;
  readonly lots: number;
}

const PPM = 1_000_000n;
/** An order smaller than this part of its level is placed anew. */
const WORN_PART = 0.3;
/** An order nearer to the index than this part of the half spread is in danger and goes first. */
const DANGER_PERCENT = 20;

/** Cancels and placements in the order to carry them out. Empty when nothing is wrong or nothing may be done. */
export function planQuotes(inputs: QuoteInputs): readonly QuoteAction[] {
  const { market, orders, isOutOfPatience } = inputs;
  if (!market.isOpen) return [];
  const { indexE8 } = market;
  const { quoteDollarsE8 } = inputs;
  if (indexE8 === undefined || quoteDollarsE8 === undefined)
    return isOutOfPatience ? orders.map(cancel) : [];
  const endangered = orders.filter((order) => isEndangered(order, inputs, indexE8));
  const safe = orders.filter((order) => !endangered.includes(order));
  const [buys, sells] = (['buy', 'sell'] as const).map((side) => {
    const own = safe.filter((order) => order.side === side);
    const levels = ladder({ ...inputs, quoteDollarsE8 }, indexE8, side);
    return exchange(planSide(inputs, side, { levels, own }));
  });
  return [...endangered.map(cancel), ...alternate(buys ?? [], sells ?? [])];
}

/** The levels wanted on one side, best first, no more than the funds pay for. */
function ladder(inputs: PricedInputs, indexE8: bigint, side: Side): readonly Level[] {
  const { market, policy } = inputs;
  const levels: Level[] = [];
  const fundsE18 = side === 'buy' ? inputs.funds.quoteE18 : inputs.funds.baseE18;
  let leftE18 = divFloor(fundsE18 * FUNDS_USED_PERCENT, 100n);
  const share = fundedShare(inputs, indexE8, leftE18, side);
  let lastTicks: number | undefined;
  for (let at = 0; at < LEVELS; at += 1) {
    const wantedTicks = levelTicks(market.tickE8, indexE8, { side, ppm: distancePpm(policy, at) });
    // On a coarse grid neighbouring levels would fall together.
    const priceTicks =
      lastTicks === undefined
        ? wantedTicks
        : side === 'buy'
          ? Math.min(wantedTicks, lastTicks - 1)
          : Math.max(wantedTicks, lastTicks + 1);
    if (priceTicks < 1) break;
    const priceE8 = BigInt(priceTicks) * market.tickE8;
    const wanted = lotsWorth(market, levelNotionalE8(inputs, side, at), indexE8) * share;
    const lots = Math.max(Math.floor(wanted), leastLots(market, priceE8));
    leftE18 -= frozenE18(market, { side, priceTicks, lots });
    if (leftE18 < 0n) break;
    const tolerancePpm = at === 0 ? policy.halfSpreadPpm * 0.8 : gapPpm(policy, at - 1) / 2;
    const toleranceTicks = Math.floor((priceTicks * tolerancePpm) / 1_000_000);
    levels.push({ side, priceTicks, toleranceTicks, lots });
    lastTicks = priceTicks;
  }
  return levels;
}

/** The gap behind a level: the first as the policy says, the twelfth nearly four times that. */
const gapPpm = (policy: MarketPolicy, at: number): number => policy.gapPpm * (1 + at / 4);

/** From the index to a level. */
function distancePpm(policy: MarketPolicy, at: number): number {
  return policy.halfSpreadPpm + policy.gapPpm * (at + (at * (at - 1)) / 8);
}

/**
 * Levels grow outwards: the twelfth is wanted at 7.6 times the best. Each is up to 30 % more or less than that,
 * but always by the same part: a size that changed from look to look would have orders replaced for nothing.
 */
function levelNotionalE8(inputs: PricedInputs, side: Side, at: number): bigint {
  const draw = seededDraw(textSeed(`${inputs.market.symbol} ${side} ${at}`));
  const dollars = inputs.policy.dollars * (1 + 0.6 * at) * (0.7 + 0.6 * draw());
  return divFloor(BigInt(Math.round(dollars)) * 10n ** 16n, inputs.quoteDollarsE8);
}

/** What part of the wanted sizes the funds pay for: at most all. */
function fundedShare(inputs: PricedInputs, indexE8: bigint, fundsE18: bigint, side: Side): number {
  let wantedE8 = 0n;
  for (let at = 0; at < LEVELS; at += 1) wantedE8 += levelNotionalE8(inputs, side, at);
  const wantedE18 =
    side === 'buy' ? wantedE8 * 10n ** 10n : divFloor(wantedE8 * 10n ** 18n, indexE8);
  if (wantedE18 === 0n || fundsE18 >= wantedE18) return 1;
  return Number(divFloor(fundsE18 * PPM, wantedE18)) / 1_000_000;
}

/** A price in whole ticks, rounded away from the index. */
function levelTicks(
  tickE8: bigint,
  indexE8: bigint,
  away: { readonly side: Side; readonly ppm: number },
): number {
  const ppm = BigInt(Math.round(away.ppm));
  return away.side === 'buy'
    ? Number(divFloor(indexE8 * (PPM - ppm), PPM * tickE8))
    : Number(divCeil(indexE8 * (PPM + ppm), PPM * tickE8));
}

/** At or beyond the index, or so near that the next second may take it. */
function isEndangered(order: OwnOrder, inputs: QuoteInputs, indexE8: bigint): boolean {
  const ppm = (inputs.policy.halfSpreadPpm * DANGER_PERCENT) / 100;
  const nearest = levelTicks(inputs.market.tickE8, indexE8, { side: order.side, ppm });
  return order.side === 'buy' ? order.priceTicks > nearest : order.priceTicks < nearest;
}

interface SidePlan {
  readonly missing: readonly Level[];
  readonly leftover: readonly OwnOrder[];
}

/** Gives each level, best first, the nearest order within its tolerance; then keeps some of the others. */
function planSide(
  inputs: QuoteInputs,
  side: Side,
  given: { readonly levels: readonly Level[]; readonly own: readonly OwnOrder[] },
): SidePlan {
  const { levels, own } = given;
  const free = new Set(own);
  const kept: OwnOrder[] = [];
  const missing: Level[] = [];
  for (const level of levels) {
    const order = nearestUsable(free, level);
    if (order === undefined) missing.push(level);
    else {
      kept.push(order);
      free.delete(order);
    }
  }
  const last = levels.at(-1);
  if (last === undefined) return { missing, leftover: own };
  const fundsE18 = side === 'buy' ? inputs.funds.quoteE18 : inputs.funds.baseE18;
  let leftE18 = divFloor(fundsE18 * FUNDS_FROZEN_PERCENT, 100n);
  const costOf = (order: OwnOrder) =>
    frozenE18(inputs.market, { ...order, lots: order.remainingLots });
  for (const order of kept) leftE18 -= costOf(order);
  for (const level of missing) leftE18 -= frozenE18(inputs.market, level);
  const spares = [...free]
    .filter((order) => depth(order) <= depth(last))
    .sort((left, right) => depth(left) - depth(right))
    .slice(0, SPARES);
  for (const order of spares) {
    leftE18 -= costOf(order);
    if (leftE18 >= 0n) free.delete(order);
  }
  return { missing, leftover: [...free] };
}

function nearestUsable(orders: Iterable<OwnOrder>, level: Level): OwnOrder | undefined {
  let nearest: OwnOrder | undefined;
  for (const order of orders) {
    const isUsable =
      distance(order, level) <= level.toleranceTicks &&
      order.remainingLots >= level.lots * WORN_PART;
    const isNearer = nearest === undefined || distance(order, level) < distance(nearest, level);
    if (isUsable && isNearer) nearest = order;
  }
  return nearest;
}

/** What an order freezes, of 10^-18: quote for a buy, base for a sell. */
const frozenE18 = (
  market: MarketView,
  order: { readonly side: Side; readonly priceTicks: number; readonly lots: number },
): bigint =>
  order.side === 'buy'
    ? costE18(market, order.lots, order.priceTicks)
    : BigInt(order.lots) * market.lotE18;

/** Smaller is nearer to the index. */
const depth = (order: { readonly side: Side; readonly priceTicks: number }): number =>
  order.side === 'buy' ? -order.priceTicks : order.priceTicks;

const distance = (order: OwnOrder, level: Level): number =>
  Math.abs(order.priceTicks - level.priceTicks);

/** Each placement after the cancel that makes room for it, so that a plan cut short leaves as many orders as before. */
function exchange(plan: SidePlan): readonly QuoteAction[] {
  const actions: QuoteAction[] = [];
  const { missing, leftover } = plan;
  for (let at = 0; at < Math.max(missing.length, leftover.length); at += 1) {
    const order = leftover[at];
    const level = missing[at];
    if (order !== undefined) actions.push(cancel(order));
    if (level !== undefined) {
      const { side, priceTicks, lots } = level;
      actions.push({ kind: 'place', side, priceTicks, lots });
    }
  }
  return actions;
}

function alternate<Item>(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  const both: Item[] = [];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    both.push(...left.slice(at, at + 1), ...right.slice(at, at + 1));
  }
  return both;
}

const cancel = ({ orderId }: OwnOrder): QuoteAction => ({ kind: 'cancel', orderId });
