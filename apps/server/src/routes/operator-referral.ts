/** Referral in the console: levels, which take two operators, and partners, whom one manager makes. */
import type { Context } from '../context.ts';
import { rateText } from '../services/figures.ts';
import { maskedAccount } from '../services/masks.ts';
import { act, runCommand } from '../services/operators-acts.ts';
import {
  readPartnerRatio,
  readReferralTermsView,
  referralTermsView,
} from '../services/operators-referral-terms.ts';
import { REFERRAL_SUBJECT } from '../services/referral-effects.ts';
import { changeOf } from '../services/terms-change.ts';
import { amountText } from '../services/views.ts';
import { peopleById } from '../store/people-queries.ts';
import { partnersPage, readReferralTerms } from '../store/referral-queries.ts';
import { referralTotals } from '../store/referral-sums-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names = 'operatorReferral' | 'operatorSaveReferral' | 'partners' | 'savePartner';

export function operatorReferralHandlers(context: Context): Pick<Handlers, Names> {
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
    operatorSaveReferral: (call) => proposeLevels(context, call),
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

async function proposeLevels(context: Context, call: Call<'operatorSaveReferral'>) {
  const { reason, terms } = call.input;
  const after = referralTermsView(readReferralTermsView(terms, call.say));
  const [present] = await readReferralTerms(context.database);
  const payload = changeOf(present && referralTermsView(present), after);
  const proposed = { action: 'terms.proposed', subject: REFERRAL_SUBJECT, detail: terms };
  return act(context, call, proposed, async () => ({
    proposal_id: await context.proposals.propose(operatorOf(call), {
      kind: 'referral_terms',
      payload,
      reason,
    }),
  }));
}

async function savePartner(context: Context, call: Call<'savePartner'>) {
  const { user_id: owner, ratio, reason } = call.input;
  const saved = {
    action: ratio === undefined ? 'partner.removed' : 'partner.saved',
    subject: `user ${owner}`,
    detail: { ratio, reason },
  };
  return act(context, call, saved, async () => {
    const ratioPpm = ratio === undefined ? undefined : readPartnerRatio(ratio, call.say);
    const own = ratioPpm === undefined ? {} : { ratioPpm };
    await runCommand(context, { kind: 'set_partner', owner, ...own });
    return { user_id: owner, ...(ratioPpm !== undefined && { ratio: rateText(ratioPpm) }) };
  });
}
