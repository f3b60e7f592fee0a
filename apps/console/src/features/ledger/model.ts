/** Accounts of the ledger as a choice, entries with their sums, and a proposed entry's form. */

import type { LedgerEntry } from '@fairlead/contract';
import { HOUSE_ACCOUNT_NAMES } from '@fairlead/contract/constants';
import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import { finishDecimal } from '@fairlead/ui';
import { readUserAccount } from '../../books/AccountName.tsx';
import { sumOf } from '../../books/amounts.ts';
import { readProposed } from '../../books/FundLink.tsx';
import { ledgerTexts as t } from './texts.ts';

/** What is on its way out belongs to its withdrawals alone, escrow to its orders, rebates to their inviters. */
const RESERVED: readonly string[] = [
  'other_engines',
  'withdrawals_in_transit',
  'option_escrow',
  'referral_rebates',
];
export const PROPOSABLE_HOUSE_ACCOUNTS = HOUSE_ACCOUNT_NAMES.filter(
  (name) => !RESERVED.includes(name),
);

/** An account while it is being chosen. `kind` is '' or 'user', or a whole house account's name. */
export interface AccountChoice {
  readonly kind: string;
  readonly userId: string;
  readonly account: string;
}
export const NO_ACCOUNT: AccountChoice = { kind: '', userId: '', account: 'coin' };

export function choiceOf(name: string): AccountChoice {
  const user = readUserAccount(name);
  if (user !== undefined)
    return { kind: 'user', userId: String(user.userId), account: user.account };
  return name.startsWith('house:') ? { ...NO_ACCOUNT, kind: name } : NO_ACCOUNT;
}

/** The account's name; '' for nothing chosen, undefined while a user's id is missing. */
export function nameOf({ kind, userId, account }: AccountChoice): string | undefined {
  if (kind !== 'user') return kind;
  return /^[1-9]\d{0,9}$/.test(userId.trim()) ? `user:${userId.trim()}:${account}` : undefined;
}

export interface CurrencySum {
  readonly currency: string;
  readonly sum: string | undefined;
}

/** The sum of an entry's postings by currency: zero each, or the books are wrong. */
export function entrySums({ postings }: Pick<LedgerEntry, 'postings'>): readonly CurrencySum[] {
  const byCurrency = Map.groupBy(postings, ({ currency }) => currency);
  return [...byCurrency].map(([currency, list]) => ({
    currency,
    sum: sumOf(list.map(({ amount }) => amount)),
  }));
}

export interface EntryDraft {
  readonly currency_id: string;
  readonly amount: string;
  readonly source: AccountChoice;
  readonly target: AccountChoice;
  readonly reason: string;
}
export const EMPTY_DRAFT: EntryDraft = {
  currency_id: '',
  amount: '',
  source: NO_ACCOUNT,
  target: NO_ACCOUNT,
  reason: '',
};

/** A draft as an address asks for it; accounts that no entry may touch are left to be chosen. */
export function draftOf(params: URLSearchParams): EntryDraft | undefined {
  const asked = readProposed(params);
  if (asked === undefined) return undefined;
  const choose = (name: string): AccountChoice => {
    const choice = choiceOf(name);
    const isOffered =
      choice.kind === 'user' || PROPOSABLE_HOUSE_ACCOUNTS.some((each) => `house:${each}` === name);
    return isOffered ? choice : NO_ACCOUNT;
  };
  const { currencyId, amount, source, target } = asked;
  const accounts = { source: choose(source), target: choose(target) };
  return { ...EMPTY_DRAFT, currency_id: currencyId, amount, ...accounts };
}

const [REASON_LENGTH_MIN] = REASON_LENGTH;

export type DraftProblems = Partial<Record<keyof EntryDraft, string>>;

/** What keeps a draft from being proposed, by field. */
export function draftProblems(draft: EntryDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.currency_id === '') problems.currency_id = t.propose.missing;
  const amount = finishDecimal(draft.amount);
  if (amount === undefined || !/[1-9]/.test(amount)) problems.amount = t.propose.amountMissing;
  for (const side of ['source', 'target'] as const) {
    const name = nameOf(draft[side]);
    if (name === '') problems[side] = t.propose.missing;
    if (name === undefined) problems[side] = t.propose.userMissing;
  }
  if (!problems.source && !problems.target && nameOf(draft.source) === nameOf(draft.target))
    problems.target = t.propose.same;
  if (draft.reason.trim().length < REASON_LENGTH_MIN) problems.reason = t.propose.reasonShort;
  return problems;
}
