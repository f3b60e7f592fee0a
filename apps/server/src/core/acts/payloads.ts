/** What proposals say, and the state they were made for: where that changed, they are not carried out (L1, W13). */
import type { WithdrawalRow } from '@fairlead/engine';
import type { ProductEngine } from '../config/engines.ts';
import type { ProposalRow } from './proposal-queries.ts';

export interface JournalPayload {
  readonly currency_id: number;
  readonly amount: string;
  readonly source: string;
  readonly target: string;
}

/** Of a refund, another try, or a payment that was sent: how the withdrawal stood. */
export interface SendPayload {
  readonly id: number;
  readonly send_state: string;
  readonly tx_id?: string;
  readonly updated_at: number;
  /** Of an unknown outcome: why it has not left and never will. */
  readonly proof?: string;
}

export interface SentPayload extends SendPayload {
  /** What is said to have paid it. */
  readonly sent_tx_id: string;
}

/** What an account is frozen for: it changes with each further reason. */
export interface FreezeMark {
  /** The last time an operator froze it, as the audit log counts. */
  readonly frozen_act?: number;
  /** When a deposit was last reversed that could not be taken back whole. */
  readonly reversed_at?: number;
  /** The lock of its owner. */
  readonly lock?: number;
}

/** Of an unfreezing: what the account is frozen for. */
export interface UnfreezePayload extends FreezeMark {
  readonly id: number;
}

/** Of a recovery: the photos that are held to be its owner's. */
export interface RecoverPayload {
  readonly id: number;
  readonly recovery: number;
  readonly document_photo: number;
  readonly holding_photo: number;
}

/** What withdrawals are held for: it changes with each further reason, and not where a hold is asked for in vain or again. */
export interface HoldMark {
  /** The last hold of all that leaves, whoever or whatever placed it; absent where there is none. */
  readonly hold?: number;
  readonly held_for: string;
}

/** Of letting go: what they are held for. */
export interface ReleasePayload extends Partial<HoldMark> {
  readonly id: number;
  /** In proposals of before 2.6: the last time that an operator asked for a hold, as the audit log counts. */
  readonly held_act?: number;
}

/** Of a later end of a hold: when it ended as it was looked at. */
export interface ExtendHoldPayload {
  /** The user. */
  readonly id: number;
  readonly hold: number;
  readonly was: number;
  readonly ends_at: number;
}

/** Of letting go of a record. */
export interface EndHoldPayload {
  /** The user. */
  readonly id: number;
  readonly hold: number;
}

/** Of a verification that was passed. */
export interface RevokeVerificationPayload {
  /** The user. */
  readonly id: number;
  readonly verification: number;
}

/** Of taking orders again: the stop that it ends. */
export interface ResumePayload {
  readonly since: number;
  readonly cause: 'operator' | 'drift' | 'loss';
  /** Whose engine was stopped for itself; absent: the home's. */
  readonly product?: ProductEngine;
}

/** An operator as far as a proposal is about them. */
interface OperatorStanding {
  readonly operatorId: number;
  readonly role: string;
  readonly isActive: boolean;
}

interface Standing {
  readonly role: string;
  readonly is_active: boolean;
}

export interface OperatorPayload {
  readonly id: number;
  readonly before: Standing;
  /** Absent: a reset. */
  readonly after?: Standing;
}

/** Payloads are this server's own JSON. */
export const payloadOf = <Payload>({ payload }: Pick<ProposalRow, 'payload'>): Payload =>
  JSON.parse(payload) as Payload;

export const sendPayload = (row: WithdrawalRow): SendPayload => ({
  id: row.withdrawalId,
  send_state: row.sendState,
  ...(row.txId !== undefined && { tx_id: row.txId }),
  updated_at: row.updatedAtMs,
});

export const isUnchanged = (row: WithdrawalRow, payload: SendPayload): boolean =>
  row.sendState === payload.send_state &&
  row.txId === payload.tx_id &&
  row.updatedAtMs === payload.updated_at;

const standingOf = ({ role, isActive }: Omit<OperatorStanding, 'operatorId'>): Standing => ({
  role,
  is_active: isActive,
});

export const operatorPayload = (
  target: OperatorStanding,
  after?: Omit<OperatorStanding, 'operatorId'>,
): OperatorPayload => ({
  id: target.operatorId,
  before: standingOf(target),
  ...(after !== undefined && { after: standingOf(after) }),
});
