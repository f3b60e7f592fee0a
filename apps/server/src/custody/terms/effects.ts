/** What proposed terms of money in and out do once they are passed. Each may be repeated: the second time changes nothing. */
import type { ChainTerms as ChainTermsView } from '@fairlead/contract';
import type { TermsAsked } from '../../core/acts/effects.ts';
import { payloadOf } from '../../core/acts/payloads.ts';
import type { Database } from '../../core/store/database.ts';
import { type EffectPhase, isInForce, type TermsChange } from '../../core/terms/change.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { readTerms } from '../../market/index.ts';
import {
  type BankAccountInput,
  presentBankAccount,
  presentChainTerms,
  readBankAccount,
  readChainTerms,
  readSettings,
  type SettingsInput,
  settingsView,
} from './operator-terms.ts';
import type { CustodyTerms } from './terms.ts';

export interface CustodyTermsEffectNeeds {
  readonly database: Database;
  readonly custodyTerms: CustodyTerms;
}

const say = textsOf('en');

export async function saveChainTerms(
  context: CustodyTermsEffectNeeds,
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

export async function saveSettings(
  { custodyTerms }: CustodyTermsEffectNeeds,
  proposal: TermsAsked,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<TermsChange<SettingsInput>>(proposal);
  const isDone = isInForce<SettingsInput>(settingsView(custodyTerms.settings), change);
  if (isDone || phase === 'check') return;
  await custodyTerms.saveSettings(readSettings(change.after, say), proposal.proposedBy);
}

export async function saveBankAccount(
  { custodyTerms }: CustodyTermsEffectNeeds,
  proposal: TermsAsked,
  phase?: EffectPhase,
): Promise<void> {
  const change = payloadOf<TermsChange<BankAccountInput>>(proposal);
  const present = presentBankAccount(custodyTerms, change.after.currency_id);
  if (isInForce(present, change) || phase === 'check') return;
  await custodyTerms.saveBankAccount(readBankAccount(change.after), proposal.proposedBy);
}
