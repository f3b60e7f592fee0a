/** Turns an agreement and a price into a position: what it costs, holds and has the house keep ready. */
import {
  insuranceShare,
  notionalShare,
  type PositionSize,
  positionMargin,
  positionNotional,
  profitCap,
  sizeOfLots,
  waitingHold,
} from '@fairlead/formula';
import { type AmountMinor, amountMinor, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { EngineState } from '../state/state.ts';
import { freezeFor, postFutures } from './accounts.ts';
import type { Agreement } from './agreement.ts';
import type { FuturesMarket } from './market.ts';
import { addOpenReceipt } from './receipts.ts';
import type { PositionRow } from './rows.ts';

/** What opening some lots at a price comes to. */
export interface OpeningAmounts {
  readonly notional: AmountMinor;
  readonly margin: AmountMinor;
  readonly maintenance: AmountMinor;
  readonly openFee: AmountMinor;
  /** The most that it may win. */
  readonly reserved: AmountMinor;
}

export function openingAmounts(
  { scale }: FuturesMarket,
  { agreement, lots }: { readonly agreement: Agreement; readonly lots: number },
  price: PriceE8,
): OpeningAmounts {
  const { multiple, maintenanceRatePpm, openFeePpm, profitCapMultiple } = agreement;
  const size: PositionSize = { baseMinor: sizeOfLots(lots, agreement.lotBaseMinor), scale };
  const margin = positionMargin(size, price, multiple);
  return {
    notional: positionNotional(size, price),
    margin,
    maintenance: notionalShare(size, price, maintenanceRatePpm),
    openFee: notionalShare(size, price, openFeePpm),
    reserved: profitCap(margin, profitCapMultiple),
  };
}

/** What a waiting position freezes until its limit is reached. */
export function holdOfWaiting(row: Pick<PositionRow, 'side' | 'margin' | 'openFee'>): AmountMinor {
  return waitingHold(row.side, row);
}

interface Opening {
  readonly openPrice: PriceE8;
  readonly amounts: OpeningAmounts;
  readonly market: TradedMarket;
  readonly shownPrice?: PriceE8 | undefined;
  /** Of a reversal: the receipt of what it closed. */
  readonly reversesReceiptId?: number | undefined;
  readonly stamp: Stamp;
}

/**
 * Takes fee and margin for a position that opens now, and has the house keep its greatest gain ready. The row comes as
 * it was asked for or as it waited, with nothing frozen for it.
 */
export function openHolding(state: EngineState, asked: PositionRow, opening: Opening): PositionRow {
  const { openPrice, amounts, market, shownPrice, reversesReceiptId, stamp } = opening;
  const { margin, maintenance, openFee, reserved } = amounts;
  const row: PositionRow = {
    ...asked,
    openPrice,
    margin,
    maintenance,
    openFee,
    hold: margin,
    reserved,
    status: 'holding',
    openedAtMs: indexTimeMs(stamp),
    updatedAtMs: indexTimeMs(stamp),
  };
  const share = insuranceShare(openFee, row.insuranceSharePpm);
  const postings = { user: -openFee, house: 0n, insurance: share, fees: openFee - share };
  postFutures(state, row, { reason: 'futures_open', postings, fee: openFee, stamp });
  freezeFor(state, row);
  const facts = { openPrice, market, shownPrice, reversesReceiptId, share, stamp };
  const openReceiptId = addOpenReceipt(state, row, facts);
  return { ...row, openReceiptId };
}

/** What opening takes from what is available. */
export function needOf({ margin, openFee }: OpeningAmounts): AmountMinor {
  return amountMinor(margin + openFee);
}
