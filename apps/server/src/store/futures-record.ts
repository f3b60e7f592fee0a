/** Terms of futures and positions as their tables hold them, and back. */
import type {
  CloseReason,
  FuturesTerms,
  MultipleTerms,
  PositionRow,
  PositionSide,
  PositionStatus,
  PositionType,
} from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';

export interface FuturesTermsRecord {
  readonly market_id: number;
  readonly lot_base_minor: string;
  readonly lots_min: bigint;
  readonly lots_max: bigint;
  readonly multiples: readonly MultipleJson[];
  readonly open_fee_ppm: bigint;
  readonly close_fee_ppm: bigint;
  readonly insurance_share_ppm: bigint;
  readonly half_spread_ppm: bigint;
  readonly price_step_e8: bigint;
  readonly profit_cap_multiple: number;
  readonly open_interest_max_minor: bigint;
  readonly positions_max: number;
  readonly is_open: boolean;
}

/** Amounts and rates are decimal texts. */
interface MultipleJson {
  readonly multiple: number;
  readonly maintenance_rate_ppm: string;
  readonly notional_max_minor: string;
}

/** The JSON text of a market's multiples. */
export function multiplesJson(multiples: readonly MultipleTerms[]): string {
  const rows = multiples.map(
    ({ multiple, maintenanceRatePpm, notionalMaxMinor }): MultipleJson => ({
      multiple,
      maintenance_rate_ppm: `${maintenanceRatePpm}`,
      notional_max_minor: `${notionalMaxMinor}`,
    }),
  );
  return JSON.stringify(rows);
}

export function toFuturesTerms(row: FuturesTermsRecord): FuturesTerms {
  return {
    marketId: row.market_id,
    lotBaseMinor: amountMinor(BigInt(row.lot_base_minor)),
    lotsMin: Number(row.lots_min),
    lotsMax: Number(row.lots_max),
    multiples: row.multiples.map((each) => ({
      multiple: each.multiple,
      maintenanceRatePpm: ratePpm(BigInt(each.maintenance_rate_ppm)),
      notionalMaxMinor: amountMinor(BigInt(each.notional_max_minor)),
    })),
    openFeePpm: ratePpm(row.open_fee_ppm),
    closeFeePpm: ratePpm(row.close_fee_ppm),
    insuranceSharePpm: ratePpm(row.insurance_share_ppm),
    halfSpreadPpm: ratePpm(row.half_spread_ppm),
    priceStepE8: row.price_step_e8,
    profitCapMultiple: row.profit_cap_multiple,
    openInterestMaxMinor: amountMinor(row.open_interest_max_minor),
    positionsMax: row.positions_max,
    isOpen: row.is_open,
  };
}

export const POSITION_COLUMNS = `position_id, owner_id, market_id, currency_id, side, type,
  client_order_id, lots, lot_base_minor, multiple, maintenance_rate_ppm, open_fee_ppm, close_fee_ppm,
  insurance_share_ppm, half_spread_ppm, price_step_e8, profit_cap_multiple, price_e8, open_price_e8,
  close_price_e8,
  take_profit_e8, stop_loss_e8, margin_minor, maintenance_minor, open_fee_minor, close_fee_minor,
  hold_minor, reserved_minor, realised_pnl_minor, insurance_paid_minor, status, close_reason,
  open_receipt_id, close_receipt_id, created_at_ms, opened_at_ms, closed_at_ms, updated_at_ms`;

export interface PositionRecord {
  readonly position_id: bigint;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly currency_id: number;
  readonly side: PositionSide;
  readonly type: PositionType;
  readonly client_order_id: string | null;
  readonly lots: bigint;
  readonly lot_base_minor: string;
  readonly multiple: number;
  readonly maintenance_rate_ppm: bigint;
  readonly open_fee_ppm: bigint;
  readonly close_fee_ppm: bigint;
  readonly insurance_share_ppm: bigint;
  readonly half_spread_ppm: bigint;
  readonly price_step_e8: bigint;
  readonly profit_cap_multiple: number;
  readonly price_e8: bigint | null;
  readonly open_price_e8: bigint | null;
  readonly close_price_e8: bigint | null;
  readonly take_profit_e8: bigint | null;
  readonly stop_loss_e8: bigint | null;
  readonly margin_minor: bigint;
  readonly maintenance_minor: bigint;
  readonly open_fee_minor: bigint;
  readonly close_fee_minor: bigint;
  readonly hold_minor: bigint;
  readonly reserved_minor: bigint;
  readonly realised_pnl_minor: bigint | null;
  readonly insurance_paid_minor: bigint;
  readonly status: PositionStatus;
  readonly close_reason: CloseReason | null;
  readonly open_receipt_id: bigint | null;
  readonly close_receipt_id: bigint | null;
  readonly created_at_ms: bigint;
  readonly opened_at_ms: bigint | null;
  readonly closed_at_ms: bigint | null;
  readonly updated_at_ms: bigint;
}

export function toPosition(row: PositionRecord): PositionRow {
  return {
    positionId: Number(row.position_id),
    owner: Number(row.owner_id),
    marketId: row.market_id,
    currencyId: row.currency_id,
    side: row.side,
    type: row.type,
    ...(row.client_order_id !== null && { clientOrderId: row.client_order_id }),
    lots: Number(row.lots),
    lotBaseMinor: amountMinor(BigInt(row.lot_base_minor)),
    multiple: row.multiple,
    maintenanceRatePpm: ratePpm(row.maintenance_rate_ppm),
    openFeePpm: ratePpm(row.open_fee_ppm),
    closeFeePpm: ratePpm(row.close_fee_ppm),
    insuranceSharePpm: ratePpm(row.insurance_share_ppm),
    halfSpreadPpm: ratePpm(row.half_spread_ppm),
    priceStepE8: row.price_step_e8,
    profitCapMultiple: row.profit_cap_multiple,
    ...toPrices(row),
    margin: amountMinor(row.margin_minor),
    maintenance: amountMinor(row.maintenance_minor),
    openFee: amountMinor(row.open_fee_minor),
    closeFee: amountMinor(row.close_fee_minor),
    hold: amountMinor(row.hold_minor),
    reserved: amountMinor(row.reserved_minor),
    ...(row.realised_pnl_minor !== null && { realisedPnl: amountMinor(row.realised_pnl_minor) }),
    insurancePaid: amountMinor(row.insurance_paid_minor),
    status: row.status,
    ...(row.close_reason !== null && { closeReason: row.close_reason }),
    ...(row.open_receipt_id !== null && { openReceiptId: Number(row.open_receipt_id) }),
    ...(row.close_receipt_id !== null && { closeReceiptId: Number(row.close_receipt_id) }),
    createdAtMs: Number(row.created_at_ms),
    ...(row.opened_at_ms !== null && { openedAtMs: Number(row.opened_at_ms) }),
    ...(row.closed_at_ms !== null && { closedAtMs: Number(row.closed_at_ms) }),
    updatedAtMs: Number(row.updated_at_ms),
  };
}

type Prices = Pick<PositionRow, 'price' | 'openPrice' | 'closePrice' | 'takeProfit' | 'stopLoss'>;

function toPrices(row: PositionRecord): Prices {
  return {
    ...(row.price_e8 !== null && { price: priceE8(row.price_e8) }),
    ...(row.open_price_e8 !== null && { openPrice: priceE8(row.open_price_e8) }),
    ...(row.close_price_e8 !== null && { closePrice: priceE8(row.close_price_e8) }),
    ...(row.take_profit_e8 !== null && { takeProfit: priceE8(row.take_profit_e8) }),
    ...(row.stop_loss_e8 !== null && { stopLoss: priceE8(row.stop_loss_e8) }),
  };
}
