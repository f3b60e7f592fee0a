/** Futures as the wire shows them: terms with present prices, positions, and what is held in sum. */

import type { FuturesDeal, Position, PositionsSummary } from '@fairlead/contract';
import { derivativePrice, type FuturesTerms, type PositionRow } from '@fairlead/engine';
import {
  askPrice,
  bidPrice,
  type CloseOutcome,
  closeOutcome,
  estimateOfHeld,
  type HeldPosition,
  liquidationEstimate,
  marginRatioPpm,
  netPnl,
  type PositionResult,
  positionFees,
  quoteScale,
  sizeOfLots,
} from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
} from '@fairlead/units';
import { amountText, indexText, rateText, shortDecimal } from '../core/http/figures.ts';
import type { IndexPrice, MarketData } from '../market/data/index.ts';
import type { MarketTerms, Terms } from '../market/index.ts';

/** What sums over several currencies are shown in. */
const SUM_SCALE = 6;
const NOTHING = amountMinor(0n);

export interface FuturesSurroundings {
  readonly terms: Terms;
  readonly marketData: MarketData;
}

/** The fresh index, where derivatives may use it. */
export function derivativeIndex(
  { marketData }: { readonly marketData: MarketData },
  { symbol }: MarketTerms,
): IndexPrice | undefined {
  const index = marketData.indexPrice(symbol);
  return derivativePrice(index?.price) === undefined ? undefined : index;
}

/** `available` of guests is undefined. */
export function futuresDealView(
  terms: FuturesTerms,
  { market, index }: { readonly market: MarketTerms; readonly index: IndexPrice | undefined },
  available: AmountMinor | undefined,
): FuturesDeal {
  const { base, quote } = market;
  return {
    symbol: market.symbol,
    currency_id: quote.currencyId,
    currency: quote.name,
    base: base.name,
    ...(index !== undefined && pricesNow(index, terms, market)),
    half_spread: rateText(terms.halfSpreadPpm),
    tick_size: shortDecimal(market.tickSizeE8, PRICE_SCALE),
    price_step: shortDecimal(terms.priceStepE8, PRICE_SCALE),
    lot_size: shortDecimal(terms.lotBaseMinor, base.scale),
    min_lots: terms.lotsMin,
    max_lots: terms.lotsMax,
    multiples: terms.multiples.map((each) => ({
      multiple: each.multiple,
      maintenance_rate: rateText(each.maintenanceRatePpm),
      max_notional: shortDecimal(each.notionalMaxMinor, quote.scale),
    })),
    open_fee: rateText(terms.openFeePpm),
    close_fee: rateText(terms.closeFeePpm),
    profit_cap: terms.profitCapMultiple,
    limit_band: rateText(market.limitBandPpm),
    max_positions: terms.positionsMax,
    ...(available !== undefined && { available: amountText(available, quote) }),
    is_open: terms.isOpen && market.state === 'open',
    stale: index === undefined,
  };
}

function pricesNow(
  { price, timeMs }: IndexPrice,
  terms: FuturesTerms,
  market: MarketTerms,
): Pick<FuturesDeal, 'index_price' | 'index_time' | 'bid' | 'ask'> {
  const bid = bidPrice(price, terms);
  const ask = askPrice(price, terms);
  return {
    index_price: indexText(price, market),
    index_time: timeMs,
    // Below one step nothing can be sold short.
    ...(bid > 0n && { bid: indexText(bid, market) }),
    ask: indexText(ask, market),
  };
}

/** What is held comes to at an index. */
interface Standing {
  /** Before fees. */
  readonly unrealisedPnl: AmountMinor;
  /** What closing would cost. */
  readonly closeFee: AmountMinor;
  readonly equity: AmountMinor;
}

/** What closing a position at an index would come to, while it was held. */
export function closedAt(
  row: PositionRow,
  market: MarketTerms,
  index: PriceE8,
): CloseOutcome | undefined {
  const { openPrice } = row;
  if (openPrice === undefined) return undefined;
  const held: HeldPosition = {
    ...row,
    openPrice,
    ...sizeIn(row, market),
  };
  return closeOutcome(held, index);
}

/** Of a holding position: what it stands at. */
function standingOf(
  row: PositionRow,
  market: MarketTerms,
  index: PriceE8 | undefined,
): Standing | undefined {
  if (row.status !== 'holding' || index === undefined) return undefined;
  const outcome = closedAt(row, market, index);
  if (outcome === undefined) return undefined;
  const { realisedPnl: unrealisedPnl, closeFee } = outcome;
  return { unrealisedPnl, closeFee, equity: amountMinor(row.margin + unrealisedPnl) };
}

export function positionView(row: PositionRow, surroundings: FuturesSurroundings): Position {
  const market = surroundings.terms.knownMarket(row.marketId);
  const currency = surroundings.terms.knownCurrency(row.currencyId);
  const isOpen = row.status === 'waiting' || row.status === 'holding';
  const hasOpened = row.openPrice !== undefined;
  const index = isOpen ? derivativeIndex(surroundings, market)?.price : undefined;
  const receiptId = row.closeReceiptId ?? row.openReceiptId;
  return {
    id: row.positionId,
    ...(row.clientOrderId !== undefined && { client_order_id: row.clientOrderId }),
    symbol: market.symbol,
    currency_id: currency.currencyId,
    currency: currency.name,
    side: row.side,
    type: row.type,
    lots: row.lots,
    ...(row.partOf !== undefined && { part_of: row.partOf }),
    lot_size: shortDecimal(row.lotBaseMinor, market.base.scale),
    multiple: row.multiple,
    margin: amountText(row.margin, currency),
    ...(row.marginAdded !== undefined && {
      margin_added: amountText(row.marginAdded, currency),
    }),
    maintenance_rate: rateText(row.maintenanceRatePpm),
    ...(hasOpened && { maintenance: amountText(row.maintenance, currency) }),
    open_fee: amountText(row.openFee, currency),
    close_fee: amountText(row.closeFee, currency),
    close_fee_rate: rateText(row.closeFeePpm),
    price_step: shortDecimal(row.priceStepE8, PRICE_SCALE),
    profit_cap: row.profitCapMultiple,
    ...pricesOf(row, market),
    ...(index !== undefined && { current_price: indexText(index, market) }),
    ...standingTexts(row, market, index),
    ...netTexts(row, market, index),
    ...(row.realisedPnl !== undefined && { realised_pnl: amountText(row.realisedPnl, currency) }),
    ...(row.status === 'closed' && { insurance_paid: amountText(row.insurancePaid, currency) }),
    status: row.status,
    ...(row.closeReason !== undefined && { close_reason: row.closeReason }),
    ...(row.openReceiptId !== undefined && { open_receipt_id: row.openReceiptId }),
    ...(row.changeReceiptId !== undefined && { change_receipt_id: row.changeReceiptId }),
    ...(receiptId !== undefined && { receipt_id: receiptId }),
    created_at: row.createdAtMs,
    ...(row.openedAtMs !== undefined && { opened_at: row.openedAtMs }),
    ...(row.closedAtMs !== undefined && { closed_at: row.closedAtMs }),
    updated_at: row.updatedAtMs,
  };
}

type PricesView = Pick<
  Position,
  | 'price'
  | 'open_price'
  | 'close_price'
  | 'take_profit'
  | 'stop_loss'
  | 'levels'
  | 'liquidation_price'
>;

function pricesOf(row: PositionRow, market: MarketTerms): PricesView {
  const { price, openPrice, closePrice, takeProfit, stopLoss } = row;
  const text = (value: PriceE8) => indexText(value, market);
  const { levels } = row;
  const estimate = liquidationPriceOf(row, market);
  return {
    ...(price !== undefined && { price: text(price) }),
    ...(openPrice !== undefined && { open_price: text(openPrice) }),
    ...(closePrice !== undefined && { close_price: text(closePrice) }),
    ...(estimate !== undefined && { liquidation_price: text(estimate) }),
    ...(takeProfit !== undefined && { take_profit: text(takeProfit) }),
    ...(stopLoss !== undefined && { stop_loss: text(stopLoss) }),
    ...(levels !== undefined && {
      levels: levels.map(({ levelId, stop, price: at, lots }) => {
        return { id: levelId, stop, price: text(at), lots };
      }),
    }),
  };
}

/** Of what waits at its limit; of what holds with what was added to its margin. */
function liquidationPriceOf(row: PositionRow, market: MarketTerms): PriceE8 | undefined {
  const { side, price, openPrice, multiple, maintenanceRatePpm } = row;
  if (row.status === 'waiting' && price !== undefined)
    return liquidationEstimate({ side, openPrice: price }, multiple, maintenanceRatePpm);
  if (row.status !== 'holding' || openPrice === undefined) return undefined;
  const held = { ...row, ...sizeIn(row, market), openPrice };
  return estimateOfHeld(held, multiple, maintenanceRatePpm);
}

const sizeIn = ({ lots, lotBaseMinor }: PositionRow, { base, quote }: MarketTerms) => ({
  baseMinor: sizeOfLots(lots, lotBaseMinor),
  scale: quoteScale({ base: base.scale, quote: quote.scale }),
});

function standingTexts(
  row: PositionRow,
  market: MarketTerms,
  index: PriceE8 | undefined,
): Pick<Position, 'unrealised_pnl' | 'margin_ratio'> {
  const standing = standingOf(row, market, index);
  if (standing === undefined) return {};
  const ratio = marginRatioPpm(row.maintenance, standing.equity);
  return {
    unrealised_pnl: amountText(standing.unrealisedPnl, market.quote),
    ...(ratio !== undefined && { margin_ratio: rateText(ratio) }),
  };
}

/** The result after all fees: of a closed one what it was, of a holding one what closing at the index would come to. */
function netTexts(
  row: PositionRow,
  market: MarketTerms,
  index: PriceE8 | undefined,
): Pick<Position, 'net_pnl' | 'fees'> {
  const result = resultOf(row, standingOf(row, market, index));
  if (result === undefined) return {};
  return {
    net_pnl: amountText(netPnl(result), market.quote),
    fees: amountText(positionFees(result), market.quote),
  };
}

function resultOf(
  { openFee, closeFee, realisedPnl }: PositionRow,
  standing: Standing | undefined,
): PositionResult | undefined {
  if (realisedPnl !== undefined) return { realisedPnl, openFee, closeFee };
  return standing && { realisedPnl: standing.unrealisedPnl, openFee, closeFee: standing.closeFee };
}

/** Sums over positions. */
export interface HoldingSums {
  /** In 10^-6 USDT at the index, like all that follow; of what has no index nothing is counted. */
  readonly margin: bigint;
  readonly unrealisedPnl: bigint;
  /** Less the fees that closing would take: what it would add to the balances. */
  readonly unrealisedNet: bigint;
  /** Less the opening fees too: what closing all would have brought in all. */
  readonly netPnl: bigint;
  readonly maintenance: bigint;
  /** Every holding position has an index. */
  readonly isComplete: boolean;
}

/**
 * Sums what is held. Quote currencies other than USDT count at the index, rounded down; while a market is stale its
 * profit and loss count nothing.
 */
export function holdingSums(
  rows: readonly PositionRow[],
  surroundings: FuturesSurroundings,
  worth: (currencyId: number, amount: bigint) => bigint | undefined,
): HoldingSums {
  let [margin, unrealisedPnl, maintenance, isComplete] = [0n, 0n, 0n, true];
  let [unrealisedNet, net] = [0n, 0n];
  for (const row of rows) {
    if (row.status !== 'holding') continue;
    const market = surroundings.terms.knownMarket(row.marketId);
    const standing = standingOf(row, market, derivativeIndex(surroundings, market)?.price);
    const inUsdt = (amount: bigint) => worth(row.currencyId, amount);
    const pnl = standing && inUsdt(standing.unrealisedPnl);
    if (pnl === undefined) isComplete = false;
    margin += inUsdt(row.margin) ?? 0n;
    maintenance += inUsdt(row.maintenance) ?? 0n;
    unrealisedPnl += pnl ?? 0n;
    unrealisedNet += (standing && inUsdt(closingGain(standing))) ?? 0n;
    const result = resultOf(row, standing);
    net += (result && inUsdt(netPnl(result))) ?? 0n;
  }
  return { margin, unrealisedPnl, unrealisedNet, netPnl: net, maintenance, isComplete };
}

/** What closing adds to what its owner has, whose opening fee is paid. */
const closingGain = ({ unrealisedPnl, closeFee }: Standing): AmountMinor =>
  netPnl({ realisedPnl: unrealisedPnl, openFee: NOTHING, closeFee });

/** The risk rate is that of all together, which says how near they are; each is liquidated by its own. */
export function summaryView(sums: HoldingSums): PositionsSummary {
  const { margin, unrealisedPnl, netPnl: net, maintenance, isComplete } = sums;
  const ratio =
    isComplete && margin > 0n
      ? marginRatioPpm(amountMinor(maintenance), amountMinor(margin + unrealisedPnl))
      : undefined;
  return {
    margin: formatDecimal(margin, SUM_SCALE),
    unrealised_pnl: formatDecimal(unrealisedPnl, SUM_SCALE),
    net_pnl: formatDecimal(net, SUM_SCALE),
    ...(ratio !== undefined && { risk_rate: rateText(ratio) }),
  };
}
