/** Referral: an inviter's code, link and poster, what they earned and by whom, and the ranking. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { DAY_MS, formatDecimal } from '@fairlead/units';
import type { Exceptions } from '../core/capability.ts';
import { amountText, rateText } from '../core/http/figures.ts';
import { type Call, type Handlers, PictureAnswer, userOf } from '../core/http/handler.ts';
import type { Say, TextKey } from '../core/texts/texts.ts';
import { findUserById, publicName } from '../identity/users/index.ts';
import { CONVERT_CURRENCY, CONVERT_SCALE, worth } from '../ledger/index.ts';
import { type Person, peopleById } from '../people/index.ts';
import type { ReferralNeeds } from './needs.ts';
import { drawPoster } from './poster.ts';
import { inviteeSums, inviteesPage, rebateSums, rebatesPage } from './queries.ts';
import { ReferralRanking } from './ranking.ts';
import {
  earningsWorth,
  levelName,
  levelsOf,
  percentText,
  shareUrl,
  standingOf,
} from './service.ts';

type Names = 'invite' | 'share' | 'poster' | 'inviteRanking' | 'invitees' | 'rebates';

/** Only read, though asked by POST. */
export const referralExceptions = {
  inviteRanking: 'gateway',
  invitees: 'gateway',
  rebates: 'gateway',
} as const satisfies Exceptions<Names>;

const RULES: readonly TextKey[] = [
  'referral.rules.binding',
  'referral.rules.share',
  'referral.rules.level',
  'referral.rules.payout',
  'referral.rules.bounds',
  'referral.rules.self',
];

export function referralHandlers(context: ReferralNeeds): Pick<Handlers, Names> {
  const { database, reads } = context;
  const ranking = new ReferralRanking(context);
  return {
    invite: (call) => showInvite(context, call),
    share: async ({ say }) => ({
      levels: (await levelsOf(context)).map(({ ratioPpm, needs }, at) => ({
        name: levelName(at, say),
        ratio: rateText(ratioPpm),
        needs,
      })),
      rules: RULES.map((rule) => say(rule)),
    }),
    poster: (call) => showPoster(context, call),
    inviteRanking: (call) => ranking.shownTo(userOf(call).userId),
    invitees: (call) => listInvitees(context, call),
    rebates: async (call) => {
      const { page, limit } = call.input;
      const found = await rebatesPage(reads, userOf(call).userId, { page, limit });
      const people = await peopleById(
        database,
        found.list.map(({ invitee }) => invitee),
      );
      const list = found.list.map((rebate) => {
        const currency = context.terms.knownCurrency(rebate.currencyId);
        return {
          id: rebate.rebateId,
          from_account: nameOf(people.get(rebate.invitee)),
          currency_id: currency.currencyId,
          currency: currency.name,
          amount: amountText(rebate.amount, currency),
          status: rebate.isPaid ? ('paid' as const) : ('pending' as const),
          time: rebate.timeMs,
        };
      });
      return { ...found, list };
    },
  };
}

const nameOf = (person: Person | undefined): string =>
  person === undefined ? '' : publicName(person);

const standingName = (
  { isPartner, level }: { readonly isPartner: boolean; readonly level: number },
  say: Say,
): string => (isPartner ? say('referral.partner') : levelName(level, say));

async function ownUser({ database }: ReferralNeeds, userId: number) {
  const user = await findUserById(database, userId);
  if (user === undefined) throw new ProblemError('not_logged_in');
  return user;
}

async function showInvite(
  context: ReferralNeeds,
  call: Call<'invite'>,
): Promise<ResponseOf<'invite'>> {
  const { config, clock, database } = context;
  const { userId } = userOf(call);
  const { inviteCode } = await ownUser(context, userId);
  const standing = await standingOf(context, userId);
  const { paid, pending } = earningsWorth(context, await rebateSums(database, userId));
  const nowMs = clock.now();
  return {
    invite_code: inviteCode,
    share_url: shareUrl(config.publicUrl, inviteCode),
    invite_count: standing.invitees,
    rebate_ratio: rateText(standing.ratioPpm),
    is_partner: standing.isPartner,
    level: standingName(standing, call.say),
    currency: CONVERT_CURRENCY,
    total_earnings: formatDecimal(paid + pending, CONVERT_SCALE),
    paid: formatDecimal(paid, CONVERT_SCALE),
    pending: formatDecimal(pending, CONVERT_SCALE),
    next_payout_at: nowMs - (nowMs % DAY_MS) + DAY_MS,
  };
}

async function showPoster(context: ReferralNeeds, call: Call<'poster'>): Promise<PictureAnswer> {
  const { userId } = userOf(call);
  const { inviteCode } = await ownUser(context, userId);
  // Whoever sees the poster is to recognise the name, not to learn the account.
  const people = await peopleById(context.database, [userId]);
  const { ratioPpm } = await standingOf(context, userId);
  const svg = drawPoster({
    name: nameOf(people.get(userId)),
    inviteCode,
    ratio: percentText(ratioPpm, call.language),
    url: shareUrl(context.config.publicUrl, inviteCode),
    language: call.language,
    brand: context.config.brand,
  });
  return new PictureAnswer({
    bytes: Buffer.from(svg),
    mime: 'image/svg+xml',
    filename: 'poster.svg',
  });
}

async function listInvitees(
  context: ReferralNeeds,
  call: Call<'invitees'>,
): Promise<ResponseOf<'invitees'>> {
  const { database } = context;
  const { page, limit } = call.input;
  const found = await inviteesPage(database, userOf(call).userId, { page, limit });
  const people = await peopleById(database, found.list);
  const sums = new Map<number, { fees: bigint; rebate: bigint }>();
  for (const { invitee, currencyId, fee, rebate } of await inviteeSums(database, found.list)) {
    const sum = sums.get(invitee) ?? { fees: 0n, rebate: 0n };
    sum.fees += worth(context, currencyId, fee) ?? 0n;
    sum.rebate += worth(context, currencyId, rebate) ?? 0n;
    sums.set(invitee, sum);
  }
  const list = found.list.map((invitee) => {
    const { fees, rebate } = sums.get(invitee) ?? { fees: 0n, rebate: 0n };
    const person = people.get(invitee);
    return {
      account: nameOf(person),
      joined_at: person?.createdAtMs ?? 0,
      fees: formatDecimal(fees, CONVERT_SCALE),
      rebate: formatDecimal(rebate, CONVERT_SCALE),
    };
  });
  return { ...found, list };
}
