/** Terms of money in and out: what strengthens holds at once, what weakens waits for a second operator (L3). */
import { type ChainTerms as ChainTermsView, ProblemError } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import {
  bankAccountView,
  chainTermsView,
  presentBankAccount,
  presentChainTerms,
  readChainTerms,
  readSettings,
  settingsView,
  weakensChain,
  weakensSettings,
} from '../services/operators-custody-terms.ts';
import type { ProposalDraft } from '../services/proposals.ts';
import { changeOf } from '../services/terms-change.ts';
import { termsVersionsPage } from '../store/custody-terms-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names =
  | 'chainTerms'
  | 'saveChainTerms'
  | 'termsHistory'
  | 'custodySettings'
  | 'saveCustodySettings'
  | 'saveBankAccount';

/** The reason of a proposal that the console makes of a form without one. */
const WEAKENS = 'weakens a safeguard';

export function operatorTermsHandlers(context: Context): Pick<Handlers, Names> {
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
        payload: changeOf(before, call.input),
        reason: 'a bank account that users pay into',
      } as const;
      const subject = `bank_account ${currency.name}`;
      return act(context, call, { action: 'bank_account.proposed', subject }, async () => ({
        proposal_id: await context.proposals.propose(operatorOf(call), draft),
      }));
    },
  };
}

async function saveChainTerms(context: Context, call: Call<'saveChainTerms'>) {
  const { custodyTerms, terms } = context;
  const read = readChainTerms(call.input, terms, call.say);
  const currency = terms.knownCurrency(read.currencyId);
  const after: ChainTermsView = chainTermsView(read, currency);
  const subject = `chain ${currency.name}/${read.chain}`;
  return saveOrPropose(context, call, {
    subject,
    isWeaker: weakensChain(custodyTerms.chain(read.currencyId, read.chain), read),
    draft: () => ({
      kind: 'chain_terms',
      payload: changeOf(presentChainTerms(custodyTerms, terms, after), after),
      reason: WEAKENS,
    }),
    save: (operatorId) => custodyTerms.save(read, operatorId),
  });
}

async function saveSettings(context: Context, call: Call<'saveCustodySettings'>) {
  const { custodyTerms } = context;
  const read = readSettings(call.input, call.say);
  const before = custodyTerms.settings;
  return saveOrPropose(context, call, {
    subject: 'settings',
    isWeaker: weakensSettings(before, read),
    draft: () => ({
      kind: 'custody_settings',
      payload: changeOf(settingsView(before), settingsView(read)),
      reason: WEAKENS,
    }),
    save: (operatorId) => custodyTerms.saveSettings(read, operatorId),
  });
}

interface TermsSave {
  readonly subject: string;
  readonly isWeaker: boolean;
  draft(): ProposalDraft;
  save(operatorId: number): Promise<void>;
}

async function saveOrPropose(
  context: Context,
  call: Call<'saveChainTerms'> | Call<'saveCustodySettings'>,
  { subject, isWeaker, draft, save }: TermsSave,
): Promise<{ is_effective: boolean; proposal_id?: number }> {
  const caller = operatorOf(call);
  const action = isWeaker ? 'terms.proposed' : 'terms.saved';
  return act(context, call, { action, subject, detail: call.input }, async () => {
    if (isWeaker) {
      const proposalId = await context.proposals.propose(caller, draft());
      context.log.warn({ subject, proposalId }, 'an operator asks to weaken a safeguard');
      return { is_effective: false, proposal_id: proposalId };
    }
    await save(caller.operatorId);
    return { is_effective: true };
  });
}
