/** What a claim is credited with, and what speaks for a second look. */
import type { OperatorDeposit } from '@fairlead/contract';
import { finishDecimal } from '@fairlead/ui';
import { parseDecimal } from '@fairlead/units';
import { depositTexts as t } from './texts.ts';

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

/** What was typed without what was left unfinished and around it. */
export const finished = ({ credited, reference }: Credit): Credit => ({
  credited: finishDecimal(credited) ?? '',
  reference: reference.trim(),
});

/** Whether a claim names the transaction that is its reference. */
export const hasTransaction = ({ chain, tx_id }: OperatorDeposit): boolean =>
  chain !== undefined && tx_id !== undefined;

/** What is wrong with what was typed, by field; without a transaction somebody has to say what it is credited under. */
export function problemsOf(credit: Credit, row: OperatorDeposit) {
  const { credited, reference } = finished(credit);
  const minor = parseDecimal(credited, SCALE_MAX);
  const mayBeEmpty = hasTransaction(row) && reference === '';
  return {
    ...((minor === undefined || minor <= 0n) && { credited: t.creditedInvalid }),
    ...(!mayBeEmpty && !REFERENCE.test(reference) && { reference: t.referenceInvalid }),
  };
}

/** How many operators what was typed needs, as far as the console can tell; the server decides. */
export const neededFor = (row: OperatorDeposit, credited: string): number =>
  isBeyondClaim(credited, row.amount) ? 2 : row.approvals_needed;
