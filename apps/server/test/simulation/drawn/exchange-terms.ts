/** What the simulated exchange trades in, and the commands that set it up. */
import type { Command, Currency, FuturesTerms, Market, OptionTerms } from '@fairlead/engine';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, HOUR_MS, priceE8, ratePpm } from '@fairlead/units';
import type { Walk } from './index-venues.ts';

/** Three decimals, so that a unit costs no whole number of units. */
export const NEW: Currency = { ...BTC, currencyId: 4, name: 'NEW', fullName: 'New coin', scale: 3 };
export const CURRENCIES = [BTC, ETH, USDT] as const;
export const MARKETS: readonly Market[] = [BTC_USDT, ETH_USDT, ETH_BTC];
/** Whoever trades from the beginning; the second is invited by the first, the third by the second. */
export const OWNERS = [11, 12, 13, 14] as const;
export const OPERATORS = [1, 2, 3] as const;
export const PRODUCTS = [1, 2, 3] as const;
export const OFFERING_ID = 1;
/** A quarter of an hour before a day ends, in February. */
export const BEGINS_AT_MS = Date.UTC(2028, 1, 28, 23, 45);

export const WALKS: readonly Walk[] = [
  { symbol: BTC_USDT.symbol, start: priceE8(100_00000000n) },
  { symbol: ETH_USDT.symbol, start: priceE8(50_00000000n) },
  { symbol: ETH_BTC.symbol, start: priceE8(50_000000n) },
];

const FUNDS = 4_000_000_000n;
const CAPITAL = 2_000_000_000n;

const FUTURES: Omit<FuturesTerms, 'marketId'> = {
  lotBaseMinor: amountMinor(100_000n),
  lotsMin: 1,
  lotsMax: 5_000,
  multiples: [2, 10, 50].map((multiple) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: amountMinor(1_000_000_000n),
  })),
  openFeePpm: ratePpm(611n),
  closeFeePpm: ratePpm(507n),
  insuranceSharePpm: ratePpm(350_000n),
  halfSpreadPpm: ratePpm(100n),
  priceStepE8: 300n,
  profitCapMultiple: 3,
  openInterestMaxMinor: amountMinor(3_000_000_000n),
  positionsMax: 12,
  isOpen: true,
};

const OPTIONS: Omit<OptionTerms, 'marketId'> = {
  times: [5, 7, 12, 30].map((seconds) => ({
    seconds,
    payoutRatioPpm: ratePpm(777_777n),
    minMinor: amountMinor(3n),
    maxMinor: amountMinor(40_000_000n),
  })),
  exposureMaxMinor: amountMinor(600_000_000n),
  ordersMax: 25,
  isOpen: true,
};

const HOUSES = ['contract_house', 'option_house', 'insurance_fund', 'yield_treasury'] as const;

/** From nothing to an exchange that is open. */
export function beginning(): Command[] {
  const commands: Command[] = [];
  for (const currency of [...CURRENCIES, NEW]) {
    commands.push({ kind: 'configure_currency', currency });
  }
  for (const market of MARKETS) {
    const { marketId } = market;
    commands.push(
      { kind: 'configure_market', market: { ...market, makerFeePpm: ratePpm(1_003n) } },
      { kind: 'configure_futures', terms: { ...FUTURES, marketId } },
      { kind: 'configure_options', terms: { ...OPTIONS, marketId } },
    );
  }
  for (const { currencyId } of CURRENCIES) {
    const currency = { currencyId, feePpm: ratePpm(13_001n), presets: [], isOpen: true };
    commands.push({ kind: 'configure_option_currency', currency });
    for (const house of HOUSES) commands.push(capital(house, currencyId, CAPITAL));
  }
  commands.push(capital('subscription_supply', NEW.currencyId, 5_000_000n));
  commands.push(...wealthTerms());
  OWNERS.forEach((owner, at) => {
    const inviter = OWNERS[at - 1];
    const invited = inviter !== undefined && at < 3 ? { inviter } : {};
    commands.push({ kind: 'open_account', owner, ...invited });
    for (const account of ['coin', 'contract', 'option', 'trust'] as const) {
      for (const { currencyId } of CURRENCIES) {
        commands.push({
          kind: 'post_entry',
          reason: 'faucet',
          reference: `begin ${owner} ${account} ${currencyId}`,
          currencyId,
          amount: amountMinor(FUNDS),
          source: { house: 'external' },
          target: { owner, account },
        });
      }
    }
  });
  return commands;
}

function capital(
  house: (typeof HOUSES)[number] | 'subscription_supply',
  currencyId: number,
  amount: bigint,
): Command {
  return {
    kind: 'post_entry',
    reason: 'capital',
    reference: `begin ${house} ${currencyId}`,
    currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target: { house },
  };
}

function wealthTerms(): Command[] {
  const products = PRODUCTS.map(
    (productId): Command => ({
      kind: 'configure_hosting',
      product: {
        productId,
        currencyId: productId === 1 ? BTC.currencyId : USDT.currencyId,
        days: [1, 2, 7][productId - 1] ?? 1,
        minMinor: amountMinor(1_000n),
        maxMinor: amountMinor(500_000_000n),
        capacityMinor: amountMinor(2_000_000_000n),
        dailyYieldPpm: ratePpm(7_777n),
        damagesRatePpm: ratePpm(33_333n),
        isOpen: true,
      },
    }),
  );
  return [
    ...products,
    {
      kind: 'configure_offering',
      offering: {
        offeringId: OFFERING_ID,
        currencyId: NEW.currencyId,
        paymentCurrencyId: USDT.currencyId,
        issuePrice: priceE8(33_333_333n),
        totalMinor: amountMinor(12_000n),
        minMinor: amountMinor(7n),
        maxMinor: amountMinor(10_000n),
        lockupDays: 1,
        startsAtMs: BEGINS_AT_MS,
        closesAtMs: BEGINS_AT_MS + 30 * 60_000,
        launchesAtMs: BEGINS_AT_MS + HOUR_MS,
        isOpen: true,
      },
    },
    {
      kind: 'configure_referral',
      terms: {
        levels: [
          { needs: 0, ratioPpm: ratePpm(200_000n) },
          { needs: 2, ratioPpm: ratePpm(456_789n) },
        ],
      },
    },
  ];
}
