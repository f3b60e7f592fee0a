/** Whether a job is what operators approved, and is none that was signed before. The same for every chain (W12). */
import type { Job } from './desk.ts';
import { type OperatorPolicy, operatorsRefusal } from './operators.ts';
import { type PasskeyChecks, signedHash } from './passkeys.ts';
import { intentHash } from './policy.ts';

/** What a journal knows of a signed payment. */
interface Known {
  readonly id: number;
  readonly intentHash: string;
  readonly signed: string | undefined;
}

export interface Approved {
  readonly intentHash: string;
  /** What its owner's passkey signed, hex. */
  readonly signed: string | undefined;
}

/** Whether a job is what was signed as this entry. */
export const isOf = (entry: Known, job: Job): boolean =>
  entry.intentHash === intentHash(job, signedHash(job));

export interface ApprovalRules {
  /** The policy asks for two, whatever the exchange says. */
  readonly twoNeeded: boolean;
  /** What was signed before. */
  readonly entries: readonly Known[];
  /** The policy's name of what is paid. */
  readonly currency: string;
  /** Whose passkeys must have signed the approvals; undefined where the policy names nobody. */
  readonly operators: OperatorPolicy | undefined;
  /** What users' passkeys signed; undefined where the policy asks for none. */
  readonly passkeys: PasskeyChecks | undefined;
  readonly nowMs: number;
}

/** What was approved, or why it is not signed. */
export async function approvedOr(job: Job, rules: ApprovalRules): Promise<Approved | string> {
  const { twoNeeded, entries, currency, operators: list, passkeys, nowMs } = rules;
  const signed = signedHash(job);
  const hash = intentHash(job, signed);
  if (job.approvals.some((approval) => approval.intent_hash !== hash))
    return 'an approval is for something else';
  const operators = new Set(job.approvals.map((approval) => approval.operator_id));
  const needed = Math.max(twoNeeded ? 2 : 1, job.approvals_needed);
  if (operators.size < needed) return `${needed} operators must approve`;
  // A restored exchange may give a number a second time; what was signed under it is none of this one's.
  if (entries.some((entry) => entry.id === job.id && !isOf(entry, job)))
    return 'another withdrawal was signed under this number';
  if (
    signed !== undefined &&
    entries.some(({ id, signed: its }) => id !== job.id && its === signed)
  )
    return 'what its owner signed paid another withdrawal';
  const unsigned =
    (list && (await operatorsRefusal(list, job, { currency, intentHash: hash, needed, nowMs }))) ??
    (await passkeys?.refusal(job, currency, nowMs));
  return unsigned ?? { intentHash: hash, signed };
}

/** A credential that is wrong today may be right tomorrow; a state that does not fit will not. */
export const isFinalRefusal = (code: string): boolean =>
  code === 'not_sendable' || code === 'not_found';
