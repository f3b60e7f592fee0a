/** What is under way for a record of terms: announced, or waiting for a second operator. */
import type { Proposal, ProposalKind } from '@fairlead/contract';
import { TERM_FIELDS, type TermsKind, type TermUnits } from './fields.ts';
import { type Change, changesOf, readTermsJson, type TermsRecord } from './model.ts';

/** Proposals of terms, by what their terms are of. */
export const TERMS_OF = {
  chain_terms: 'chain',
  custody_settings: 'settings',
  bank_account: 'bank_account',
  futures_terms: 'futures',
  option_terms: 'options',
  option_currency: 'option_currency',
  hosting_terms: 'hosting',
  offering_terms: 'offering',
  referral_terms: 'referral',
  market_terms: 'market',
  currency_terms: 'currency',
} as const satisfies Partial<Record<ProposalKind, TermsKind>>;

const kinds: Readonly<Partial<Record<ProposalKind, TermsKind>>> = TERMS_OF;

export interface Coming {
  readonly proposalId: number;
  /** When it begins; undefined while it waits for a second operator. */
  readonly startsAtMs: number | undefined;
  readonly changes: readonly Change[];
}

interface Subject {
  readonly kind: TermsKind;
  readonly present: TermsRecord;
  readonly units: TermUnits;
}

/** What these proposals would change of one record, the next first. */
export function comingOf(
  proposals: readonly Proposal[],
  { kind, present, units }: Subject,
): readonly Coming[] {
  return proposals
    .flatMap((proposal): readonly Coming[] => {
      const terms = kinds[proposal.kind] === kind ? termsOf(proposal) : undefined;
      if (terms === undefined || !isSame(kind, present, terms.after)) return [];
      return [
        {
          proposalId: proposal.id,
          startsAtMs: proposal.starts_at,
          changes: changesOf(kind, terms, units),
        },
      ];
    })
    .toSorted(
      (left, right) =>
        (left.startsAtMs ?? Number.MAX_VALUE) - (right.startsAtMs ?? Number.MAX_VALUE),
    );
}

function termsOf({ payload }: Proposal) {
  const change = readTermsJson(payload);
  const [before, after] = ['before', 'after'].map((name) =>
    readTermsJson(JSON.stringify(change?.[name])),
  );
  return after && { before, after };
}

/** Whether both are the record that its keys name; limits and levels are one record each. */
const isSame = (kind: TermsKind, present: TermsRecord, after: TermsRecord): boolean =>
  TERM_FIELDS[kind]
    .filter(({ isKey }) => isKey)
    .every(({ name }) => String(present[name]) === String(after[name]));
