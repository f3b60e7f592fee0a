/**
 * Whether an act is taken under what its client showed. Terms that became worse since are refused with
 * `terms_changed`; what was not shown is not compared, and better terms are never refused.
 */
type Term = bigint | number;

export const isMore = (actual: Term, shown: Term | undefined): boolean =>
  shown !== undefined && actual > shown;
export const isLess = (actual: Term, shown: Term | undefined): boolean =>
  shown !== undefined && actual < shown;
export const isOther = (actual: Term, shown: Term | undefined): boolean =>
  shown !== undefined && actual !== shown;
