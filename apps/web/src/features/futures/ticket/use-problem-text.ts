import { useTranslations } from 'use-intl';
import { isSaidAt, shownValues } from '../../../data/ticket-check.ts';
import type { TicketState } from '../model.ts';
import type { ProblemCode, ProblemField, Validation } from './validate.ts';

/** Said only once the button was pressed: an empty ticket is no mistake. */
const SAID_WHEN_TRIED: ReadonlySet<ProblemCode> = new Set([
  'price_required',
  'lots_required',
  'price_stale',
]);
/** The sentence for a field, if the ticket's problem is there. */
export function useProblemText(
  state: TicketState,
  { problem }: Validation,
): (field: ProblemField) => string | undefined {
  const t = useTranslations('futures.problem');
  return (field) => {
    if (problem === undefined || !isSaidAt(problem, field)) return undefined;
    if (!state.isTried && SAID_WHEN_TRIED.has(problem.code)) return undefined;
    // Each code's sentence takes the values that `validate` gives with it; a test holds them together.
    return t(problem.code, shownValues(problem.values) as never);
  };
}
