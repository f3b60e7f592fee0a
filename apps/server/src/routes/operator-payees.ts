/** What a withdrawal is paid to, in full, for whoever pays it by hand. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { act } from '../services/operators-acts.ts';
import { findWithdrawal } from '../services/operators-withdrawals.ts';
import { countOnce } from '../services/verification-views.ts';
import { intentHash, withdrawalIntent } from '../services/withdrawal-intent.ts';
import type { Call, Handlers } from './handler.ts';

export function operatorPayeeHandlers(context: Context): Pick<Handlers, 'withdrawalCard'> {
  return { withdrawalCard: (call) => showCard(context, call) };
}

/**
 * The card as it was confirmed: cards never change, and one that was taken out of the book still opens. What
 * was approved for another card than this is not shown, so that nobody pays to it (W6, W12).
 */
async function showCard(
  context: Context,
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
