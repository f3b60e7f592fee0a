/** Deciding withdrawals and saying that one was sent: what was shown is what is approved (W6, W12, W13, W14). */

import {
  type Chain,
  type OperatorWithdrawal,
  type ParsedOf,
  ProblemError,
  type UserIntent,
  type UserSignature,
} from '@fairlead/contract';
import type { DecideWithdrawal, WithdrawalDestination } from '@fairlead/engine';
import { canonicalAddress } from '../../chains/index.ts';
import { checkSound } from '../../core/acts/acts.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import { checkNotLost } from '../../core/operations/trading-mode.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { checkCountAsTwo, operatorNames } from '../../operators/index.ts';
import { loneRule } from '../lone-rule.ts';
import type { CustodyNeeds } from '../needs.ts';
import { type QueuedWithdrawal, queuedWithdrawal } from '../operator-queries.ts';
import { signatureView, withdrawalView } from '../operator-views.ts';
import type { BankCards } from '../payees/bank-cards.ts';
import { withdrawalChecks } from '../review-checks.ts';
import { payeeSignatures, signedIntents } from '../signing/queries.ts';
import { type CardDigests, intentHash, withdrawalIntent } from './intent.ts';

/** Throws `not_found`. */
export async function findWithdrawal(
  { database }: { readonly database: Database },
  withdrawalId: number,
): Promise<QueuedWithdrawal> {
  const queued = await queuedWithdrawal(database, withdrawalId);
  if (queued === undefined) throw new ProblemError('not_found');
  return queued;
}

/** Digests of the cards that withdrawals are paid to. */
function cardsOf(
  { bankCards }: { readonly bankCards: BankCards },
  list: readonly Pick<QueuedWithdrawal, 'row'>[],
): Promise<CardDigests> {
  const destinations = list.map(({ row }) => row.destination);
  return bankCards.digests(destinations.flatMap((to) => (to.kind === 'bank' ? [to.cardId] : [])));
}

/** What owners' passkeys signed of withdrawals, by id, held against what each is now. */
async function signaturesOf(
  context: CustodyNeeds,
  list: readonly Pick<QueuedWithdrawal, 'row'>[],
): Promise<ReadonlyMap<number, UserSignature>> {
  const { database, terms, signedIntents: signing } = context;
  const signed = list.filter(({ row }) => row.signedIntent !== undefined);
  const payees = await payeeSignatures(
    database,
    signed.map(({ row }) => row.withdrawalId),
  );
  const hashes = [...signed.flatMap(({ row }) => row.signedIntent ?? []), ...payees.values()];
  const kept = await signedIntents(database, hashes);
  const cards = await cardsOf(context, signed);
  const views = signed.map(async ({ row }) => {
    const found = kept.get(row.signedIntent ?? '');
    const currency = terms.knownCurrency(row.currencyId);
    const isRight = found !== undefined && (await signing.isOf(row, currency, found));
    const payee = kept.get(payees.get(row.withdrawalId) ?? '');
    const { destination } = row;
    const card = destination.kind === 'bank' ? cards.get(destination.cardId) : undefined;
    const isPayeeSigned =
      payee !== undefined && (await signing.isPayeeOf(row, payee, isTo(destination, card)));
    return [row.withdrawalId, signatureView(found, { isRight, isPayeeSigned })] as const;
  });
  return new Map(await Promise.all(views));
}

/** Whether a payee is where a withdrawal goes; what was typed is written in its chain's one way when it is saved. */
const isTo =
  (destination: WithdrawalDestination, card: string | undefined) =>
  (payee: UserIntent): boolean => {
    if (destination.kind === 'bank') return payee.chain === 'BANK' && payee.card === card;
    const { chain, address } = destination;
    const isIt = (network: 'main' | 'test') =>
      canonicalAddress(chain as Chain, payee.address, network) === address;
    return payee.chain === chain && (isIt('main') || isIt('test'));
  };

/** False where its owner signed something else, or what they signed is gone, also from the row. */
async function isSignedRightly(context: CustodyNeeds, queued: QueuedWithdrawal): Promise<boolean> {
  const { withdrawalId, signedIntent } = queued.row;
  if (signedIntent === undefined)
    return !(await context.signedIntents.missing([queued.row])).has(withdrawalId);
  return (await signaturesOf(context, [queued])).get(withdrawalId)?.is_right === true;
}

/** The engine's command for a decision; throws what stands against it. */
export async function withdrawalDecision(
  context: CustodyNeeds,
  caller: OperatorCaller,
  decided: { queued: QueuedWithdrawal; input: ParsedOf<'decideWithdrawal'>; say: Say },
): Promise<DecideWithdrawal> {
  const { queued, input, say } = decided;
  const { row } = queued;
  const { operatorId } = caller;
  if (row.status !== 'under_review') throw new ProblemError('already_decided');
  const currency = context.terms.knownCurrency(row.currencyId);
  const intent = withdrawalIntent(row, currency, await cardsOf(context, [queued]));
  const hash = intentHash(intent);
  if (input.intent_hash !== undefined && input.intent_hash !== hash)
    throw new ProblemError('intent_changed');
  const { decision, reason } = input;
  const command = {
    kind: 'decide_withdrawal',
    withdrawalId: row.withdrawalId,
    operatorId,
    intentHash: hash,
    decision,
  } as const;
  if (decision !== 'rejected') await checkNotLost(context);
  if (decision === 'rejected') {
    if (reason !== undefined) return { ...command, reason };
    const fields = { reason: say('fields.required') };
    throw new ProblemError('validation_failed', { fields });
  }
  if (row.approvals.some((approval) => approval.operatorId === operatorId))
    throw new ProblemError('four_eyes');
  // Nobody could say what it is paid to.
  if (intent.card === '') throw new ProblemError('intent_changed');
  if (!(await isSignedRightly(context, queued))) throw new ProblemError('intent_changed');
  if (row.approvalsNeeded === 2 || row.approvals.length > 0)
    await checkCountAsTwo(context, [operatorId], say);
  checkSound(context);
  return { ...command, lone: await loneRule(context, operatorId) };
}

/** A withdrawal with the names of who approved it, who has it open and what speaks for or against it. */
export async function operatorWithdrawal(
  context: CustodyNeeds,
  queued: QueuedWithdrawal,
): Promise<OperatorWithdrawal> {
  const [view] = await operatorWithdrawals(context, [queued]);
  if (view === undefined) throw new ProblemError('not_found');
  return view;
}

/** A page of them. */
export async function operatorWithdrawals(
  context: CustodyNeeds,
  list: readonly QueuedWithdrawal[],
): Promise<OperatorWithdrawal[]> {
  const { database, leases, terms, config } = context;
  const approvers = list.flatMap(({ row }) => row.approvals.map(({ operatorId }) => operatorId));
  const names = await operatorNames(database, approvers);
  const cards = await cardsOf(context, list);
  const checks = await withdrawalChecks(context, list);
  const signatures = await signaturesOf(context, list);
  const missing = await context.signedIntents.missing(list.map(({ row }) => row));
  const ids = list.map(({ row }) => row.withdrawalId);
  const held = await context.holds.held('withdrawal', ids);
  const travel = await context.travelRule.of(ids);
  return list.map((queued) => {
    const { currencyId, withdrawalId } = queued.row;
    return withdrawalView(queued, {
      names,
      cards,
      signature: signatures.get(withdrawalId),
      isSignatureMissing: missing.has(withdrawalId),
      travel: travel.get(withdrawalId),
      currency: terms.knownCurrency(currencyId),
      openBy: leases.of('withdrawals', withdrawalId),
      checks: checks.get(withdrawalId) ?? [],
      heldUntilMs: held.get(withdrawalId),
      reviewHours: config.reviewHours,
    });
  });
}
