/** Terms of futures and positions as their tables hold them, and back. */
import type {
  FuturesTerms,
  MultipleTerms,
  PositionRow,
  StopKind,
  StopLevel,
} from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { layoutOf } from '../core/steps/layouts.ts';
import {
  amount,
  bigInt8,
  flag,
  int4,
  int8,
  json,
  numericAmount,
  price,
  type RecordOf,
  rate,
  tableOf,
  text,
} from '../core/store/table.ts';

/** Amounts and rates are decimal texts. */
interface MultipleJson {
  readonly multiple: number;
  readonly maintenance_rate_ppm: string;
  readonly notional_max_minor: string;
}

/** The JSON text of a market's multiples. */
function multiplesJson(multiples: readonly MultipleTerms[]): string {
  const rows = multiples.map(
    ({ multiple, maintenanceRatePpm, notionalMaxMinor }): MultipleJson => ({
      multiple,
      maintenance_rate_ppm: `${maintenanceRatePpm}`,
      notional_max_minor: `${notionalMaxMinor}`,
    }),
  );
  return JSON.stringify(rows);
}

const toMultiples = (stored: readonly MultipleJson[]): readonly MultipleTerms[] =>
  stored.map((each) => ({
    multiple: each.multiple,
    maintenanceRatePpm: ratePpm(BigInt(each.maintenance_rate_ppm)),
    notionalMaxMinor: amountMinor(BigInt(each.notional_max_minor)),
  }));

export const FUTURES_TERMS = tableOf<FuturesTerms>()({
  name: 'futures_terms',
  keys: { marketId: int4('market_id') },
  changing: {
    lotBaseMinor: numericAmount('lot_base_minor'),
    lotsMin: int8('lots_min'),
    lotsMax: int8('lots_max'),
    multiples: json('multiples', { toText: multiplesJson, read: toMultiples }),
    openFeePpm: rate('open_fee_ppm'),
    closeFeePpm: rate('close_fee_ppm'),
    insuranceSharePpm: rate('insurance_share_ppm'),
    halfSpreadPpm: rate('half_spread_ppm'),
    priceStepE8: bigInt8('price_step_e8'),
    profitCapMultiple: int4('profit_cap_multiple'),
    openInterestMaxMinor: amount('open_interest_max_minor'),
    positionsMax: int4('positions_max'),
    isOpen: flag('is_open'),
  },
});

export type FuturesTermsRecord = RecordOf<typeof FUTURES_TERMS>;
export const toFuturesTerms = FUTURES_TERMS.toRow;

/** Prices are decimal texts. */
interface LevelJson {
  readonly level_id: number;
  readonly stop: StopKind;
  readonly price_e8: string;
  readonly lots: number;
}

/** The JSON text of the stops of parts. */
function levelsJson(levels: readonly StopLevel[]): string {
  const rows = levels.map(
    ({ levelId, stop, price: at, lots }): LevelJson => ({
      level_id: levelId,
      stop,
      price_e8: `${at}`,
      lots,
    }),
  );
  return JSON.stringify(rows);
}

const toLevels = (stored: readonly LevelJson[]): readonly StopLevel[] =>
  stored.map(({ level_id: levelId, stop, price_e8: at, lots }) => ({
    levelId,
    stop,
    price: priceE8(BigInt(at)),
    lots,
  }));

/** What a position was asked for never changes, but for limit and lots while it waits, and lots by parts. */
export const POSITIONS = tableOf<PositionRow>()({
  name: 'positions',
  keys: { positionId: int8('position_id') },
  fixed: {
    owner: int8('owner_id'),
    marketId: int4('market_id'),
    currencyId: int4('currency_id'),
    side: text('side'),
    type: text('type'),
    clientOrderId: text('client_order_id'),
    partOf: int8('part_of'),
    lotBaseMinor: numericAmount('lot_base_minor'),
    multiple: int4('multiple'),
    maintenanceRatePpm: rate('maintenance_rate_ppm'),
    openFeePpm: rate('open_fee_ppm'),
    closeFeePpm: rate('close_fee_ppm'),
    insuranceSharePpm: rate('insurance_share_ppm'),
    halfSpreadPpm: rate('half_spread_ppm'),
    priceStepE8: bigInt8('price_step_e8'),
    profitCapMultiple: int4('profit_cap_multiple'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    lots: int8('lots'),
    price: price('price_e8'),
    openPrice: price('open_price_e8'),
    closePrice: price('close_price_e8'),
    takeProfit: price('take_profit_e8'),
    stopLoss: price('stop_loss_e8'),
    levels: json('levels', { toText: levelsJson, read: toLevels }),
    margin: amount('margin_minor'),
    marginAdded: amount('margin_added_minor'),
    maintenance: amount('maintenance_minor'),
    openFee: amount('open_fee_minor'),
    closeFee: amount('close_fee_minor'),
    hold: amount('hold_minor'),
    reserved: amount('reserved_minor'),
    realisedPnl: amount('realised_pnl_minor'),
    insurancePaid: amount('insurance_paid_minor'),
    status: text('status'),
    closeReason: text('close_reason'),
    openReceiptId: int8('open_receipt_id'),
    changeReceiptId: int8('change_receipt_id'),
    closeReceiptId: int8('close_receipt_id'),
    openedAtMs: int8('opened_at_ms'),
    closedAtMs: int8('closed_at_ms'),
    updatedAtMs: int8('updated_at_ms'),
  },
});

/** How one lies in a step: what the list names is added to at its end only. */
export const POSITION_LAYOUT = layoutOf(POSITIONS, [
  ...(['positionId', 'marketId', 'currencyId', 'side', 'type', 'clientOrderId', 'partOf'] as const),
  ...(['lotBaseMinor', 'multiple', 'maintenanceRatePpm', 'openFeePpm', 'closeFeePpm'] as const),
  ...(['insuranceSharePpm', 'halfSpreadPpm', 'priceStepE8', 'profitCapMultiple'] as const),
  ...([
    'createdAtMs',
    'lots',
    'price',
    'openPrice',
    'closePrice',
    'takeProfit',
    'stopLoss',
  ] as const),
  ...(['levels', 'margin', 'marginAdded', 'maintenance', 'openFee', 'closeFee', 'hold'] as const),
  ...(['reserved', 'realisedPnl', 'insurancePaid', 'status', 'closeReason'] as const),
  ...(['openReceiptId', 'changeReceiptId', 'closeReceiptId', 'openedAtMs', 'closedAtMs'] as const),
  'updatedAtMs',
]);

export const POSITION_COLUMNS = POSITIONS.columns;
export type PositionRecord = RecordOf<typeof POSITIONS>;
export const toPosition = POSITIONS.toRow;
