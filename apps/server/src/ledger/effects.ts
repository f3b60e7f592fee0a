/** What a proposed entry does once it is passed. It may be repeated: the second time changes nothing. */
import { ProblemError } from '@fairlead/contract';
import { type AmountMinor, amountMinor, assert, parseDecimal } from '@fairlead/units';
import { type JournalPayload, payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import { rejectCode } from '../core/http/envelope.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { readTerms } from '../market/index.ts';
import { readAccountName } from './ledger-accounts.ts';

export interface EntryEffectNeeds {
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'run'>;
}

export async function postEntry(context: EntryEffectNeeds, proposal: ProposalRow): Promise<void> {
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
