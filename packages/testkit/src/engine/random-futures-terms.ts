/** Who trades futures, in which markets and under which drawn terms, and what all begins with. */
import type { Command, FuturesTerms, Market } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';
import { Seeded } from './seeded.ts';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './terms.ts';

export const OWNERS = [41, 42, 43] as const;
export const STRANGER = 99;
export const MARKETS: readonly Market[] = [BTC_USDT, ETH_USDT, ETH_BTC];
export const CURRENCIES = [BTC, ETH, USDT] as const;
/** One lot is worth a few hundred minor units of the quote currency, so that rates of it are a handful. */
export function termsOf(random: Seeded, marketId: number): FuturesTerms {
  const isBtc = marketId === ETH_BTC.marketId;
  const lot = random.pick([331n, 500n, 1_007n]);
  const terms = {
    marketId,
    lotBaseMinor: amountMinor(isBtc ? (lot + 99n) / 100n : lot),
    lotsMin: random.pick([1, 1, 2]),
    lotsMax: random.pick([50, 1_000]),
    multiples: [2, 5, 10, 50, 100].map((multiple) => ({
      multiple,
      maintenanceRatePpm: ratePpm(random.pick([1_000n, 3_333n, 5_000n])),
      notionalMaxMinor: amountMinor(random.pick([15_000n, 400_000n])),
    })),
    openFeePpm: ratePpm(random.pick([0n, 500n, 9_999n])),
    closeFeePpm: ratePpm(random.pick([0n, 500n, 10_000n])),
    insuranceSharePpm: ratePpm(random.pick([0n, 200_000n, 999_999n])),
    halfSpreadPpm: ratePpm(random.pick([0n, 100n, 4_000n])),
    profitCapMultiple: random.pick([1, 3, 10]),
    openInterestMaxMinor: amountMinor(random.pick([60_000n, 2_000_000n])),
    positionsMax: random.pick([4, 10, 60]),
    isOpen: !random.chance(3),
  };
  return { ...terms, priceStepE8: stepOf(lot, terms.halfSpreadPpm) };
}

/** Drawn with the lot. Without a spread only the finest is taken: now and then another is tried. */
function stepOf(lot: bigint, halfSpread: bigint): bigint {
  if (lot === 331n) return 1n;
  if (lot === 1_007n) return 50_000n;
  return halfSpread === 0n ? 1n : 777n;
}

export function beginning(): Command[] {
  const commands: Command[] = [];
  const random = new Seeded(0);
  const grant = (
    target: { readonly owner: number } | { readonly house: 'contract_house' | 'insurance_fund' },
    currencyId: number,
    amount: bigint,
  ): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference: `begin ${commands.length}`,
    currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target: 'owner' in target ? { ...target, account: 'contract' } : target,
  });
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const market of MARKETS) {
    commands.push({ kind: 'configure_market', market });
    const terms = { ...termsOf(random, market.marketId), isOpen: true };
    commands.push({ kind: 'configure_futures', terms });
  }
  for (const owner of OWNERS) commands.push({ kind: 'open_account', owner });
  for (const { currencyId } of CURRENCIES) {
    commands.push(grant({ house: 'contract_house' }, currencyId, 120_000n));
    commands.push(grant({ house: 'insurance_fund' }, currencyId, 2_000n));
    for (const owner of OWNERS) commands.push(grant({ owner }, currencyId, 20_000n));
  }
  return commands;
}
