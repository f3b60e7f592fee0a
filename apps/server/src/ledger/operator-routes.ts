/** The ledger explorer, the balance sheet, and what needs a second operator. */

import {
  ProblemError,
  type Proposal,
  type ProposalKind,
  proposalApproval,
  type ResponseOf,
} from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import { act, checkSound } from '../core/acts/acts.ts';
import { type JournalPayload, payloadOf } from '../core/acts/payloads.ts';
import { type ProposalRow, proposalsPage } from '../core/acts/proposal-queries.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { readArchives } from '../core/store/history-cut.ts';
import type { TermsChange } from '../core/terms/change.ts';
import { isTermsKind, verdictOf } from '../core/terms/policy.ts';
import { PROPOSAL_OPEN_MS } from '../operators/index.ts';
import { lookUpUser } from '../people/index.ts';
import { balanceSheet } from './balance-sheet.ts';
import { type ExplorerEntry, entriesPage, holdsPage } from './explorer-queries.ts';
import { accountName, readAccountName } from './ledger-accounts.ts';
import type { LedgerNeeds } from './needs.ts';

type Names =
  | 'ledgerEntries'
  | 'ledgerHolds'
  | 'balanceSheet'
  | 'proposeEntry'
  | 'proposals'
  | 'decideProposal';

export function operatorLedgerHandlers(context: LedgerNeeds): Pick<Handlers, Names> {
  const { database, reads, terms } = context;
  return {
    ledgerEntries: async (call) => {
      const { account, currency_id, entry_id, from, to, page, limit, ...names } = call.input;
      const filter = {
        ...names,
        account: account === undefined ? undefined : accountFilter(call, account),
        currencyId: currency_id,
        entryId: entry_id,
        fromMs: from,
        toMs: to,
      };
      const found = await entriesPage(reads, filter, { page, limit });
      const archives = await readArchives(database);
      return {
        ...found,
        list: found.list.map((entry) => entryView(entry, context)),
        ...(archives.length > 0 && {
          archives: archives.map(({ beforeMs, ...where }) => ({ before: beforeMs, ...where })),
        }),
      };
    },
    ledgerHolds: async ({ input: { user_id, currency_id, ...paging } }) => {
      const filter = { userId: user_id, currencyId: currency_id };
      const found = await holdsPage(reads, filter, paging);
      return {
        ...found,
        list: found.list.map((hold) => {
          const currency = terms.knownCurrency(hold.currencyId);
          return {
            kind: hold.kind,
            id: hold.id,
            user_id: hold.owner,
            currency: currency.name,
            amount: amountText(hold.amount, currency),
            time: hold.timeMs,
          };
        }),
      };
    },
    balanceSheet: () => balanceSheet(context),
    proposeEntry: (call) => proposeEntry(context, call),
    proposals: async ({ input: { status, ...paging } }) => {
      const found = await proposalsPage(database, { status }, paging);
      return { ...found, list: found.list.map((each) => proposalView(each, context)) };
    },
    decideProposal: (call) => decideProposal(context, call),
  };
}

const proposalView = (proposal: ProposalRow, { proposals }: LedgerNeeds): Proposal => ({
  id: proposal.proposalId,
  kind: proposal.kind,
  payload: proposal.payload,
  reason: proposal.reason,
  status: proposal.status,
  proposed_by: proposal.proposerName,
  proposed_by_id: proposal.proposedBy,
  ...(proposal.deciderName !== undefined && { decided_by: proposal.deciderName }),
  ...(proposal.decisionReason !== undefined && { decision_reason: proposal.decisionReason }),
  ...(proposal.failure !== undefined && { failure: proposal.failure }),
  time: proposal.createdAtMs,
  ...(proposal.status === 'open' && { expires_at: proposal.createdAtMs + PROPOSAL_OPEN_MS }),
  ...(proposal.decidedAtMs !== undefined && { decided_at: proposal.decidedAtMs }),
  ...termsFacts(proposal, proposals.noticeHours(proposal)),
  ...(proposal.startsAtMs !== undefined && { starts_at: proposal.startsAtMs }),
  ...(proposal.finishedAtMs !== undefined && { finished_at: proposal.finishedAtMs }),
});

/** Of terms: what the table says of the change, and how long it is announced. */
function termsFacts({ kind, payload }: ProposalRow, noticeHours: number): Partial<Proposal> {
  if (!isTermsKind(kind)) return {};
  const { takes } = verdictOf(kind, payloadOf<TermsChange<object>>({ payload }));
  return { takes, ...(takes === 'notice' && { notice_hours: noticeHours }) };
}

function accountFilter(
  call: Call<'ledgerEntries'>,
  name: string,
): { readonly owner: number; readonly account: string } {
  const account = readAccountName(name);
  if (account === undefined) throw fieldProblem('account', call.say('fields.choice'));
  return 'house' in account ? { owner: 0, account: account.house } : account;
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

function entryView(
  entry: ExplorerEntry,
  { terms }: LedgerNeeds,
): ResponseOf<'ledgerEntries'>['list'][number] {
  return {
    id: entry.entryId,
    sequence: entry.sequence,
    reason: entry.reason,
    reference: entry.reference,
    time: entry.timeMs,
    postings: entry.postings.map((posting) => {
      const currency = terms.knownCurrency(posting.currencyId);
      return {
        entry_id: posting.entryId,
        account: accountName(posting.owner, posting.account),
        currency_id: posting.currencyId,
        currency: currency.name,
        amount: amountText(posting.amount, currency),
        balance: amountText(posting.balance, currency),
        time: posting.timeMs,
      };
    }),
  };
}

/** An entry waits for a second operator; what it could never do is refused at once. */
async function proposeEntry(
  context: LedgerNeeds,
  call: Call<'proposeEntry'>,
): Promise<ResponseOf<'proposeEntry'>> {
  const { reason, ...payload } = call.input;
  await checkEntry(context, call);
  const draft = {
    kind: 'journal_entry',
    payload: payload satisfies JournalPayload,
    reason,
  } as const;
  const subject = `${payload.source} to ${payload.target}`;
  return act(
    context,
    call,
    { action: 'journal.proposed', subject, detail: call.input },
    async () => ({
      proposal_id: await context.proposals.propose(operatorOf(call), draft),
    }),
  );
}

async function checkEntry(
  { terms, database }: LedgerNeeds,
  { input, say }: Call<'proposeEntry'>,
): Promise<void> {
  const currency = terms.currency(input.currency_id);
  if (currency === undefined) throw fieldProblem('currency_id', say('fields.currency'));
  if (parseDecimal(input.amount, currency.scale) === undefined)
    throw fieldProblem('amount', say('fields.decimals', { count: currency.scale }));
  for (const field of ['source', 'target'] as const) {
    const account = readAccountName(input[field]);
    // What is on its way out belongs to its withdrawals alone.
    const isReserved =
      account === undefined || ('house' in account && account.house === 'withdrawals_in_transit');
    if (isReserved) throw fieldProblem(field, say('fields.choice'));
    if ('owner' in account && (await lookUpUser(database, account.owner)) === undefined)
      throw fieldProblem(field, say('fields.choice'));
  }
  if (input.source === input.target) throw new ProblemError('same_account');
}

/** Those that post to the ledger. */
const POSTING_KINDS: ReadonlySet<ProposalKind> = new Set([
  'journal_entry',
  'refund_withdrawal',
  'mark_sent',
]);

async function decideProposal(
  context: LedgerNeeds,
  call: Call<'decideProposal'>,
): Promise<ResponseOf<'decideProposal'>> {
  const { id, decision, reason } = call.input;
  const caller = operatorOf(call);
  const decided = {
    action: `proposal.${decision}`,
    subject: `proposal ${id}`,
    detail: { reason },
  };
  return act(context, call, decided, async () => {
    const proposal = await context.proposals.find(id);
    context.proposals.checkDecider(caller, proposal);
    if (decision === 'rejected' && reason === undefined)
      throw fieldProblem('reason', call.say('fields.required'));
    if (decision === 'passed') {
      await context.proposals.checkPassable(caller, proposal, call.say);
      if (POSTING_KINDS.has(proposal.kind)) checkSound(context);
      const asked = { caller, input: call.input, ip: call.ip };
      const draft = () => proposalApproval(proposalView(proposal, context));
      await context.signedApprovals.take(asked, draft);
    }
    const done = await context.proposals.decide(caller, proposal, { decision, reason });
    return proposalView(done, context);
  });
}
