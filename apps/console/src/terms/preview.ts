/** A form's terms as a trader would meet them, by the app's own formulas. Undefined while something is missing. */
import {
  askPrice,
  bidPrice,
  feeAmount,
  notionalShare,
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
import type { TermUnits } from './fields.ts';
import { isRowForms, type TermsForm } from './forms.ts';
import { plain } from './model.ts';
import { termTexts } from './texts.ts';

const t = termTexts.preview;
const ROWS = 3;

export interface Preview {
  readonly facts: readonly Fact[];
  /** Prices of the nearest asks and bids, best first, as a book shows them. */
  readonly asks?: readonly string[];
  readonly bids?: readonly string[];
}

const reader =
  (form: TermsForm) =>
  (name: string, scale: number): bigint | undefined => {
    const value = form[name];
    return typeof value === 'string' ? parseDecimal(value.trim(), scale) : undefined;
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
  const fee = read('taker_fee', RATE_SCALE);
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
  const half = read('half_spread', RATE_SCALE);
  const step = read('price_step', PRICE_SCALE);
  const fee = read('open_fee', RATE_SCALE);
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

/** What arrives of the smallest withdrawal. */
export function previewChain(form: TermsForm, units: TermUnits): Preview | undefined {
  const scale = units.scales?.currency;
  if (scale === undefined) return undefined;
  const read = reader(form);
  const [least, fee] = [read('min_withdraw', scale), read('withdraw_fee', scale)];
  if (least === undefined || fee === undefined || least <= fee) return undefined;
  const words = (minor: bigint) => amountWords(minor, scale, units.currency);
  return { facts: [[t.arrives(words(least)), words(least - fee), 'wide']] };
}
