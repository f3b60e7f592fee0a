/** What a proposal does once it is passed: each capability registers the kinds that are its own. */
import type { ProposalKind } from '@fairlead/contract';
import type { EffectPhase } from '../terms/change.ts';
import type { TermsProposalKind } from '../terms/policy.ts';
import type { ProposalRow } from './proposal-queries.ts';

/** Carries a passed proposal out. Throws ProblemError where that cannot be; repeating it does nothing. */
export type ProposalEffect = (proposal: ProposalRow) => Promise<void>;
/** As much of a proposal as changes terms; one manager's save has no more. */
export type TermsAsked = Pick<ProposalRow, 'payload' | 'proposedBy'>;
/** Puts terms in force, or only checks that what they were made from still holds. */
export type TermsEffect = (asked: TermsAsked, phase?: EffectPhase) => Promise<void>;

/**
 * These are consent to a call that the proposer makes again: a reset shows a password, and a change waits until
 * the changed operator does nothing, which the decider's turn must not.
 */
export const CONSENTS = ['reset_operator', 'change_operator'] as const;
export type ConsentKind = (typeof CONSENTS)[number];
export type CarriedOutKind = Exclude<ProposalKind, ConsentKind>;
export const isConsent = (kind: ProposalKind): kind is ConsentKind =>
  CONSENTS.some((each) => each === kind);

export type ProposalEffects = Readonly<
  Record<Exclude<CarriedOutKind, TermsProposalKind>, ProposalEffect>
> &
  Readonly<Record<TermsProposalKind, TermsEffect>>;
