/** What the receipts of an opening and of a close say. Owner and amounts are only in `details`. */
import { netPnl } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  assert,
  formatRate,
  type PriceE8,
  priceE8,
} from '@fairlead/units';
import type { ReceiptFields, ReceiptKind } from '../changes.ts';
import type { Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { addReceipt, amountTexts, priceText } from '../state/receipts.ts';
import type { EngineState } from '../state/state.ts';
import type { PositionRow } from './rows.ts';

export interface OpeningFacts {
  readonly openPrice: PriceE8;
  readonly market: TradedMarket;
  readonly shownPrice: PriceE8 | undefined;
  /** Of a reversal: the receipt of what it closed. */
  readonly reversesReceiptId?: number | undefined;
  /** Of the fee, to the insurance fund. */
  readonly share: AmountMinor;
  readonly stamp: Stamp;
}

/** Says at which sample and by which terms a position opened. Returns the receipt's id. */
export function addOpenReceipt(state: EngineState, row: PositionRow, facts: OpeningFacts): number {
  const { openPrice, market, shownPrice, reversesReceiptId, share, stamp } = facts;
  const { text } = amountTexts(state, row.currencyId);
  return addReceipt(
    state,
    {
      kind: 'open',
      owner: row.owner,
      marketId: row.marketId,
      subjectId: row.positionId,
      terms: {
        side: row.side,
        type: row.type,
        multiple: row.multiple,
        maintenance_rate: formatRate(row.maintenanceRatePpm),
        half_spread: formatRate(row.halfSpreadPpm),
        open_fee_rate: formatRate(row.openFeePpm),
        close_fee_rate: formatRate(row.closeFeePpm),
        profit_cap: row.profitCapMultiple,
        price_step: priceText(priceE8(row.priceStepE8)),
        ...(row.price === undefined ? {} : { limit_price: priceText(row.price) }),
        ...(shownPrice === undefined ? {} : { shown_price: priceText(shownPrice) }),
        ...(reversesReceiptId === undefined ? {} : { reverses_receipt: reversesReceiptId }),
      },
      sampleTimesMs: [market.index.sampleTimeMs],
      result: { open_price: priceText(openPrice) },
      details: {
        ...positionDetails(state, row, market),
        open_fee: text(row.openFee),
        insurance_share: text(share),
      },
    },
    stamp,
  );
}

/** A position with its result. */
export type SettledPosition = PositionRow &
  Required<Pick<PositionRow, 'openPrice' | 'closePrice' | 'realisedPnl'>>;

export interface CloseFacts {
  readonly kind: ReceiptKind;
  readonly market: TradedMarket;
  /** Of a trigger: the exact price from which on it fires. */
  readonly triggerPrice: bigint | undefined;
  /** Of a part. */
  readonly split: SplitFacts | undefined;
  readonly stamp: Stamp;
}

/** What a part was split off, and what is left. */
export interface SplitFacts {
  readonly before: PositionRow;
  readonly rest: PositionRow;
}

/** Says at which sample a position closed, and why. Returns the receipt's id. */
export function addCloseReceipt(
  state: EngineState,
  row: SettledPosition,
  { kind, market, triggerPrice, split, stamp }: CloseFacts,
): number {
  const { text } = amountTexts(state, row.currencyId);
  return addReceipt(
    state,
    {
      kind,
      owner: row.owner,
      marketId: row.marketId,
      subjectId: row.positionId,
      terms: {
        ...heldTerms(row),
        ...(split === undefined ? {} : { closes: 'part' }),
        ...(triggerPrice === undefined ? {} : { trigger_price: priceText(priceE8(triggerPrice)) }),
      },
      strike: row.openPrice,
      sampleTimesMs: [market.index.sampleTimeMs],
      result: { close_price: priceText(row.closePrice) },
      details: {
        ...positionDetails(state, row, market),
        realised_pnl: text(row.realisedPnl),
        open_fee: text(row.openFee),
        close_fee: text(row.closeFee),
        net_pnl: text(netPnl(row)),
        insurance_paid: text(row.insurancePaid),
        ...(split === undefined ? {} : splitDetails(split, text)),
      },
    },
    stamp,
  );
}

export interface MarginFacts {
  readonly before: PositionRow;
  readonly amount: AmountMinor;
  readonly stamp: Stamp;
}

/** Says how much margin was added; no sample has a part in it. Returns the receipt's id. */
export function addMarginReceipt(
  state: EngineState,
  row: PositionRow,
  { before, amount, stamp }: MarginFacts,
): number {
  const market = state.markets.get(row.marketId);
  assert(market !== undefined && row.openPrice !== undefined, 'what holds was opened somewhere');
  const { text } = amountTexts(state, row.currencyId);
  return addReceipt(
    state,
    {
      kind: 'margin',
      owner: row.owner,
      marketId: row.marketId,
      subjectId: row.positionId,
      terms: heldTerms(row),
      strike: row.openPrice,
      sampleTimesMs: [],
      result: {},
      details: {
        ...positionDetails(state, row, market),
        open_fee: text(row.openFee),
        added: text(amount),
        margin_before: text(before.margin),
      },
    },
    stamp,
  );
}

/** What was agreed of a position that holds, and the receipts that say how it came to what it is. */
function heldTerms(row: PositionRow): ReceiptFields {
  const { openReceiptId, changeReceiptId } = row;
  return {
    side: row.side,
    multiple: row.multiple,
    maintenance_rate: formatRate(row.maintenanceRatePpm),
    close_fee_rate: formatRate(row.closeFeePpm),
    profit_cap: row.profitCapMultiple,
    ...(openReceiptId === undefined ? {} : { open_receipt: openReceiptId }),
    ...(changeReceiptId === undefined ? {} : { changed_receipt: changeReceiptId }),
  };
}

/** Of a part: the position as it was, and as it goes on. */
function splitDetails(
  { before, rest }: SplitFacts,
  text: (amount: AmountMinor) => string,
): ReceiptFields {
  const added = (row: PositionRow) => text(row.marginAdded ?? amountMinor(0n));
  return {
    part_of: before.positionId,
    lots_before: before.lots,
    margin_before: text(before.margin),
    margin_added_before: added(before),
    open_fee_before: text(before.openFee),
    rest_lots: rest.lots,
    rest_margin: text(rest.margin),
    rest_margin_added: added(rest),
    rest_open_fee: text(rest.openFee),
  };
}

function positionDetails(
  state: EngineState,
  row: PositionRow,
  { terms }: TradedMarket,
): ReceiptFields {
  const { name, text } = amountTexts(state, row.currencyId);
  const base = amountTexts(state, terms.baseCurrencyId);
  return {
    owner: row.owner,
    position: row.positionId,
    currency: name,
    lots: row.lots,
    lot_size: base.text(row.lotBaseMinor),
    margin: text(row.margin),
    ...(row.marginAdded === undefined ? {} : { margin_added: text(row.marginAdded) }),
    maintenance: text(row.maintenance),
  };
}
