/** Options as their tables hold them, and back. Amounts and rates inside json are decimal texts. */
import type {
  OptionCurrency,
  OptionDirection,
  OptionOutcome,
  OptionResult,
  OptionRow,
  OptionShortfall,
  OptionTerms,
  OptionTime,
} from '@fairlead/engine';
import { type AmountMinor, amountMinor, priceE8, ratePpm } from '@fairlead/units';

interface TimeRecord {
  readonly seconds: number;
  readonly payout_ratio_ppm: string;
  readonly min_minor: string;
  readonly max_minor: string;
}

export const timesJson = (times: readonly OptionTime[]): string =>
  JSON.stringify(
    times.map(
      (time): TimeRecord => ({
        seconds: time.seconds,
        payout_ratio_ppm: `${time.payoutRatioPpm}`,
        min_minor: `${time.minMinor}`,
        max_minor: `${time.maxMinor}`,
      }),
    ),
  );

export const presetsJson = (presets: readonly AmountMinor[]): string =>
  JSON.stringify(presets.map(String));

export interface OptionTermsRecord {
  readonly market_id: number;
  readonly times: readonly TimeRecord[];
  readonly exposure_max_minor: bigint;
  readonly orders_max: number;
  readonly is_open: boolean;
}

export function toOptionTerms(row: OptionTermsRecord): OptionTerms {
  return {
    marketId: row.market_id,
    times: row.times.map((time) => ({
      seconds: time.seconds,
      payoutRatioPpm: ratePpm(BigInt(time.payout_ratio_ppm)),
      minMinor: amountMinor(BigInt(time.min_minor)),
      maxMinor: amountMinor(BigInt(time.max_minor)),
    })),
    exposureMaxMinor: amountMinor(row.exposure_max_minor),
    ordersMax: row.orders_max,
    isOpen: row.is_open,
  };
}

export interface OptionCurrencyRecord {
  readonly currency_id: number;
  readonly fee_ppm: bigint;
  readonly presets: readonly string[];
  readonly is_open: boolean;
}

export function toOptionCurrency(row: OptionCurrencyRecord): OptionCurrency {
  return {
    currencyId: row.currency_id,
    feePpm: ratePpm(row.fee_ppm),
    presets: row.presets.map((text) => amountMinor(BigInt(text))),
    isOpen: row.is_open,
  };
}

export const OPTION_COLUMNS = `option_id, owner_id, market_id, currency_id, direction, seconds,
  stake_minor, fee_minor, fee_ppm, payout_ratio_ppm, payout_minor, strike_e8, purchased_at_ms,
  delivers_at_ms, window_ms, status, outcome, result, delivery_price_e8, paid_minor, profit_minor,
  purchase_receipt_id, delivery_receipt_id, settled_at_ms, shortfall, would_be`;

export interface OptionRecord {
  readonly option_id: bigint;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly currency_id: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake_minor: bigint;
  readonly fee_minor: bigint;
  readonly fee_ppm: bigint;
  readonly payout_ratio_ppm: bigint;
  readonly payout_minor: bigint;
  readonly strike_e8: bigint;
  readonly purchased_at_ms: bigint;
  readonly delivers_at_ms: bigint;
  readonly window_ms: bigint;
  readonly status: OptionRow['status'];
  readonly outcome: OptionOutcome | null;
  readonly result: OptionResult | null;
  readonly delivery_price_e8: bigint | null;
  readonly paid_minor: bigint | null;
  readonly profit_minor: bigint | null;
  readonly purchase_receipt_id: bigint;
  readonly delivery_receipt_id: bigint | null;
  readonly settled_at_ms: bigint | null;
  readonly shortfall: OptionShortfall | null;
  readonly would_be: NonNullable<OptionRow['wouldBe']> | null;
}

export function toOption(row: OptionRecord): OptionRow {
  return {
    optionId: Number(row.option_id),
    owner: Number(row.owner_id),
    marketId: row.market_id,
    currencyId: row.currency_id,
    direction: row.direction,
    seconds: row.seconds,
    stake: amountMinor(row.stake_minor),
    fee: amountMinor(row.fee_minor),
    feePpm: ratePpm(row.fee_ppm),
    payoutRatioPpm: ratePpm(row.payout_ratio_ppm),
    payout: amountMinor(row.payout_minor),
    strike: priceE8(row.strike_e8),
    purchasedAtMs: Number(row.purchased_at_ms),
    deliversAtMs: Number(row.delivers_at_ms),
    windowMs: Number(row.window_ms),
    status: row.status,
    ...(row.outcome !== null && { outcome: row.outcome }),
    ...(row.result !== null && { result: row.result }),
    ...(row.delivery_price_e8 !== null && { deliveryPrice: priceE8(row.delivery_price_e8) }),
    ...(row.paid_minor !== null && { paid: amountMinor(row.paid_minor) }),
    ...(row.profit_minor !== null && { profit: amountMinor(row.profit_minor) }),
    purchaseReceiptId: Number(row.purchase_receipt_id),
    ...(row.delivery_receipt_id !== null && {
      deliveryReceiptId: Number(row.delivery_receipt_id),
    }),
    ...(row.settled_at_ms !== null && { settledAtMs: Number(row.settled_at_ms) }),
    ...(row.shortfall !== null && { shortfall: row.shortfall }),
    ...(row.would_be !== null && { wouldBe: row.would_be }),
  };
}
