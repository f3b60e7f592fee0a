/**
 * Templates that new products begin with: for each a name and what it says of fees, bands, times and risk. What is worth
 * money is computed from a price (propose-terms.ts); names and reasons are written where they are shown.
 */

interface MarketTemplate {
  readonly makerFee: string;
  readonly takerFee: string;
  readonly marketBand: string;
  readonly limitBand: string;
}

/** `liquid`: traded everywhere. `young`: few trade it yet, so its price jumps. `pegged`: two that are worth the same. */
export const MARKET_TEMPLATES = {
  liquid: { makerFee: '0.0008', takerFee: '0.001', marketBand: '0.02', limitBand: '0.2' },
  young: { makerFee: '0.0015', takerFee: '0.002', marketBand: '0.05', limitBand: '0.2' },
  pegged: { makerFee: '0', takerFee: '0.0002', marketBand: '0.005', limitBand: '0.05' },
} as const satisfies Readonly<Record<string, MarketTemplate>>;

interface FuturesTemplate {
  /** Greatest notional in USDT by multiple: the more lever, the less size. */
  readonly multiples: readonly (readonly [multiple: bigint, usdt: bigint])[];
  readonly maintenanceRate: string;
  readonly fee: string;
  readonly halfSpreadPpm: bigint;
  readonly profitCap: bigint;
  readonly openInterestUsdt: bigint;
}

/** `broad`: of what is traded everywhere. `careful`: little lever and size, for what moves in jumps. */
export const FUTURES_TEMPLATES = {
  broad: {
    multiples: [
      [2n, 5_000_000n],
      [5n, 5_000_000n],
      [10n, 2_000_000n],
      [20n, 1_000_000n],
      [50n, 200_000n],
      [100n, 50_000n],
    ],
    maintenanceRate: '0.005',
    fee: '0.0005',
    halfSpreadPpm: 100n,
    profitCap: 10n,
    openInterestUsdt: 20_000_000n,
  },
  careful: {
    multiples: [
      [2n, 200_000n],
      [5n, 100_000n],
      [10n, 50_000n],
    ],
    maintenanceRate: '0.02',
    fee: '0.001',
    halfSpreadPpm: 500n,
    profitCap: 5n,
    openInterestUsdt: 1_000_000n,
  },
} as const satisfies Readonly<Record<string, FuturesTemplate>>;

/** Seconds and pay-out. `minutes`: half a minute to five. `hour`: five minutes to an hour. */
export const OPTION_TEMPLATES = {
  minutes: [
    [30, '0.75'],
    [60, '0.8'],
    [120, '0.82'],
    [180, '0.85'],
    [300, '0.88'],
  ],
  hour: [
    [300, '0.82'],
    [900, '0.85'],
    [1_800, '0.88'],
    [3_600, '0.9'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [number, string])[]>>;

interface HostingTemplate {
  readonly days: number;
  readonly dailyYield: string;
}

/** The longer it is locked, the more a day earns; a day left out costs what it would have earned. */
export const HOSTING_TEMPLATES = {
  week: { days: 7, dailyYield: '0.0001' },
  month: { days: 30, dailyYield: '0.0002' },
  quarter: { days: 90, dailyYield: '0.0003' },
} as const satisfies Readonly<Record<string, HostingTemplate>>;

/** Days from the launch to the release. `free`: at the launch. `vested`: a month later. */
export const OFFERING_TEMPLATES = {
  free: { lockupDays: 0 },
  vested: { lockupDays: 30 },
} as const satisfies Readonly<Record<string, { readonly lockupDays: number }>>;
