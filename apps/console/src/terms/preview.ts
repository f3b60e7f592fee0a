/** A form's terms as a trader would meet them, by the app's own formulas. Undefined while something is missing. */
import {
  AMOUNT_MAX,
  askPrice,
  bidPrice,
  feeAmount,
  notionalShare,
  optionCost,
  optionFee,
  optionPayout,
  positionMargin,
  positionNotional,
  quoteScale,
  sizeOfLots,
} from '@fairlead/formula';
import { formatAmount, formatPrice } from '@fairlead/ui';
import {
  amountMinor,
  decimalsOf,
  divCeil,
  divFloor,
  formatDecimal,
  maximum,
  PRICE_SCALE,
  parseDecimal,
  priceE8,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';
import type { Fact } from '../parts/Facts.tsx';
import { plain, shareOfPercent } from './decimals.ts';
import type { TermsKind, TermUnits } from './fields.ts';
import { isRowForms, type RowForm, type TermsForm } from './forms.ts';
import { termTexts } from './texts.ts';

const t = termTexts.preview;
const ROWS = 3;
const SCALE_MAX = 18n;

export interface Preview {
  readonly facts: readonly Fact[];
  /** Prices of the nearest asks and bids, best first, as a book shows them. */
  readonly asks?: readonly string[];
  readonly bids?: readonly string[];
}

/** Reads fields that are being typed; what is below zero, or a rate above the whole, is not read. */
const reader =
  (form: TermsForm | RowForm) =>
  (name: string, scale: number): bigint | undefined => {
    const text = form[name];
    const value = typeof text === 'string' ? parseDecimal(text.trim(), scale) : undefined;
    return value === undefined || value < 0n ? undefined : value;
  };

const WHOLE = 10n ** BigInt(RATE_SCALE);
const rateOf = (form: TermsForm | RowForm, name: string): bigint | undefined => {
  const text = form[name];
  if (typeof text !== 'string') return undefined;
  const rate = parseDecimal(shareOfPercent(text), RATE_SCALE);
  return rate === undefined || rate < 0n || rate > WHOLE ? undefined : rate;
};

/** With the decimals that it needs and its unit. */
const amountWords = (minor: bigint, scale: number, unit: string | undefined): string => {
  const text = plain(formatDecimal(minor, scale));
  return formatAmount(text, Math.max(2, decimalsOf(text)), unit);
};

export function previewMarket(form: TermsForm, units: TermUnits): Preview | undefined {
  const { scales, guide, base, quote } = units;
  const read = reader(form);
  const price = guide === undefined ? undefined : parseDecimal(guide, PRICE_SCALE);
  const tick = read('tick_size', PRICE_SCALE);
  if (scales?.base === undefined || scales.quote === undefined) return undefined;
  const lot = read('lot_size', scales.base);
  const least = read('min_notional', scales.quote);
  const fee = rateOf(form, 'taker_fee');
  if (price === undefined || !tick || !lot || least === undefined) return undefined;
  const decimals = decimalsOf(plain(formatDecimal(tick, PRICE_SCALE)));
  const best = divFloor(price, tick);
  if (best < BigInt(ROWS)) return undefined;
  const rowOf = (ticks: bigint) => formatPrice(formatDecimal(ticks * tick, PRICE_SCALE), decimals);
  const scale = { base: scales.base, quote: scales.quote };
  const perLot = indexNotionalOf(lot, best * tick, scale);
  const lots = perLot <= 0n ? 1n : maximum(1n, divCeil(least, perLot));
  const cost = indexNotionalOf(lots * lot, best * tick, scale);
  const steps = Array.from({ length: ROWS }, (_, at) => BigInt(at));
  return {
    facts: [
      [t.price, `${rowOf(best)}\u00a0${quote}`],
      [
        t.smallest,
        `${amountWords(lots * lot, scales.base, base)} ${t.costs(amountWords(cost, scales.quote, quote))}`,
      ],
      ...(fee === undefined
        ? []
        : ([
            [
              t.fee(amountWords(cost, scales.quote, quote)),
              amountWords(feeAmount(amountMinor(cost), ratePpm(fee)), scales.quote, quote),
            ],
          ] as const)),
    ],
    asks: steps.map((at) => rowOf(best + 1n + at)),
    bids: steps.map((at) => rowOf(best - at)),
  };
}

/** Base at a price in the quote's smallest units, rounded up. */
function indexNotionalOf(
  baseMinor: bigint,
  price: bigint,
  scale: { readonly base: number; readonly quote: number },
): bigint {
  const { numerator, denominator } = quoteScale(scale);
  return divCeil(baseMinor * price * numerator, denominator);
}

export function previewFutures(form: TermsForm, units: TermUnits): Preview | undefined {
  const { scales, guide, base, quote } = units;
  const read = reader(form);
  const index = guide === undefined ? undefined : parseDecimal(guide, PRICE_SCALE);
  const half = rateOf(form, 'half_spread');
  const step = read('price_step', PRICE_SCALE);
  const fee = rateOf(form, 'open_fee');
  const lots = Number(form['min_lots'] ?? '');
  if (scales?.base === undefined || scales.quote === undefined) return undefined;
  const lot = read('lot_size', scales.base);
  const isRead = index !== undefined && half !== undefined && fee !== undefined;
  if (!isRead || !step || !lot || !Number.isSafeInteger(lots) || lots < 1) return undefined;
  const spread = { halfSpreadPpm: ratePpm(half), priceStepE8: step };
  const [ask, bid] = [askPrice(priceE8(index), spread), bidPrice(priceE8(index), spread)];
  const scale = quoteScale({ base: scales.base, quote: scales.quote });
  const size = { baseMinor: sizeOfLots(lots, amountMinor(lot)), scale };
  const { quote: quoteDecimals } = scales;
  const priceWords = (value: bigint) => {
    const text = plain(formatDecimal(value, PRICE_SCALE));
    return `${formatPrice(text, Math.max(2, decimalsOf(text)))}\u00a0${quote}`;
  };
  const sumWords = (minor: bigint) => amountWords(minor, quoteDecimals, quote);
  const multiple = greatestMultiple(form);
  return {
    facts: [
      [t.long, priceWords(ask)],
      [t.short, priceWords(bid)],
      [
        t.position,
        `${amountWords(size.baseMinor, scales.base, base)} ${t.costs(sumWords(positionNotional(size, ask)))}`,
      ],
      ...(multiple === undefined
        ? []
        : ([[t.margin(String(multiple)), sumWords(positionMargin(size, ask, multiple))]] as const)),
      [t.openFee, sumWords(notionalShare(size, ask, ratePpm(fee)))],
    ],
  };
}

function greatestMultiple(form: TermsForm): number | undefined {
  const rows = form['multiples'];
  const all = isRowForms(rows) ? rows.map(({ multiple }) => Number(multiple)) : [];
  const found = Math.max(0, ...all.filter((each) => Number.isSafeInteger(each)));
  return found >= 2 ? found : undefined;
}

/** What the smallest stake of each delivery time wins. */
export function previewOptions(form: TermsForm, { scales, quote }: TermUnits): Preview | undefined {
  const scale = scales?.quote;
  const rows = form['times'];
  if (scale === undefined || !isRowForms(rows)) return undefined;
  const words = (minor: bigint) => amountWords(minor, scale, quote);
  const facts = rows.flatMap((row): Fact[] => {
    const read = reader(row);
    const [seconds, ratio, least] = [
      read('seconds', 0),
      rateOf(row, 'payout_ratio'),
      read('min_amount', scale),
    ];
    if (!seconds || ratio === undefined || !least) return [];
    const payout = optionPayout(amountMinor(least), ratePpm(ratio));
    return [[t.right(String(seconds), words(least)), t.wins(words(payout))]];
  });
  return facts.length === 0 ? undefined : { facts: eachOnce(facts) };
}

/** What each stake that the app offers costs with its fee. */
export function previewOptionCurrency(form: TermsForm, units: TermUnits): Preview | undefined {
  const scale = units.scales?.currency;
  const rate = rateOf(form, 'fee_rate');
  if (scale === undefined || rate === undefined) return undefined;
  const words = (minor: bigint) => amountWords(minor, scale, units.currency);
  const facts = String(form['amounts'] ?? '')
    .split(',')
    .flatMap((text): Fact[] => {
      const read = parseDecimal(text.trim(), scale);
      if (!read || read < 0n) return [];
      const stake = amountMinor(read);
      const cost = optionCost({ stake, fee: optionFee(stake, ratePpm(rate)) });
      return [[t.stake(words(stake)), t.costs(words(cost))]];
    });
  return facts.length === 0 ? undefined : { facts: eachOnce(facts) };
}

/** A list that is being typed may say a thing twice. */
const eachOnce = (facts: readonly Fact[]): readonly Fact[] => [
  ...new Map(facts.map((fact) => [fact[0], fact])).values(),
];

/** How it stands in lists, and between what its amounts are. */
export function previewCurrency(form: TermsForm): Preview | undefined {
  const { name, full_name: fullName } = form;
  const scale = reader(form)('scale', 0);
  if (typeof name !== 'string' || name.trim() === '' || scale === undefined) return undefined;
  if (scale > SCALE_MAX) return undefined;
  const words = (minor: bigint) => amountWords(minor, Number(scale), name.trim());
  const whole = 10n ** scale;
  // Of billions nobody reads the decimals.
  const most = AMOUNT_MAX < whole * 1_000n ? AMOUNT_MAX : divFloor(AMOUNT_MAX, whole) * whole;
  return {
    facts: [
      [t.listed, `${name.trim()} ${String(fullName ?? '').trim()}`.trim(), 'wide'],
      [t.least, words(1n), 'wide'],
      [t.most, words(most), 'wide'],
    ],
  };
}

/** The account as the app writes it, its number in groups of four. */
export function previewBank(form: TermsForm): Preview | undefined {
  const [holder, number, bank, address, swift, fiat, rate] = [
    'account_name',
    'account_number',
    'bank_name',
    'bank_address',
    'swift_code',
    'fiat_currency',
    'fiat_rate',
  ].map((name) => String(form[name] ?? '').trim());
  if (!holder || !number || !bank) return undefined;
  const grouped = number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
  return {
    facts: [
      [termTexts.fields.account_name, holder, 'wide'],
      [termTexts.fields.account_number, grouped, 'wide'],
      [termTexts.fields.bank_name, bank, 'wide'],
      ...(address ? ([[termTexts.fields.bank_address, address, 'wide']] as const) : []),
      ...(swift ? ([[termTexts.fields.swift_code, swift]] as const) : []),
      ...(fiat ? ([[termTexts.fields.fiat_currency, fiat]] as const) : []),
      ...(rate ? ([[termTexts.fields.fiat_rate, rate]] as const) : []),
      [t.reference, t.ofEachUser],
    ],
  };
}

/** From what on a deposit counts and when, and what arrives of the smallest withdrawal. */
export function previewChain(form: TermsForm, units: TermUnits): Preview | undefined {
  const scale = units.scales?.currency;
  if (scale === undefined) return undefined;
  const read = reader(form);
  const words = (minor: bigint) => amountWords(minor, scale, units.currency);
  const smallest = read('min_deposit', scale);
  const blocks = read('confirmations', 0);
  const [least, fee] = [read('min_withdraw', scale), read('withdraw_fee', scale)];
  const facts: Fact[] = [];
  if (smallest && blocks !== undefined) {
    const said = t.credited(words(smallest), blocks === 0n ? undefined : String(blocks));
    const isOpen = form['is_deposit_open'] === true;
    facts.push([t.deposit, isOpen ? said : termTexts.states.closed, 'wide']);
  }
  if (least !== undefined && fee !== undefined && least > fee) {
    const isOpen = form['is_withdraw_open'] === true;
    const arrives = isOpen ? words(least - fee) : termTexts.states.closed;
    facts.push([t.arrives(words(least)), arrives, 'wide']);
  }
  return facts.length === 0 ? undefined : { facts };
}

/** Of the kinds that users meet. */
export const PREVIEWS: Readonly<
  Partial<Record<TermsKind, (form: TermsForm, units: TermUnits) => Preview | undefined>>
> = {
  market: previewMarket,
  futures: previewFutures,
  options: previewOptions,
  option_currency: previewOptionCurrency,
  currency: previewCurrency,
  chain: previewChain,
  bank_account: previewBank,
};
