/** How each market is quoted and taken. Distances are parts per million of the index. */
export interface MarketPolicy {
  /** From the index to the best price of each side; twice this is the spread. */
  readonly halfSpreadPpm: number;
  /** From the best price to the next; the gaps grow outwards. */
  readonly gapPpm: number;
  /** Size of the best level in US dollars; the levels behind it are larger. */
  readonly dollars: number;
  /** How often the taker picks this market, against the others. */
  readonly weight: number;
}

const MAJOR: MarketPolicy = { halfSpreadPpm: 150, gapPpm: 230, dollars: 6_000, weight: 6 };
const LARGE: MarketPolicy = { halfSpreadPpm: 200, gapPpm: 300, dollars: 4_000, weight: 4 };
const MIDDLE: MarketPolicy = { halfSpreadPpm: 320, gapPpm: 450, dollars: 2_000, weight: 2 };
const SMALL: MarketPolicy = { halfSpreadPpm: 480, gapPpm: 650, dollars: 1_200, weight: 1 };
const BY_BASE: Readonly<Record<string, MarketPolicy>> = {
  BTC: MAJOR,
  ETH: LARGE,
  SOL: MIDDLE,
  BNB: MIDDLE,
};

/** By base currency; one that is not known is quoted like a small one. */
export const policyOf = (base: string): MarketPolicy => BY_BASE[base] ?? SMALL;

export const LEVELS = 12;
/** Requests a second of the maker, over all markets: well below the server's limit for one account. */
export const REQUESTS_PER_SECOND = 40;
/** Orders a side kept beside the levels: fewer are cancelled just before the index comes back to them. */
export const SPARES = 6;
/** Share of its funds that the maker's levels use, in percent. */
export const FUNDS_USED_PERCENT = 60n;
/** Share of its funds that all its orders may freeze, the spare ones too. */
export const FUNDS_FROZEN_PERCENT = 90n;
/** Mean time between the taker's orders, over all markets: what an idle demo keeps for a month, 90 MB a day, is of them. */
export const TAKE_EVERY_MS = 3_000;
/** Quotes without a fresh index are taken back after this long. */
export const STALE_PATIENCE_MS = 5_000;
