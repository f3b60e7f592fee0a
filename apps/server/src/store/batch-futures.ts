/** The part of a batch that terms of futures and positions have. */
import type { FuturesTerms, PositionRow } from '@fairlead/engine';
import type { AgreedDigests } from './agreed-digests.ts';
import type { BatchEncoder } from './batch-encoder.ts';
import { multiplesJson } from './futures-record.ts';
import { copy, update, upsert } from './statement-builders.ts';

const UPSERT_FUTURES_TERMS = upsert('futures_terms', [
  ['market_id', 'bigint'],
  ['lot_base_minor', 'numeric'],
  ['lots_min', 'bigint'],
  ['lots_max', 'bigint'],
  ['multiples', 'json'],
  ['open_fee_ppm', 'bigint'],
  ['close_fee_ppm', 'bigint'],
  ['insurance_share_ppm', 'bigint'],
  ['half_spread_ppm', 'bigint'],
  ['price_step_e8', 'bigint'],
  ['profit_cap_multiple', 'bigint'],
  ['open_interest_max_minor', 'bigint'],
  ['positions_max', 'bigint'],
  ['is_open', 'boolean'],
]);

const COPY_POSITIONS = copy('positions', [
  'position_id',
  'owner_id',
  'market_id',
  'currency_id',
  'side',
  'type',
  'client_order_id',
  'lots',
  'lot_base_minor',
  'multiple',
  'maintenance_rate_ppm',
  'open_fee_ppm',
  'close_fee_ppm',
  'insurance_share_ppm',
  'half_spread_ppm',
  'price_step_e8',
  'profit_cap_multiple',
  'price_e8',
  'created_at_ms',
  'open_price_e8',
  'close_price_e8',
  'take_profit_e8',
  'stop_loss_e8',
  'margin_minor',
  'maintenance_minor',
  'open_fee_minor',
  'close_fee_minor',
  'hold_minor',
  'reserved_minor',
  'realised_pnl_minor',
  'insurance_paid_minor',
  'status',
  'close_reason',
  'open_receipt_id',
  'close_receipt_id',
  'opened_at_ms',
  'closed_at_ms',
  'updated_at_ms',
  'agreed_digest',
]);

/** What a position was asked for never changes. */
const UPDATE_POSITIONS = update('positions', [
  ['position_id', 'bigint'],
  ['open_price_e8', 'bigint'],
  ['close_price_e8', 'bigint'],
  ['take_profit_e8', 'bigint'],
  ['stop_loss_e8', 'bigint'],
  ['margin_minor', 'bigint'],
  ['maintenance_minor', 'bigint'],
  ['open_fee_minor', 'bigint'],
  ['close_fee_minor', 'bigint'],
  ['hold_minor', 'bigint'],
  ['reserved_minor', 'bigint'],
  ['realised_pnl_minor', 'bigint'],
  ['insurance_paid_minor', 'bigint'],
  ['status', 'text'],
  ['close_reason', 'text'],
  ['open_receipt_id', 'bigint'],
  ['close_receipt_id', 'bigint'],
  ['opened_at_ms', 'bigint'],
  ['closed_at_ms', 'bigint'],
  ['updated_at_ms', 'bigint'],
  ['agreed_digest', 'text'],
]);

/** After the markets that they name. */
export function encodeFuturesTerms(encoder: BatchEncoder, rows: readonly FuturesTerms[]): void {
  encoder.execute(UPSERT_FUTURES_TERMS, () => {
    encoder.int8Column(rows, (row) => row.marketId);
    encoder.numericColumn(rows, (row) => row.lotBaseMinor);
    encoder.int8Column(rows, (row) => row.lotsMin);
    encoder.int8Column(rows, (row) => row.lotsMax);
    encoder.textColumn(rows, (row) => multiplesJson(row.multiples));
    encoder.int8Column(rows, (row) => row.openFeePpm);
    encoder.int8Column(rows, (row) => row.closeFeePpm);
    encoder.int8Column(rows, (row) => row.insuranceSharePpm);
    encoder.int8Column(rows, (row) => row.halfSpreadPpm);
    encoder.int8Column(rows, (row) => row.priceStepE8);
    encoder.int8Column(rows, (row) => row.profitCapMultiple);
    encoder.int8Column(rows, (row) => row.openInterestMaxMinor);
    encoder.int8Column(rows, (row) => row.positionsMax);
    encoder.textColumn(rows, (row) => String(row.isOpen));
  });
}

/**
 * Positions that came to be in this batch are copied, the others' changing columns are updated. An id is the
 * sequence of the command that asked for it, so those beyond the last batch's are new.
 */
export function encodePositions(
  encoder: BatchEncoder,
  rows: readonly PositionRow[],
  {
    previousSequence,
    agreed,
  }: { readonly previousSequence: number; readonly agreed?: AgreedDigests | undefined },
): void {
  const digestOf = (row: PositionRow): string | undefined =>
    row.status === 'waiting' || row.status === 'holding' ? agreed?.ofPosition(row) : undefined;
  const asked = rows.filter(({ positionId }) => positionId > previousSequence);
  if (asked.length > 0)
    encoder.copy(COPY_POSITIONS, asked, (row) => {
      writeNew(encoder, row);
      encoder.text(digestOf(row));
    });
  if (asked.length < rows.length)
    encodeChanged(
      encoder,
      rows.filter(({ positionId }) => positionId <= previousSequence),
      digestOf,
    );
}

function writeNew(encoder: BatchEncoder, row: PositionRow): void {
  encoder.int8(row.positionId);
  encoder.int8(row.owner);
  encoder.int4(row.marketId);
  encoder.int4(row.currencyId);
  encoder.text(row.side);
  encoder.text(row.type);
  encoder.text(row.clientOrderId);
  encoder.int8(row.lots);
  encoder.numeric(row.lotBaseMinor);
  encoder.int4(row.multiple);
  encoder.int8(row.maintenanceRatePpm);
  encoder.int8(row.openFeePpm);
  encoder.int8(row.closeFeePpm);
  encoder.int8(row.insuranceSharePpm);
  encoder.int8(row.halfSpreadPpm);
  encoder.int8(row.priceStepE8);
  encoder.int4(row.profitCapMultiple);
  encoder.int8(row.price);
  encoder.int8(row.createdAtMs);
  encoder.int8(row.openPrice);
  encoder.int8(row.closePrice);
  encoder.int8(row.takeProfit);
  encoder.int8(row.stopLoss);
  encoder.int8(row.margin);
  encoder.int8(row.maintenance);
  encoder.int8(row.openFee);
  encoder.int8(row.closeFee);
  encoder.int8(row.hold);
  encoder.int8(row.reserved);
  encoder.int8(row.realisedPnl);
  encoder.int8(row.insurancePaid);
  encoder.text(row.status);
  encoder.text(row.closeReason);
  encoder.int8(row.openReceiptId);
  encoder.int8(row.closeReceiptId);
  encoder.int8(row.openedAtMs);
  encoder.int8(row.closedAtMs);
  encoder.int8(row.updatedAtMs);
}

function encodeChanged(
  encoder: BatchEncoder,
  rows: readonly PositionRow[],
  digestOf: (row: PositionRow) => string | undefined,
): void {
  encoder.execute(UPDATE_POSITIONS, () => {
    encoder.int8Column(rows, (row) => row.positionId);
    encoder.int8Column(rows, (row) => row.openPrice);
    encoder.int8Column(rows, (row) => row.closePrice);
    encoder.int8Column(rows, (row) => row.takeProfit);
    encoder.int8Column(rows, (row) => row.stopLoss);
    encoder.int8Column(rows, (row) => row.margin);
    encoder.int8Column(rows, (row) => row.maintenance);
    encoder.int8Column(rows, (row) => row.openFee);
    encoder.int8Column(rows, (row) => row.closeFee);
    encoder.int8Column(rows, (row) => row.hold);
    encoder.int8Column(rows, (row) => row.reserved);
    encoder.int8Column(rows, (row) => row.realisedPnl);
    encoder.int8Column(rows, (row) => row.insurancePaid);
    encoder.textColumn(rows, (row) => row.status);
    encoder.textColumn(rows, (row) => row.closeReason);
    encoder.int8Column(rows, (row) => row.openReceiptId);
    encoder.int8Column(rows, (row) => row.closeReceiptId);
    encoder.int8Column(rows, (row) => row.openedAtMs);
    encoder.int8Column(rows, (row) => row.closedAtMs);
    encoder.int8Column(rows, (row) => row.updatedAtMs);
    encoder.textColumn(rows, digestOf);
  });
}
