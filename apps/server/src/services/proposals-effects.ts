/** What each kind of proposal does once it is passed. Each may be repeated: the second time changes nothing. */
import { type ChainTerms as ChainTermsView, ProblemError } from '@fairlead/contract';
import type { WithdrawalRow } from '@fairlead/engine';
import { type AmountMinor, amountMinor, assert, parseDecimal } from '@fairlead/units';
import type { Context } from '../context.ts';
import { rejectCode } from '../plugins/envelope.ts';
import { queuedWithdrawal } from '../store/operator-custody-queries.ts';
import { freezeMarkOf, lookUpUser } from '../store/operator-user-queries.ts';
import type { ProposalRow } from '../store/proposal-queries.ts';
import { readCurrencies } from '../store/snapshot-reader.ts';
import { saveFuturesTerms } from './futures-effects.ts';
import { saveHostingTerms } from './hosting-effects.ts';
import { readAccountName } from './ledger-accounts.ts';
import { saveCurrencyTerms, saveMarketTerms, savePartnerTerms } from './market-effects.ts';
import { saveOffering } from './offering-effects.ts';
import { runCommand } from './operators-acts.ts';
import {
  type BankAccountInput,
  presentBankAccount,
  presentChainTerms,
  readBankAccount,
  readChainTerms,
  readSettings,
  type SettingsInput,
  settingsView,
} from './operators-custody-terms.ts';
import { saveOptionCurrency, saveOptionTerms } from './option-effects.ts';
import type { ProposalEffects, TermsAsked } from './proposals.ts';
import {
  isUnchanged,
  type JournalPayload,
  payloadOf,
  type ResumePayload,
  type SendPayload,
  type SentPayload,
  type UnfreezePayload,
} from './proposals-payloads.ts';
import { saveReferralTerms } from './referral-effects.ts';
import { checkProof } from './send-evidence.ts';
import { isSameTx, type SentMarks } from './sent-marks.ts';
import { Terms } from './terms.ts';
import { isInForce, type TermsChange } from './terms-change.ts';
import type { EffectPhase } from './terms-effects.ts';
import { textsOf } from './texts.ts';

export interface EffectsContext
  extends Pick<
    Context,
    | 'config'
    | 'clock'
    | 'sequencer'
    | 'database'
    | 'custodyTerms'
    | 'trading'
    | 'reconciler'
    | 'reserves'
    | 'orderGate'
  > {
  readonly sentMarks: SentMarks;
}

export function proposalEffects(context: EffectsContext): ProposalEffects {
  return {
    journal_entry: (proposal) => postEntry(context, proposal),
    chain_terms: (proposal, phase) => saveChainTerms(context, proposal, phase),
    custody_settings: (proposal, phase) => saveSettings(context, proposal, phase),
    bank_account: (proposal, phase) => saveBankAccount(context, proposal, phase),
    futures_terms: (proposal, phase) => saveFuturesTerms(context, proposal, phase),
    option_terms: (proposal, phase) => saveOptionTerms(context, proposal, phase),
    option_currency: (proposal, phase) => saveOptionCurrency(context, proposal, phase),
    hosting_terms: (proposal, phase) => saveHostingTerms(context, proposal, phase),
    offering_terms: (proposal, phase) => saveOffering(context, proposal, phase),
    referral_terms: (proposal, phase) => saveReferralTerms(context, proposal, phase),
    market_terms: (proposal, phase) => saveMarketTerms(context, proposal, phase),
    currency_terms: (proposal, phase) => saveCurrencyTerms(context, proposal, phase),
    partner_terms: (proposal, phase) => savePartnerTerms(context, proposal, phase),
    refund_withdrawal: (proposal) => moveSend(context, proposal, 'refunded'),
    resend_withdrawal: (proposal) => moveSend(context, proposal, 'idle'),
    mark_sent: (proposal) => markSent(context, proposal),
    unfreeze_user: (proposal) => unfreeze(context, proposal),
    resume_trading: (proposal) => resumeTrading(context, proposal),
    add_reserve: (proposal) => context.reserves.add(proposal),
    end_reserve: (proposal) => context.reserves.end(proposal),
  };
}

/** Throws `unavailable` while the books do not add up: nothing is posted on top of a drift (G4). */
export function checkSound({ reconciler }: Pick<Context, 'reconciler'>): void {
  if (!reconciler.isSound) throw new ProblemError('unavailable');
}

/** The currencies of the tables: effects run before market data does, too. */
async function readTerms({ database }: EffectsContext): Promise<Terms> {
  const terms = new Terms();
  terms.apply({ currencies: await readCurrencies(database), markets: [], grids: [] });
  return terms;
}

async function postEntry(context: EffectsContext, proposal: ProposalRow): Promise<void> {
  const terms = await readTerms(context);
  const { currency_id, amount, source, target } = payloadOf<JournalPayload>(proposal);
  const from = readAccountName(source);
  const to = readAccountName(target);
  assert(from !== undefined && to !== undefined, 'a proposed entry has two accounts');
  const result = await context.sequencer.run({
    kind: 'post_entry',
    reason: 'correction',
    reference: `proposal:${proposal.proposalId}`,
    currencyId: currency_id,
    amount: amountOf(amount, terms.knownCurrency(currency_id).scale),
    source: from,
    target: to,
  });
  // The reference is this proposal's alone: posted before, it is done.
  if (!result.ok && result.reject !== 'duplicate_reference')
    throw new ProblemError(rejectCode(result.reject));
}

function amountOf(text: string, scale: number): AmountMinor {
  const value = parseDecimal(text, scale);
  assert(value !== undefined, 'a proposed amount was read before');
  return amountMinor(value);
}

const say = textsOf('en');

async function saveChainTerms(
  context: EffectsContext,
  proposal: TermsAsked,
  phase?: EffectPhase,
): Promise<void> {
  const { custodyTerms } = context;
  const terms = await readTerms(context);
  const change = payloadOf<TermsChange<ChainTermsView>>(proposal);
  const isDone = isInForce(presentChainTerms(custodyTerms, terms, change.after), change);
  if (isDone || phase === 'check') return;
  await custodyTerms.save(readChainTerms(change.after, terms, say), proposal.proposedBy);
}

async function saveSettings(
  { custodyTerms }: EffectsContext,
  proposal: TermsAsked,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<TermsChange<SettingsInput>>(proposal);
  const isDone = isInForce<SettingsInput>(settingsView(custodyTerms.settings), change);
  if (isDone || phase === 'check') return;
  await custodyTerms.saveSettings(readSettings(change.after, say), proposal.proposedBy);
}

async function saveBankAccount(
  { custodyTerms }: EffectsContext,
  proposal: TermsAsked,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<TermsChange<BankAccountInput>>(proposal);
  const present = presentBankAccount(custodyTerms, change.after.currency_id);
  if (isInForce(present, change) || phase === 'check') return;
  await custodyTerms.saveBankAccount(readBankAccount(change.after), proposal.proposedBy);
}

async function withdrawalOf({ database }: EffectsContext, id: number): Promise<WithdrawalRow> {
  const row = (await queuedWithdrawal(database, id))?.row;
  if (row === undefined) throw new ProblemError('not_found');
  return row;
}

/**
 * What failed or never began is refunded or to be sent anew; of what is unknown two accepted a proof (W3). What they
 * agreed on is the state they saw; a payment that went on meanwhile stays as it is.
 */
async function moveSend(
  context: EffectsContext,
  proposal: ProposalRow,
  to: 'refunded' | 'idle',
): Promise<void> {
  const payload = payloadOf<SendPayload>(proposal);
  const row = await withdrawalOf(context, payload.id);
  if (row.sendState === to && payload.send_state !== to) return;
  // What is unknown takes two commands, and the process may have ended between them.
  const firstStep = `proposal ${proposal.proposalId}`;
  const isBetween = row.sendState === 'failed' && row.reason === firstStep;
  if (!isBetween && !isUnchanged(row, payload)) throw new ProblemError('intent_changed');
  checkProof(context, row, { proof: payload.proof, say });
  const command = { kind: 'mark_withdrawal', withdrawalId: payload.id } as const;
  if (row.sendState === 'unknown')
    await runCommand(context, { ...command, to: 'failed', reason: firstStep });
  // The owner reads this reason; the operators' own stays in the proposal.
  await runCommand(context, { ...command, to, ...(to === 'refunded' && { reason: to }) });
}

/** Two operators say which transaction paid it. */
async function markSent(context: EffectsContext, proposal: ProposalRow): Promise<void> {
  const payload = payloadOf<SentPayload>(proposal);
  const row = await withdrawalOf(context, payload.id);
  if (row.sendState === 'sent' && isSameTx(row.txId, payload.sent_tx_id)) return;
  if (!isUnchanged(row, payload)) throw new ProblemError('intent_changed');
  await context.sentMarks.mark(row, payload.sent_tx_id);
}

/** Ends the stop that was looked at, not one that came after it. */
function resumeTrading({ trading, reconciler }: EffectsContext, proposal: ProposalRow) {
  const { since } = payloadOf<ResumePayload>(proposal);
  return trading.resume({ since, reason: proposal.reason }, reconciler);
}

/** Lifts the freeze that was looked at, not one for another reason that came after it (D10). */
async function unfreeze(context: EffectsContext, proposal: ProposalRow): Promise<void> {
  const { id, ...looked } = payloadOf<UnfreezePayload>(proposal);
  const { database } = context;
  const isSame = async () =>
    JSON.stringify(await freezeMarkOf(database, id)) === JSON.stringify(looked);
  if ((await lookUpUser(database, id))?.isFrozen !== true) return;
  if (!(await isSame())) throw new ProblemError('intent_changed');
  const command = { kind: 'set_owner_state', owner: id } as const;
  await runCommand(context, { ...command, isFrozen: false });
  if (await isSame()) return;
  // Frozen anew in the same moment: that one holds.
  await runCommand(context, { ...command, isFrozen: true });
  throw new ProblemError('intent_changed');
}
