/** Deciding claims of deposits: once, by one operator or two, under a reference used once (D19, L2, U8). */

import {
  CHAINS,
  depositApproval,
  type OperatorDeposit,
  type ParsedOf,
  ProblemError,
} from '@fairlead/contract';
import type { Currency, DecideDeposit, DepositRow } from '@fairlead/engine';
import {
  type AmountMinor,
  amountMinor,
  divCeil,
  minimum,
  PRICE_SCALE,
  parseDecimal,
} from '@fairlead/units';
import type { Chains, ChainTransfer } from '../../chains/index.ts';
import { checkSound } from '../../core/acts/acts.ts';
import type { Config } from '../../core/config/config.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { MarketData } from '../../market/data/index.ts';
import { checkCountAsTwo, operatorNames } from '../../operators/index.ts';
import { loneRule, runDecision } from '../lone-rule.ts';
import type { CustodyNeeds } from '../needs.ts';
import { isReferenceCredited, type QueuedDeposit, queuedDeposit } from '../operator-queries.ts';
import { depositApprovals, depositView } from '../operator-views.ts';
import { depositChecks } from '../review-checks.ts';
import { VALUE_SCALE } from '../terms/terms.ts';

type Decision = ParsedOf<'decideDeposit'>;

/** What is credited, under which reference. */
interface Passing {
  readonly credited: AmountMinor;
  readonly reference: string;
}

/** A claim as it stands, for the decision on it. Throws what stands against this operator's decision. */
async function claimToDecide(
  { database }: { readonly database: Database },
  caller: OperatorCaller,
  decision: Pick<Decision, 'id' | 'decision'>,
): Promise<QueuedDeposit> {
  const queued = await queuedDeposit(database, decision.id);
  if (queued === undefined) throw new ProblemError('not_found');
  const { row } = queued;
  if (row.status !== 'under_review') throw new ProblemError('already_decided');
  // What a watcher saw is decided by its chain alone.
  if (row.depositKind === 'chain') throw new ProblemError('forbidden');
  const hasApproved = row.approvals.some(({ operatorId }) => operatorId === caller.operatorId);
  if (decision.decision === 'passed' && hasApproved) throw new ProblemError('four_eyes');
  return queued;
}

/** Decides. Two that name one reference in two ways do so one after the other. */
export function decideClaim(
  context: CustodyNeeds,
  caller: OperatorCaller,
  asked: { readonly input: Decision; readonly say: Say; readonly ip: string },
): Promise<OperatorDeposit> {
  return context.claimTurn.run(async () => {
    const queued = await claimToDecide(context, caller, asked.input);
    const { depositId: recordId, owner: userId, depositKind } = queued.row;
    // Of a bank's transfer there is nothing that a chain knows.
    if (asked.input.decision === 'passed' && depositKind === 'crypto')
      await context.screenings.checkPassable({ purpose: 'deposit', recordId, userId });
    const command = await depositDecision(context, caller, { queued, ...asked });
    if (command.decision === 'passed') {
      const { input, ip } = asked;
      const draft = async () => approvalOf(await shownDeposit(context, queued), input);
      await context.signedApprovals.take({ caller, input, ip }, draft);
    }
    return runDepositDecision(context, command, asked.say);
  });
}

/** The engine's command for a decision; throws field errors and what the chain says against it. */
async function depositDecision(
  context: CustodyNeeds,
  caller: OperatorCaller,
  { queued, input, say }: { queued: QueuedDeposit; input: Decision; say: Say },
): Promise<DecideDeposit> {
  const { row } = queued;
  const base = {
    kind: 'decide_deposit',
    depositId: row.depositId,
    operatorId: caller.operatorId,
    decision: input.decision,
  } as const;
  if (input.decision === 'rejected') {
    if (input.reason === undefined) throw missing('reason', say);
    return { ...base, reason: input.reason, approvalsNeeded: 1 };
  }
  checkSound(context);
  const currency = context.terms.knownCurrency(row.currencyId);
  const passing = await passingOf(context, row, { input, currency, say });
  const approvalsNeeded = depositApprovals(queued, passing.credited, context.custodyTerms);
  if (approvalsNeeded === 2 || row.approvals.length > 0)
    await checkCountAsTwo(context, [caller.operatorId], say);
  const value = claimValue(context, currency, passing.credited);
  return {
    ...base,
    ...passing,
    approvalsNeeded,
    ...(value !== undefined && { valueMinor: value }),
    lone: await loneRule(context, caller.operatorId),
  };
}

/** In 10^-6 USDT, rounded up: it counts towards a sum. Undefined without an index: then it takes two. */
function claimValue(
  { marketData }: { readonly marketData: MarketData },
  { currencyId, scale }: Currency,
  amount: bigint,
): AmountMinor | undefined {
  const price = marketData.usdtPrice(currencyId);
  if (price === undefined) return undefined;
  const value = divCeil(amount * price, 10n ** BigInt(scale + PRICE_SCALE - VALUE_SCALE));
  return amountMinor(minimum(value, 2n ** 62n));
}

/** Decides, and shows the claim as it is then. */
async function runDepositDecision(
  context: CustodyNeeds,
  command: DecideDeposit,
  say: Say,
): Promise<OperatorDeposit> {
  const decideNow = () => runDecision(context, command, say);
  if (command.decision === 'rejected') await decideNow();
  else await context.holds.whileFree('deposit', command.depositId, decideNow);
  return shownDeposit(context, await queuedDeposit(context.database, command.depositId));
}

async function shownDeposit(
  context: CustodyNeeds,
  queued: QueuedDeposit | undefined,
): Promise<OperatorDeposit> {
  const [deposit] = await operatorDeposits(context, queued === undefined ? [] : [queued]);
  if (deposit === undefined) throw new ProblemError('not_found');
  return deposit;
}

const approvalOf = (deposit: OperatorDeposit, { credited, reference }: Decision) =>
  depositApproval(deposit, { credited: credited ?? '', reference: reference ?? '' });

/** Deposits with the names of who approved them, who has them open and what speaks for or against them. */
export async function operatorDeposits(
  context: CustodyNeeds,
  list: readonly QueuedDeposit[],
): Promise<OperatorDeposit[]> {
  const { custodyTerms, database, leases, terms } = context;
  const approvers = list.flatMap(({ row }) => row.approvals.map(({ operatorId }) => operatorId));
  const names = await operatorNames(database, approvers);
  const checks = await depositChecks(context, list);
  const held = await context.holds.held(
    'deposit',
    list.map(({ row }) => row.depositId),
  );
  const travel = await context.travelDeposits.of(list.map(({ row }) => row.depositId));
  return list.map((queued) => {
    const { row } = queued;
    const needed = depositApprovals(queued, row.credited ?? row.amount, custodyTerms);
    return depositView(queued, row.depositKind === 'chain' ? 0 : needed, {
      currency: terms.knownCurrency(row.currencyId),
      names,
      openBy: leases.of('deposits', row.depositId),
      checks: checks.get(row.depositId) ?? [],
      heldUntilMs: held.get(row.depositId),
      travel: travel.get(row.depositId),
    });
  });
}

const missing = (field: string, say: Say): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: say('fields.required') } });

/**
 * What the operator said, else what was claimed. The second of two says what the first said, in full: figures that
 * were not seen are not approved (W12, L2).
 */
async function passingOf(
  context: CustodyNeeds,
  row: DepositRow,
  { input, currency, say }: { input: Decision; currency: Currency; say: Say },
): Promise<Passing> {
  const stated =
    input.credited === undefined ? undefined : parseDecimal(input.credited, currency.scale);
  if (input.credited !== undefined && stated === undefined) {
    const text = say('fields.decimals', { count: currency.scale });
    throw new ProblemError('validation_failed', { fields: { credited: text } });
  }
  const isSeen = stated === row.credited && input.reference === row.reference;
  if (row.approvals.length > 0 && !isSeen) throw new ProblemError('intent_changed');
  const transfer = await watchedTransfer(context, row);
  const credited = amountMinor(stated ?? transfer?.amountMinor ?? row.amount);
  if (transfer === undefined)
    return { credited, reference: await claimReference(context, row, input.reference, say) };
  // Never more than came in, and only once by the chain's own name for it.
  if (credited > transfer.amountMinor)
    throw new ProblemError('validation_failed', { fields: { credited: say('fields.too_large') } });
  return { credited, reference: `${transfer.chain}:${transfer.txId}:${transfer.outputIndex}` };
}

/**
 * Under which name a claim is credited that no watcher can name: once, however it is written (D19). A transaction
 * is its own; where a claim names none, outside demo somebody must say what it was found by.
 */
async function claimReference(
  { config, database }: { readonly config: Config; readonly database: Database },
  { depositId, chain, txId }: DepositRow,
  stated: string | undefined,
  say: Say,
): Promise<string> {
  if (chain !== undefined && txId !== undefined) return `${chain}:${txId}:0`;
  if (stated === undefined && !config.isDemo) throw missing('reference', say);
  const reference = stated?.trim().replaceAll(/ +/g, ' ') ?? `claim:${depositId}`;
  if (await isReferenceCredited(database, reference, depositId))
    throw new ProblemError('reference_used');
  return reference;
}

/** Of a payment that waits to become a credit: one that is held only where its node could not say more (D3). */
const isOpen = ({ state, note }: ChainTransfer): boolean =>
  state === 'seen' || state === 'open' || (state === 'held' && note === 'balance_unknown');

/**
 * Where a watcher runs for the claim's chain: its own record of the payment, once it is final. Throws
 * `not_found_on_chain` without one and `reference_used` when it was credited or is counted already.
 */
async function watchedTransfer(
  { chains }: { readonly chains: Chains },
  row: DepositRow,
): Promise<ChainTransfer | undefined> {
  const { txId, currencyId, owner, depositKind } = row;
  const chain = CHAINS.find((each) => each === row.chain);
  if (depositKind !== 'crypto' || chain === undefined || !chains.isWatched(chain, currencyId))
    return undefined;
  const found = txId === undefined ? [] : await chains.findTransfers(chain, txId);
  const own = found.filter(
    (each) => each.owner === owner && each.currencyId === currencyId && !each.isMissing,
  );
  if (own.some(({ state }) => state === 'credited' || state === 'suspended'))
    throw new ProblemError('reference_used');
  const head = chains.status().find((status) => status.chain === chain)?.height ?? 0;
  const needed = chains.confirmationsNeeded(chain, currencyId);
  const final = own.find((each) => isOpen(each) && head - each.height + 1 >= needed);
  if (final === undefined) throw new ProblemError('not_found_on_chain');
  return final;
}
