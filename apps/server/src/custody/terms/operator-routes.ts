/** Terms of money in and out: what strengthens holds at once, what weakens waits for a second operator (L3). */

import { type ChainTerms as ChainTermsView, ProblemError } from '@fairlead/contract';
import { act } from '../../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../../core/http/handler.ts';
import { changeOf } from '../../core/terms/change.ts';
import { saveTerms } from '../../core/terms/saves.ts';
import { termsVersionsPage } from '../../core/terms/version-queries.ts';
import type { CustodyNeeds } from '../needs.ts';
import {
  askedBankAccount,
  bankAccountView,
  chainTermsView,
  presentBankAccount,
  presentChainTerms,
  readChainTerms,
  readSettings,
  settingsView,
} from './operator-terms.ts';

type Names =
  | 'chainTerms'
  | 'saveChainTerms'
  | 'termsHistory'
  | 'custodySettings'
  | 'saveCustodySettings'
  | 'saveBankAccount';

export function operatorTermsHandlers(context: CustodyNeeds): Pick<Handlers, Names> {
  const { custodyTerms, terms, database } = context;
  return {
    chainTerms: () =>
      custodyTerms.all().map((each) => chainTermsView(each, terms.knownCurrency(each.currencyId))),
    saveChainTerms: (call) => saveChainTerms(context, call),
    termsHistory: async ({ input: { subject, ...paging } }) => {
      const filter = subject === undefined ? {} : { subject };
      const page = await termsVersionsPage(database, filter, paging);
      return {
        ...page,
        list: page.list.map((version) => ({
          id: version.versionId,
          subject: version.subject,
          ...(version.before !== undefined && { before: version.before }),
          after: version.after,
          ...(version.operatorName !== undefined && { operator: version.operatorName }),
          time: version.timeMs,
        })),
      };
    },
    custodySettings: () => ({
      ...settingsView(custodyTerms.settings),
      bank_accounts: custodyTerms.bankAccounts().map(bankAccountView),
    }),
    saveCustodySettings: (call) => saveSettings(context, call),
    saveBankAccount: (call) => {
      const { currency_id } = call.input;
      const currency = terms.currency(currency_id);
      if (currency === undefined) throw new ProblemError('not_found');
      const before = presentBankAccount(custodyTerms, currency_id);
      const draft = {
        kind: 'bank_account',
        payload: changeOf(before, askedBankAccount(call.input, call.say)),
        reason: 'a bank account that users pay into',
      } as const;
      const subject = `bank_account ${currency.name}`;
      return act(context, call, { action: 'bank_account.proposed', subject }, async () => ({
        proposal_id: await context.proposals.propose(operatorOf(call), draft),
      }));
    },
  };
}

async function saveChainTerms(context: CustodyNeeds, call: Call<'saveChainTerms'>) {
  const { custodyTerms, terms } = context;
  const read = readChainTerms(call.input, terms, call.say);
  const currency = terms.knownCurrency(read.currencyId);
  const after: ChainTermsView = chainTermsView(read, currency);
  return saveTerms(context, call, {
    kind: 'chain_terms',
    subject: `chain ${currency.name}/${read.chain}`,
    payload: changeOf(presentChainTerms(custodyTerms, terms, after), after),
    detail: call.input,
  });
}

async function saveSettings(context: CustodyNeeds, call: Call<'saveCustodySettings'>) {
  const { custodyTerms } = context;
  const read = readSettings(call.input, call.say);
  return saveTerms(context, call, {
    kind: 'custody_settings',
    subject: 'settings',
    payload: changeOf(settingsView(custodyTerms.settings), settingsView(read)),
    detail: call.input,
  });
}
