/** What operators are offered as terms is what the engine takes: the whole check, over decades of price. */
import {
  type MarketSetting,
  proposeFutures,
  proposeMarket,
  proposeOptions,
} from '@fairlead/formula';
import { amountMinor, assert, parseDecimal, priceE8, ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import { areFuturesTermsValid } from '../../futures/check-terms.ts';
import { areOptionTermsValid } from '../../options/check-terms.ts';
import type { Currency } from '../../terms.ts';
import { isLotBounded, isTickBounded } from '../../terms-bounds.ts';
import { isMarketValid } from '../check-terms.ts';

const E8 = 100_000_000n;
const currency = (currencyId: number, scale: number): Currency => ({
  currencyId,
  name: `C${currencyId}`,
  fullName: 'A currency',
  scale,
  isEnabled: true,
});

const DECADES = Array.from({ length: 13 }, (_, at) => 10n ** BigInt(at + 2));
const SETTINGS: readonly MarketSetting[] = DECADES.flatMap((ten) =>
  [1n, 3n, 7n].flatMap((digit) =>
    [
      [8, 6],
      [8, 2],
      [6, 8],
      [18, 6],
    ].map(([baseScale = 0, quoteScale = 0]) => ({
      indexE8: digit * ten,
      baseScale,
      quoteScale,
      quoteUsdtE8: quoteScale === 8 ? 60_000n * E8 : E8,
    })),
  ),
);

const minor = (text: string, scale: number) => {
  const value = parseDecimal(text, scale);
  assert(value !== undefined, 'a proposal fits the decimals of its currency');
  return amountMinor(value);
};
const rate = (text: string) => ratePpm(minor(text, 6));

test('markets', () => {
  let taken = 0;
  for (const setting of SETTINGS) {
    const { indexE8, baseScale, quoteScale } = setting;
    const proposed = proposeMarket(setting);
    if (!proposed.ok) continue;
    const { terms } = proposed;
    const [base, quote] = [currency(1, baseScale), currency(2, quoteScale)];
    const [tickSizeE8, lotBaseMinor] = [
      minor(terms.tick_size, 8),
      minor(terms.lot_size, baseScale),
    ];
    const worth = tickSizeE8 * lotBaseMinor * 10n ** BigInt(quoteScale);
    const market = {
      marketId: 1,
      symbol: 'C1/C2',
      baseCurrencyId: 1,
      quoteCurrencyId: 2,
      tickSizeE8,
      lotBaseMinor,
      tickLotQuoteMinor: amountMinor(worth / 10n ** BigInt(8 + baseScale)),
      makerFeePpm: rate(terms.maker_fee),
      takerFeePpm: rate(terms.taker_fee),
      minNotionalMinor: minor(terms.min_notional, quoteScale),
      marketBandPpm: rate(terms.market_band),
      limitBandPpm: rate(terms.limit_band),
      openOrdersMax: terms.open_orders_max,
      icebergPartsMax: terms.iceberg_parts_max,
      state: 'halted',
    } as const;
    const told = `${JSON.stringify(terms)} at ${indexE8}`;
    expect(isMarketValid(market, base, quote), told).toBe(true);
    expect(isTickBounded(market, indexE8), told).toBe(true);
    expect(isLotBounded('market', lotBaseMinor, { indexE8, baseScale }), told).toBe(true);
    taken += 1;
  }
  expect(taken).toBeGreaterThan(SETTINGS.length / 2);
});

test('futures and options', () => {
  for (const setting of SETTINGS) {
    const { indexE8, baseScale, quoteScale } = setting;
    const futures = proposeFutures(setting);
    assert(futures.ok, `futures at ${indexE8}`);
    const { terms } = futures;
    const lotBaseMinor = minor(terms.lot_size, baseScale);
    const read = {
      marketId: 1,
      lotBaseMinor,
      lotsMin: terms.min_lots,
      lotsMax: terms.max_lots,
      multiples: terms.multiples.map((each) => ({
        multiple: each.multiple,
        maintenanceRatePpm: rate(each.maintenance_rate),
        notionalMaxMinor: minor(each.max_notional, quoteScale),
      })),
      openFeePpm: rate(terms.open_fee),
      closeFeePpm: rate(terms.close_fee),
      insuranceSharePpm: rate(terms.insurance_share),
      halfSpreadPpm: rate(terms.half_spread),
      priceStepE8: minor(terms.price_step, 8),
      profitCapMultiple: terms.profit_cap,
      openInterestMaxMinor: minor(terms.max_open_interest, quoteScale),
      positionsMax: terms.max_positions,
      isOpen: false,
    };
    expect(areFuturesTermsValid(read, priceE8(indexE8)), `${JSON.stringify(terms)}`).toBe(true);
    expect(isLotBounded('futures', lotBaseMinor, { indexE8, baseScale })).toBe(true);
    const options = proposeOptions(setting);
    assert(options.ok, `options at ${indexE8}`);
    const { times, max_exposure, max_orders } = options.terms;
    const sold = {
      marketId: 1,
      times: times.map((each) => ({
        seconds: each.seconds,
        payoutRatioPpm: rate(each.payout_ratio),
        minMinor: minor(each.min_amount, quoteScale),
        maxMinor: minor(each.max_amount, quoteScale),
      })),
      exposureMaxMinor: minor(max_exposure, quoteScale),
      ordersMax: max_orders,
      isOpen: false,
    };
    expect(areOptionTermsValid(sold), JSON.stringify(options.terms)).toBe(true);
  }
});
