/** Deposits and withdrawals as the operators' queues show them. */
import type {
  OperatorDeposit,
  OperatorWithdrawal,
  ReviewCheck,
  UserIntent,
  UserSignature,
} from '@fairlead/contract';
import type { Approval, Currency, DepositRow } from '@fairlead/engine';
import { amountMinor, HOUR_MS } from '@fairlead/units';
import type { OpenBy } from '../core/acts/queue-leases.ts';
import { amountText } from '../core/http/figures.ts';
import { textsOf } from '../core/texts/texts.ts';
import { maskedAccount } from '../identity/users/index.ts';
import { sayReason } from '../notices/index.ts';
import type { MessageState, OriginState } from '../travel-rule/index.ts';
import type { QueuedDeposit, QueuedWithdrawal } from './operator-queries.ts';
import type { SignedIntentRow } from './signing/queries.ts';
import type { CustodyTerms, TermsChain } from './terms/terms.ts';
import { VALUE_SCALE } from './terms/terms.ts';
import { bankReference } from './views.ts';
import { type CardDigests, intentHash, withdrawalIntent } from './withdrawals/intent.ts';

export interface QueueParts {
  /** Of the record's currency. */
  readonly currency: Currency;
  readonly names: ReadonlyMap<number, string>;
  readonly openBy: OpenBy | undefined;
  readonly checks: readonly ReviewCheck[];
  /** Nobody passes it before then. */
  readonly heldUntilMs: number | undefined;
}

/** The console's language. */
const ENGLISH = textsOf('en');

/** Credited beyond this many times the claim, two must look (cases.md L2). */
const CLAIM_FACTOR = 10n;

/** How many operators must pass a claim when so much is credited for it. */
export function depositApprovals(
  { row, isProofRepeated }: Pick<QueuedDeposit, 'row' | 'isProofRepeated'>,
  credited: bigint,
  custodyTerms: Pick<CustodyTerms, 'chain'>,
): 1 | 2 {
  const terms = custodyTerms.chain(row.currencyId, wayOf(row));
  const isLarge = terms === undefined || credited >= terms.twoApprovalsFrom;
  const isBeyondClaim = credited > row.amount * CLAIM_FACTOR;
  return isLarge || isBeyondClaim || isProofRepeated ? 2 : 1;
}

/** The way in: bank claims name no chain. */
const wayOf = ({ depositKind, chain }: DepositRow): TermsChain =>
  depositKind === 'bank' ? 'BANK' : ((chain ?? 'BANK') as TermsChain);

const approvalViews = (approvals: readonly Approval[], names: ReadonlyMap<number, string>) =>
  approvals.map(({ operatorId, timeMs }) => ({
    operator_id: operatorId,
    operator: names.get(operatorId) ?? '',
    time: timeMs,
  }));

/** Whoever's word was not enough made it take two, whatever the amount. */
const neededOf = (
  { status, approvals }: Pick<DepositRow, 'status' | 'approvals'>,
  needed: number,
): number =>
  approvals.length > 1 || (status === 'under_review' && approvals.length > 0) ? 2 : needed;

export function depositView(
  queued: QueuedDeposit,
  approvalsNeeded: number,
  parts: QueueParts & { readonly travel: OriginState | undefined },
): OperatorDeposit {
  const { currency, names, openBy, checks, heldUntilMs, travel } = parts;
  const { row, owner, isProofRepeated, repeatedIn, heldFor } = queued;
  return {
    id: row.depositId,
    user_id: row.owner,
    user: maskedAccount(owner),
    kind: row.depositKind,
    currency_id: row.currencyId,
    currency: currency.name,
    ...(row.chain !== undefined && { chain: row.chain }),
    ...(row.txId !== undefined && { tx_id: row.txId }),
    amount: amountText(row.amount, currency),
    credited: amountText(row.credited ?? amountMinor(0n), currency),
    status: row.status,
    ...(row.reason !== undefined && { reason: sayReason(row.reason, ENGLISH) }),
    ...(row.reference !== undefined && { reference: row.reference }),
    ...(row.depositKind === 'bank' && { bank_reference: bankReference(row.owner) }),
    ...(row.proofFileId !== undefined && { proof: row.proofFileId }),
    is_proof_repeated: isProofRepeated,
    repeated_in: [...repeatedIn],
    is_priority: row.isPriority,
    is_suspended: row.isSuspended,
    receivable: amountText(row.receivable, currency),
    approvals_needed: neededOf(row, approvalsNeeded),
    ...(heldFor !== undefined && { held_for: heldFor }),
    approvals: approvalViews(row.approvals, names),
    checks: [...checks],
    ...(openBy !== undefined && { open_by: openBy }),
    ...(heldUntilMs !== undefined && { held_until: heldUntilMs }),
    ...(travel !== undefined && { travel_rule: originView(travel) }),
    time: row.createdAtMs,
    ...(row.decidedAtMs !== undefined && { decided_at: row.decidedAtMs }),
  };
}

/** What is gone is not right. */
export function signatureView(
  kept: SignedIntentRow | undefined,
  { isRight, isPayeeSigned }: { readonly isRight: boolean; readonly isPayeeSigned: boolean },
): UserSignature {
  const {
    nonce = '',
    deployment = '',
    card,
  }: Partial<UserIntent> = JSON.parse(kept?.intent ?? '{}');
  return {
    is_right: isRight,
    passkey: kept?.passkeyName ?? '',
    time: kept?.createdAtMs ?? 0,
    deployment,
    nonce,
    ...(card !== undefined && { card }),
    client_data: Buffer.from(kept?.clientData ?? []).toString('base64url'),
    is_payee_signed: isPayeeSigned,
  };
}

interface WithdrawalParts extends QueueParts {
  readonly cards: CardDigests;
  readonly signature: UserSignature | undefined;
  readonly isSignatureMissing: boolean;
  readonly travel: MessageState | undefined;
  /** Within how long people decide, as users are told. */
  readonly reviewHours: number;
}

export function withdrawalView(
  { row, owner, basic, advanced, destinationSavedAtMs, heldFor }: QueuedWithdrawal,
  parts: WithdrawalParts,
): OperatorWithdrawal {
  const { currency, names, openBy, checks, cards, signature, reviewHours, heldUntilMs } = parts;
  const { destination } = row;
  const intent = withdrawalIntent(row, currency, cards);
  return {
    id: row.withdrawalId,
    user_id: row.owner,
    user: maskedAccount(owner),
    kind: destination.kind,
    currency_id: row.currencyId,
    currency: currency.name,
    chain: intent.chain,
    address: intent.address,
    amount: amountText(row.amount, currency),
    fee: amountText(row.fee, currency),
    receipt_amount: intent.amount,
    value: amountText(row.valueMinor, { scale: VALUE_SCALE }),
    ...(row.note !== undefined && { note: row.note }),
    ...(destinationSavedAtMs !== undefined && { destination_saved_at: destinationSavedAtMs }),
    status: row.status,
    send_state: row.sendState,
    ...(row.reason !== undefined && { reason: sayReason(row.reason, ENGLISH) }),
    ...(row.txId !== undefined && { tx_id: row.txId }),
    approvals_needed: neededOf(row, row.approvalsNeeded),
    ...(heldFor !== undefined && { held_for: heldFor }),
    approvals: approvalViews(row.approvals, names),
    intent_hash: intentHash(intent),
    ...(signature !== undefined && { signed: signature }),
    ...(parts.isSignatureMissing && { is_signature_missing: true }),
    basic_verification: basic,
    advanced_verification: advanced,
    checks: [...checks],
    ...(openBy !== undefined && { open_by: openBy }),
    ...(parts.travel !== undefined && { travel_rule: travelView(parts.travel) }),
    ...(heldUntilMs !== undefined && { held_until: heldUntilMs }),
    time: row.createdAtMs,
    due_at: row.createdAtMs + reviewHours * HOUR_MS,
    ...(row.decidedAtMs !== undefined && { decided_at: row.decidedAtMs }),
    ...(row.sentAtMs !== undefined && { sent_at: row.sentAtMs }),
  };
}

const originView = ({ origin, senders, proven, answer, reason, reference }: OriginState) => ({
  ...origin,
  senders: [...senders],
  ...(proven !== undefined && { proven }),
  ...(answer !== undefined && { answer }),
  ...(reason !== undefined && { reason }),
  ...(reference !== undefined && { reference }),
});

const travelView = ({ recipient, answer, reason, reference }: MessageState) => ({
  ...(recipient !== undefined && { recipient }),
  ...(answer !== undefined && { answer }),
  ...(reason !== undefined && { reason }),
  ...(reference !== undefined && { reference }),
});
