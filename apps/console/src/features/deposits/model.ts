/** What a claim is credited with, and what speaks for a second look. */
import type { OperatorDeposit } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';

export const TAB_NAMES = ['under_review', 'passed', 'rejected'] as const;
export type Tab = (typeof TAB_NAMES)[number];
export const readTab = (text: string): Tab =>
  TAB_NAMES.find((name) => name === text) ?? 'under_review';

/** What the operator has typed. */
export interface Credit {
  /** A plain decimal. */
  readonly credited: string;
  readonly reference: string;
}

/** Beyond this many times the claim two operators must look (L2). */
const CLAIM_FACTOR = 10n;
/** No currency has more decimals. */
const SCALE_MAX = 18;
const REFERENCE = /^[\x20-\x7e]{3,100}$/;

/** Whether more than ten times the claim is being credited. */
export function isBeyondClaim(credited: string, claimed: string): boolean {
  const given = parseDecimal(credited, SCALE_MAX);
  const asked = parseDecimal(claimed, SCALE_MAX);
  return given !== undefined && asked !== undefined && given > asked * CLAIM_FACTOR;
}

/** The same number, however many noughts are behind it. */
export const isSameAmount = (left: string, right: string): boolean =>
  parseDecimal(left, SCALE_MAX) === parseDecimal(right, SCALE_MAX);

/** What is wrong with what was typed, by field; a bank claim needs the reference of the statement. */
export function problemsOf(
  { credited, reference }: Credit,
  kind: OperatorDeposit['kind'],
): { readonly credited: boolean; readonly reference: boolean } {
  const minor = parseDecimal(credited, SCALE_MAX);
  const mayBeEmpty = kind !== 'bank' && reference === '';
  return {
    credited: minor === undefined || minor <= 0n,
    reference: !mayBeEmpty && !REFERENCE.test(reference),
  };
}

/** How many operators what was typed needs, as far as the console can tell; the server decides. */
export const neededFor = (row: OperatorDeposit, credited: string): number =>
  isBeyondClaim(credited, row.amount) ? 2 : row.approvals_needed;
