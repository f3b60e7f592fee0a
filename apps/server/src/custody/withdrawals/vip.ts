/** Whose claims go into the priority queue: those who traded enough in 30 days. It costs nothing and buys nothing else. */
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  NewestMap,
  PRICE_SCALE,
  type PriceE8,
} from '@fairlead/units';
import { VOLUME_CACHE_MAX, VOLUME_CACHE_MS } from '../../core/http/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { MarketTerms } from '../../market/index.ts';
import { filledSince } from '../queries.ts';
import { type CustodyTerms, VALUE_SCALE } from '../terms/terms.ts';

const WINDOW_MS = 30 * 24 * 60 * 60_000;

export interface VipOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly custodyTerms: CustodyTerms;
}

/** Published markets and prices, which are made later than this service. */
export interface VipMarkets {
  readonly terms: { knownMarket(marketId: number): MarketTerms };
  usdtPrice(currencyId: number): PriceE8 | undefined;
}

export class Vip {
  readonly #options: VipOptions;
  readonly #volumes = new NewestMap<
    number,
    { readonly volume: AmountMinor; readonly untilMs: number }
  >(VOLUME_CACHE_MAX);

  constructor(options: VipOptions) {
    this.#options = options;
  }

  async isVip(userId: number, markets: VipMarkets): Promise<boolean> {
    const { vipVolumeMinor } = this.#options.custodyTerms.settings;
    return (await this.volume(userId, markets)) >= vipVolumeMinor;
  }

  /**
   * What a user's orders of the last 30 days have filled, in 10^-6 USDT, rounded down, as of a minute ago at
   * most. A quote currency without a fresh index counts nothing until it has one.
   */
  async volume(userId: number, markets: VipMarkets): Promise<AmountMinor> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const known = this.#volumes.get(userId);
    if (known !== undefined && known.untilMs > nowMs) return known.volume;
    let sum = 0n;
    for (const { marketId, quoteMinor } of await filledSince(database, userId, nowMs - WINDOW_MS))
      sum += worth(markets, marketId, quoteMinor);
    const volume = amountMinor(sum);
    this.#volumes.delete(userId);
    this.#volumes.set(userId, { volume, untilMs: nowMs + VOLUME_CACHE_MS });
    return volume;
  }
}

function worth(markets: VipMarkets, marketId: number, quoteMinor: bigint): bigint {
  const { quote } = markets.terms.knownMarket(marketId);
  const price = markets.usdtPrice(quote.currencyId);
  if (price === undefined) return 0n;
  return divFloor(quoteMinor * price, 10n ** BigInt(quote.scale + PRICE_SCALE - VALUE_SCALE));
}
