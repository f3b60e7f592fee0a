/** Whether a job is what operators approved, and is none that was signed before. The same for every chain (W12). */
import type { Job } from './desk.ts';
import { signedHash } from './passkeys.ts';
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

/** What was approved, or why it is not signed. `twoNeeded`: the policy asks for two, whatever the exchange says. */
export function approvedOr(
  job: Job,
  { twoNeeded, entries }: { readonly twoNeeded: boolean; readonly entries: readonly Known[] },
): Approved | string {
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
  return { intentHash: hash, signed };
}

/** A credential that is wrong today may be right tomorrow; a state that does not fit will not. */
export const isFinalRefusal = (code: string): boolean =>
  code === 'not_sendable' || code === 'not_found';
