/** What a withdrawal is paid to, in full, for whoever pays it by hand. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { act } from '../../core/acts/acts.ts';
import type { Call, Handlers } from '../../core/http/handler.ts';
import { countOnce } from '../../verification/index.ts';
import type { CustodyNeeds } from '../needs.ts';
import { intentHash, withdrawalIntent } from '../withdrawals/intent.ts';
import { findWithdrawal } from '../withdrawals/operator-desk.ts';

export function operatorPayeeHandlers(context: CustodyNeeds): Pick<Handlers, 'withdrawalCard'> {
  return { withdrawalCard: (call) => showCard(context, call) };
}

/**
 * The card as it was confirmed: cards never change, and one that was taken out of the book still opens. What
 * was approved for another card than this is not shown, so that nobody pays to it (W6, W12).
 */
async function showCard(
  context: CustodyNeeds,
  call: Call<'withdrawalCard'>,
): Promise<ResponseOf<'withdrawalCard'>> {
  const { bankCards, terms } = context;
  const { id, reason } = call.input;
  const { row } = await findWithdrawal(context, id);
  const { destination, owner, currencyId, approvals } = row;
  if (destination.kind !== 'bank') throw new ProblemError('not_found');
  const { cardId } = destination;
  const subject = `withdrawal ${id}`;
  const shown = { action: 'withdrawal.card_shown', subject, detail: { reason, card_id: cardId } };
  return act(context, call, shown, async () => {
    await countOnce(context, call, { userId: owner, field: subject });
    const details = await bankCards.full(cardId);
    if (details === undefined) throw new ProblemError('not_found');
    const cards = await bankCards.digests([cardId]);
    const hash = intentHash(withdrawalIntent(row, terms.knownCurrency(currencyId), cards));
    if (approvals.some((approval) => approval.intentHash !== hash))
      throw new ProblemError('intent_changed');
    return { ...details, intent_hash: hash };
  });
}
