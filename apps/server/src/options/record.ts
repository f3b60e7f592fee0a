/** Options as their tables hold them, and back. Amounts and rates inside json are decimal texts. */
import type { OptionCurrency, OptionRow, OptionTerms, OptionTime } from '@fairlead/engine';
import { type AmountMinor, amountMinor, ratePpm } from '@fairlead/units';
import { layoutOf } from '../core/steps/layouts.ts';
import {
  amount,
  flag,
  int4,
  int8,
  json,
  price,
  type RecordOf,
  rate,
  tableOf,
  text,
} from '../core/store/table.ts';

interface TimeRecord {
  readonly seconds: number;
  readonly payout_ratio_ppm: string;
  readonly min_minor: string;
  readonly max_minor: string;
}

const timesJson = (times: readonly OptionTime[]): string =>
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

const toTimes = (stored: readonly TimeRecord[]): readonly OptionTime[] =>
  stored.map((time) => ({
    seconds: time.seconds,
    payoutRatioPpm: ratePpm(BigInt(time.payout_ratio_ppm)),
    minMinor: amountMinor(BigInt(time.min_minor)),
    maxMinor: amountMinor(BigInt(time.max_minor)),
  }));

const presetsJson = (presets: readonly AmountMinor[]): string =>
  JSON.stringify(presets.map(String));
const toPresets = (stored: readonly string[]): readonly AmountMinor[] =>
  stored.map((each) => amountMinor(BigInt(each)));

export const OPTION_TERMS = tableOf<OptionTerms>()({
  name: 'option_terms',
  keys: { marketId: int4('market_id') },
  changing: {
    times: json('times', { toText: timesJson, read: toTimes }),
    exposureMaxMinor: amount('exposure_max_minor'),
    ordersMax: int4('orders_max'),
    isOpen: flag('is_open'),
  },
});

export type OptionTermsRecord = RecordOf<typeof OPTION_TERMS>;
export const toOptionTerms = OPTION_TERMS.toRow;

export const OPTION_CURRENCIES = tableOf<OptionCurrency>()({
  name: 'option_currencies',
  keys: { currencyId: int4('currency_id') },
  changing: {
    feePpm: rate('fee_ppm'),
    presets: json('presets', { toText: presetsJson, read: toPresets }),
    isOpen: flag('is_open'),
  },
});

export type OptionCurrencyRecord = RecordOf<typeof OPTION_CURRENCIES>;
export const toOptionCurrency = OPTION_CURRENCIES.toRow;

/** What an option was bought as never changes. */
export const OPTION_ORDERS = tableOf<OptionRow>()({
  name: 'option_orders',
  keys: { optionId: int8('option_id') },
  fixed: {
    owner: int8('owner_id'),
    marketId: int4('market_id'),
    currencyId: int4('currency_id'),
    direction: text('direction'),
    seconds: int4('seconds'),
    stake: amount('stake_minor'),
    fee: amount('fee_minor'),
    feePpm: rate('fee_ppm'),
    payoutRatioPpm: rate('payout_ratio_ppm'),
    payout: amount('payout_minor'),
    strike: price('strike_e8'),
    purchasedAtMs: int8('purchased_at_ms'),
    deliversAtMs: int8('delivers_at_ms'),
    windowMs: int8('window_ms'),
    purchaseReceiptId: int8('purchase_receipt_id'),
  },
  changing: {
    status: text('status'),
    outcome: text('outcome'),
    result: text('result'),
    deliveryPrice: price('delivery_price_e8'),
    paid: amount('paid_minor'),
    profit: amount('profit_minor'),
    deliveryReceiptId: int8('delivery_receipt_id'),
    settledAtMs: int8('settled_at_ms'),
    shortfall: text('shortfall'),
    wouldBe: text('would_be'),
  },
});

/** How one lies in a step: what the list names is added to at its end only. */
export const OPTION_LAYOUT = layoutOf(OPTION_ORDERS, [
  ...(['optionId', 'marketId', 'currencyId', 'direction', 'seconds', 'stake', 'fee'] as const),
  ...(['feePpm', 'payoutRatioPpm', 'payout', 'strike', 'purchasedAtMs', 'deliversAtMs'] as const),
  ...(['windowMs', 'purchaseReceiptId', 'status', 'outcome', 'result', 'deliveryPrice'] as const),
  ...(['paid', 'profit', 'deliveryReceiptId', 'settledAtMs', 'shortfall', 'wouldBe'] as const),
]);

export const OPTION_COLUMNS = OPTION_ORDERS.columns;
export type OptionRecord = RecordOf<typeof OPTION_ORDERS>;
export const toOption = OPTION_ORDERS.toRow;
