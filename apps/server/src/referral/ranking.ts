/**
 * The inviters who earned most, at the index of the day's first asking. It reads what everybody earned, so it is made
 * once a UTC day; what a caller sees of themselves is always as it is now.
 */

import type { Rank } from '@fairlead/contract';
import { DAY_MS, formatDecimal, PRICE_SCALE, placeOf } from '@fairlead/units';
import { RANKING_RETRY_MS, RANKS_MAX } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import { publicName } from '../identity/users/index.ts';
import { CONVERT_SCALE } from '../ledger/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { peopleById } from '../people/index.ts';
import { inviteeCount, rebateSums } from './queries.ts';
import { earningsWorth } from './service.ts';
import { inviteeCounts, rankedEarnings, rebateCurrencies, type WorthRate } from './sums-queries.ts';

interface Listed extends Omit<Rank, 'is_own'> {
  readonly userId: number;
}

interface Ranking {
  readonly listed: readonly Listed[];
  /** Earnings of everybody who has any, the most first. */
  readonly earnings: readonly bigint[];
  readonly keptUntilMs: number;
}

interface Parts {
  readonly database: Database;
  readonly terms: Terms;
  readonly marketData: MarketData;
  readonly clock: { now(): number };
}

export class ReferralRanking {
  readonly #parts: Parts;
  #made: Promise<Ranking> | undefined;
  #keptUntilMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The first ten, and the user's own line: among them, or after them. */
  async shownTo(userId: number): Promise<Rank[]> {
    const { listed, earnings } = await this.#present();
    const lines = listed.map(({ userId: inviter, ...rank }) =>
      inviter === userId ? { ...rank, is_own: true } : rank,
    );
    if (listed.some((each) => each.userId === userId)) return lines;
    return [...lines, await this.#ownLine(userId, earnings, listed.length)];
  }

  async #ownLine(userId: number, earnings: readonly bigint[], listed: number): Promise<Rank> {
    const { database } = this.#parts;
    const [person] = (await peopleById(database, [userId])).values();
    const { paid, pending } = earningsWorth(this.#parts, await rebateSums(database, userId));
    const own = paid + pending;
    // Whoever earned much since the ranking was made is not among the ten before it is made anew.
    const rank = Math.max(listed, countAbove(earnings, own)) + 1;
    return {
      rank,
      account: person === undefined ? '' : publicName(person),
      invite_count: await inviteeCount(database, userId),
      earnings: formatDecimal(own, CONVERT_SCALE),
      is_own: true,
    };
  }

  /** One is made at a time, however many ask. */
  #present(): Promise<Ranking> {
    if (this.#made === undefined || this.#parts.clock.now() >= this.#keptUntilMs) {
      this.#keptUntilMs = Number.POSITIVE_INFINITY;
      this.#made = this.#make().then(
        (ranking) => {
          this.#keptUntilMs = ranking.keptUntilMs;
          return ranking;
        },
        (error: unknown) => {
          this.#made = undefined;
          throw error;
        },
      );
    }
    return this.#made;
  }

  async #make(): Promise<Ranking> {
    const { database, clock } = this.#parts;
    const nowMs = clock.now();
    const currencies = await rebateCurrencies(database);
    const rates = currencies.flatMap((currencyId) => this.#rate(currencyId) ?? []);
    const ranked = await rankedEarnings(database, rates);
    const first = ranked.slice(0, RANKS_MAX);
    const inviters = first.map(({ inviter }) => inviter);
    const people = await peopleById(database, inviters);
    const counts = await inviteeCounts(database, inviters);
    const listed = first.map(({ inviter, earnings }, at): Listed => {
      const person = people.get(inviter);
      return {
        userId: inviter,
        rank: at + 1,
        account: person === undefined ? '' : publicName(person),
        invite_count: counts.get(inviter) ?? 0,
        earnings: formatDecimal(earnings, CONVERT_SCALE),
      };
    });
    // Without the index of a currency that was earned it is not the day's yet.
    const isWhole = rates.length === currencies.length;
    const nextDayMs = nowMs - (nowMs % DAY_MS) + DAY_MS;
    const keptUntilMs = isWhole ? nextDayMs : Math.min(nextDayMs, nowMs + RANKING_RETRY_MS);
    return { listed, earnings: ranked.map(({ earnings }) => earnings), keptUntilMs };
  }

  /** As `worth` counts. */
  #rate(currencyId: number): WorthRate | undefined {
    const { terms, marketData } = this.#parts;
    const price = marketData.usdtPrice(currencyId);
    if (price === undefined) return undefined;
    const { scale } = terms.knownCurrency(currencyId);
    const denominator = 10n ** BigInt(scale + PRICE_SCALE - CONVERT_SCALE);
    return { currencyId, numerator: price, denominator };
  }
}

/** How many of these, the most first, are more than this. */
const countAbove = (earnings: readonly bigint[], own: bigint): number =>
  placeOf(earnings, (each) => each > own);
