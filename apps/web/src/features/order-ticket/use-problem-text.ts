import { useTranslations } from 'use-intl';
import { isSaidAt, shownValues } from '../../data/ticket-check.ts';
import type { TicketState } from './state.ts';
import type { ProblemCode, ProblemField, Validation } from './validate.ts';

/** Said only once the button was pressed: an empty ticket is no mistake. */
const SAID_WHEN_TRIED: ReadonlySet<ProblemCode> = new Set([
  'trigger_required',
  'price_required',
  'quantity_required',
  'total_required',
  'display_required',
  'exits_required',
]);
const isEmpty = ({ size }: TicketState): boolean => size.by !== 'percent' && size.text === '';

/** The sentence for a field, if the ticket's problem is there. */
export function useProblemText(
  state: TicketState,
  { problem }: Validation,
): (field: ProblemField) => string | undefined {
  const t = useTranslations('trade.problem');
  return (field) => {
    if (problem === undefined || !isSaidAt(problem, field)) return undefined;
    const isEarly = !state.isTried && (SAID_WHEN_TRIED.has(problem.code) || isEmpty(state));
    if (isEarly) return undefined;
    // Each code's sentence takes the values that `validate` gives with it; a test holds them together.
    return t(problem.code, shownValues(problem.values) as never);
  };
}
