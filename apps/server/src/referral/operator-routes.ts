/** Referral in the console: levels, and partners, who have a share of their own. */

import { ProblemError } from '@fairlead/contract';
import { ratePpm } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import { amountText, rateText } from '../core/http/figures.ts';
import type { Call, Handlers } from '../core/http/handler.ts';
import { changeOf } from '../core/terms/change.ts';
import { saveTerms } from '../core/terms/saves.ts';
import { maskedAccount } from '../identity/users/index.ts';
import { lookUpUser, peopleById } from '../people/index.ts';
import type { PartnerChange } from './effects.ts';
import { REFERRAL_SUBJECT } from './effects.ts';
import type { ReferralNeeds } from './needs.ts';
import { partnersPage, readReferralTerms } from './queries.ts';
import { levelsOf, standingOf } from './service.ts';
import { referralTotals } from './sums-queries.ts';
import { readPartnerRatio, readReferralTermsView, referralTermsView } from './terms.ts';

type Names = 'operatorReferral' | 'operatorSaveReferral' | 'partners' | 'savePartner';

export function operatorReferralHandlers(context: ReferralNeeds): Pick<Handlers, Names> {
  const { database, terms } = context;
  return {
    operatorReferral: async () => {
      const [present = { levels: [] }] = await readReferralTerms(database);
      const { inviters, invitees, pending } = await referralTotals(database);
      return {
        ...referralTermsView(present),
        inviters,
        invitees,
        pending: pending.map(({ currencyId, amount }) => {
          const currency = terms.knownCurrency(currencyId);
          return {
            currency_id: currencyId,
            currency: currency.name,
            amount: amountText(amount, currency),
          };
        }),
      };
    },
    operatorSaveReferral: (call) => saveLevels(context, call),
    partners: async ({ input: { page, limit } }) => {
      const found = await partnersPage(database, { page, limit });
      const people = await peopleById(
        database,
        found.list.map(({ owner }) => owner),
      );
      const list = found.list.map(({ owner, ratioPpm, invitees, sinceMs }) => {
        const person = people.get(owner);
        return {
          user_id: owner,
          user: person === undefined ? '' : maskedAccount(person),
          ratio: rateText(ratioPpm),
          invite_count: invitees,
          since: sinceMs,
        };
      });
      return { ...found, list };
    },
    savePartner: (call) => savePartner(context, call),
  };
}

async function saveLevels(context: ReferralNeeds, call: Call<'operatorSaveReferral'>) {
  const { reason, terms } = call.input;
  const after = referralTermsView(readReferralTermsView(terms, call.say));
  const [present] = await readReferralTerms(context.database);
  return saveTerms(context, call, {
    kind: 'referral_terms',
    subject: REFERRAL_SUBJECT,
    payload: changeOf(present && referralTermsView(present), after),
    reason,
    detail: terms,
  });
}

async function savePartner(context: ReferralNeeds, call: Call<'savePartner'>) {
  const { user_id: owner, ratio, reason } = call.input;
  const action = ratio === undefined ? 'partner.removed' : 'partner.saved';
  const noted = { action, subject: `user ${owner}`, detail: { ratio, reason } };
  let payload: PartnerChange;
  try {
    payload = await partnerChange(context, call);
  } catch (error) {
    return act(context, call, noted, () => Promise.reject(error));
  }
  const saved = await saveTerms(context, call, {
    kind: 'partner_terms',
    ...noted,
    payload,
    reason,
  });
  const { own } = payload;
  return { ...saved, user_id: owner, ...(own !== undefined && { ratio: own }) };
}

/** What counts is what the person earns before and after, by their own share or by their level. */
async function partnerChange(
  context: ReferralNeeds,
  { input: { user_id: owner, ratio }, say }: Call<'savePartner'>,
): Promise<PartnerChange> {
  const own = ratio === undefined ? undefined : rateText(readPartnerRatio(ratio, say));
  if ((await lookUpUser(context.database, owner)) === undefined)
    throw new ProblemError('not_found');
  const { level, ratioPpm } = await standingOf(context, owner);
  const levels = await levelsOf(context);
  return {
    before: { user_id: owner, ratio: rateText(ratioPpm) },
    after: { user_id: owner, ratio: own ?? rateText(levels[level]?.ratioPpm ?? ratePpm(0n)) },
    ...(own !== undefined && { own }),
  };
}
