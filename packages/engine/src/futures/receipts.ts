/** What the receipts of an opening and of a close say. Owner and amounts are only in `details`. */
import { netPnl } from '@fairlead/formula';
import { type AmountMinor, formatRate, type PriceE8, priceE8 } from '@fairlead/units';
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
  /** Of the fee, to the insurance fund. */
  readonly share: AmountMinor;
  readonly stamp: Stamp;
}

/** Says at which sample and by which terms a position opened. Returns the receipt's id. */
export function addOpenReceipt(state: EngineState, row: PositionRow, facts: OpeningFacts): number {
  const { openPrice, market, shownPrice, share, stamp } = facts;
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
  readonly stamp: Stamp;
}

/** Says at which sample a position closed, and why. Returns the receipt's id. */
export function addCloseReceipt(
  state: EngineState,
  row: SettledPosition,
  { kind, market, triggerPrice, stamp }: CloseFacts,
): number {
  const { text } = amountTexts(state, row.currencyId);
  const { openReceiptId } = row;
  return addReceipt(
    state,
    {
      kind,
      owner: row.owner,
      marketId: row.marketId,
      subjectId: row.positionId,
      terms: {
        side: row.side,
        multiple: row.multiple,
        maintenance_rate: formatRate(row.maintenanceRatePpm),
        close_fee_rate: formatRate(row.closeFeePpm),
        profit_cap: row.profitCapMultiple,
        ...(openReceiptId === undefined ? {} : { open_receipt: openReceiptId }),
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
      },
    },
    stamp,
  );
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
    maintenance: text(row.maintenance),
  };
}
