/** Deposits and withdrawals as their owners see them. */
import type {
  Chain,
  CurrencyInfo,
  DepositOrigin,
  DepositRecord,
  WithdrawalRecord,
} from '@fairlead/contract';
import type { Currency, DepositRow, WithdrawalRow } from '@fairlead/engine';
import { HOUR_MS } from '@fairlead/units';
import type { Config } from '../core/config/config.ts';
import { amountText } from '../core/http/figures.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import { sayReason } from '../notices/index.ts';
import type { CustodyTerms } from './terms/terms.ts';

/** What the sender of a bank transfer writes, so that it is found. */
export const bankReference = (userId: number): string => `FL-${userId}`;

/** Where a chain deposit under way stands. */
export interface Confirmations {
  readonly count: number;
  readonly needed: number;
}

/** What is known of a deposit under way beside its row. */
export interface DepositStanding {
  readonly confirmations?: Confirmations | undefined;
  readonly heldUntilMs?: number | undefined;
  readonly origin?: DepositOrigin | undefined;
}

export function depositView(
  row: DepositRow,
  { terms, say }: { readonly terms: Terms; readonly say: Say },
  { confirmations, heldUntilMs, origin }: DepositStanding = {},
): DepositRecord {
  const currency = terms.knownCurrency(row.currencyId);
  const { chain, txId, reason, proofFileId, decidedAtMs } = row;
  // While under review the row may hold what a first operator passed: nothing is credited yet.
  const credited = row.status === 'passed' ? (row.credited ?? 0n) : 0n;
  return {
    id: row.depositId,
    currency_id: row.currencyId,
    kind: row.depositKind,
    ...(chain !== undefined && { chain }),
    amount: amountText(row.amount, currency),
    fee: amountText(row.fee, currency),
    credited: amountText(credited, currency),
    status: row.status,
    ...(reason !== undefined && { reason: sayReason(reason, say) }),
    ...(txId !== undefined && { tx_id: txId }),
    ...(confirmations !== undefined && {
      confirmations: confirmations.count,
      confirmations_needed: confirmations.needed,
    }),
    ...(proofFileId !== undefined && { proof: proofFileId }),
    is_priority: row.isPriority,
    ...(heldUntilMs !== undefined && { held_until: heldUntilMs }),
    ...(origin !== undefined && { origin }),
    time: row.createdAtMs,
    ...(decidedAtMs !== undefined && { decided_at: decidedAtMs }),
  };
}

export interface WithdrawalWords {
  readonly terms: Terms;
  readonly say: Say;
  /** Within how long people decide, as pages promise. */
  readonly config: Pick<Config, 'reviewHours'>;
  /** Until when those that an operator holds are held, by number. */
  readonly held?: ReadonlyMap<number, number>;
  /** Those whose own wallets are to be proven. */
  readonly unproved?: ReadonlySet<number>;
}

/** The word for a withdrawal that its owner took back: on the wire it stays this word. */
const CANCELLED = 'cancelled_by_user';

export function withdrawalView(
  row: WithdrawalRow,
  { terms, say, config, held, unproved }: WithdrawalWords,
): WithdrawalRecord {
  const currency = terms.knownCurrency(row.currencyId);
  const { destination, reason, note, txId, status, sendState } = row;
  const isCrypto = destination.kind === 'crypto';
  const heldUntilMs = held?.get(row.withdrawalId);
  return {
    id: row.withdrawalId,
    currency_id: row.currencyId,
    kind: destination.kind,
    chain: isCrypto ? destination.chain : 'BANK',
    address: isCrypto ? destination.address : destination.text,
    amount: amountText(row.amount, currency),
    fee: amountText(row.fee, currency),
    receipt_amount: amountText(row.amount - row.fee, currency),
    status,
    // Notes that operators leave on what goes its way are for operators.
    ...(status === 'rejected' &&
      reason !== undefined && { reason: reason === CANCELLED ? reason : sayReason(reason, say) }),
    ...(note !== undefined && { note }),
    // A transaction that is only signed may never be: with its id a passed withdrawal would look sent.
    ...(sendState === 'sent' && txId !== undefined && { tx_id: txId }),
    can_cancel: status === 'under_review',
    ...(heldUntilMs !== undefined && { held_until: heldUntilMs }),
    ...(unproved?.has(row.withdrawalId) === true && { asks_proof: true }),
    timeline: timelineOf(row),
    due_at: row.createdAtMs + config.reviewHours * HOUR_MS,
    time: row.createdAtMs,
  };
}

/** What has happened so far, in order. */
export function timelineOf(row: WithdrawalRow): WithdrawalRecord['timeline'] {
  const { status, sendState, approvals, approvalsNeeded, createdAtMs, updatedAtMs } = row;
  const timeline: WithdrawalRecord['timeline'] = [{ state: 'requested', time: createdAtMs }];
  const [first] = approvals;
  if (approvalsNeeded === 2 && first !== undefined)
    timeline.push({ state: 'approved', time: first.timeMs });
  const decidedAtMs = row.decidedAtMs ?? updatedAtMs;
  if (status === 'rejected') {
    const passed = approvals.at(-1);
    if (sendState === 'refunded' && passed !== undefined)
      timeline.push({ state: 'passed', time: passed.timeMs });
    const rejectedAtMs = sendState === 'refunded' ? updatedAtMs : decidedAtMs;
    timeline.push({ state: 'rejected', time: rejectedAtMs });
  }
  if (status === 'passed') {
    timeline.push({ state: 'passed', time: decidedAtMs });
    if (sendState === 'sent') timeline.push({ state: 'sent', time: row.sentAtMs ?? updatedAtMs });
    else if (sendState !== 'idle') timeline.push({ state: 'sending', time: updatedAtMs });
  }
  return timeline;
}

/** Whether the currency can come in or go out in any way now. */
export function waysOf(
  { currencyId, isEnabled }: Currency,
  custodyTerms: CustodyTerms,
): { readonly deposit: boolean; readonly withdraw: boolean } {
  const ways = isEnabled ? custodyTerms.chainsOf(currencyId) : [];
  return {
    deposit: ways.some(({ isDepositOpen }) => isDepositOpen),
    withdraw: ways.some(({ isWithdrawOpen }) => isWithdrawOpen),
  };
}

/** A currency with the terms of the ways that are open at least in one direction; BANK among them. */
export function currencyInfo(
  currency: Currency,
  custodyTerms: CustodyTerms,
  confirmationsOf: (chain: Chain, currencyId: number) => number,
): CurrencyInfo {
  const { currencyId, name, fullName, scale } = currency;
  const ways = custodyTerms
    .chainsOf(currencyId)
    .filter(({ isDepositOpen, isWithdrawOpen }) => isDepositOpen || isWithdrawOpen);
  return {
    currency_id: currencyId,
    name,
    full_name: fullName,
    scale,
    chains: ways.map((terms) => ({
      chain: terms.chain,
      min_deposit: amountText(terms.minDeposit, currency),
      min_withdraw: amountText(terms.minWithdraw, currency),
      withdraw_fee: amountText(terms.withdrawFee, currency),
      confirmations: terms.chain === 'BANK' ? 0 : confirmationsOf(terms.chain, currencyId),
    })),
    ...waysOf(currency, custodyTerms),
  };
}
