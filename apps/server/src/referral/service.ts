/** An inviter's standing: what they earn of each fee, why, and what it has come to so far. */

import { LANGUAGE_TAGS, type Language } from '@fairlead/contract';
import type { ReferralLevel } from '@fairlead/engine';
import { referralLevel } from '@fairlead/formula';
import { PPM_ONE, type RatePpm, ratePpm } from '@fairlead/units';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import { worth } from '../ledger/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { inviteeCount, type RebateSums, readReferralTerms } from './queries.ts';
import { partnerRatio } from './sums-queries.ts';

export interface Standing {
  readonly invitees: number;
  readonly isPartner: boolean;
  /** A partner's own, else the level's. */
  readonly ratioPpm: RatePpm;
  /** Place among the levels, from 0. */
  readonly level: number;
}

export async function levelsOf({
  database,
}: {
  readonly database: Database;
}): Promise<readonly ReferralLevel[]> {
  const [terms] = await readReferralTerms(database);
  return terms?.levels ?? [];
}

export async function standingOf(
  { database }: { readonly database: Database },
  userId: number,
): Promise<Standing> {
  const levels = await levelsOf({ database });
  const invitees = await inviteeCount(database, userId);
  const own = await partnerRatio(database, userId);
  const level = referralLevel(levels, invitees);
  const ratio = own ?? levels[level]?.ratioPpm ?? ratePpm(0n);
  return { invitees, isPartner: own !== undefined, ratioPpm: ratio, level };
}

/** "Level 2", counting from 1. */
export const levelName = (level: number, say: Say): string =>
  say('referral.level', { number: level + 1 });

/** Where an invited person registers: the code is filled in there. */
export const shareUrl = (publicUrl: string, inviteCode: string): string =>
  `${publicUrl}/#/pages/user/login/register?invite_code=${encodeURIComponent(inviteCode)}`;

/** "20%", as the language writes it. */
export const percentText = (rate: RatePpm, language: Language): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    style: 'percent',
    maximumFractionDigits: 4,
  }).format(Number(rate) / Number(PPM_ONE));

/** In 10^-6 USDT at the index, each currency rounded down. */
export interface EarningsWorth {
  readonly paid: bigint;
  readonly pending: bigint;
}

/** A currency without an index counts once it has one again. */
export function earningsWorth(
  context: { readonly terms: Terms; readonly marketData: MarketData },
  sums: readonly RebateSums[],
): EarningsWorth {
  let [paid, pending] = [0n, 0n];
  for (const sum of sums) {
    paid += worth(context, sum.currencyId, sum.paid) ?? 0n;
    pending += worth(context, sum.currencyId, sum.pending) ?? 0n;
  }
  return { paid, pending };
}
