import { formatNumber } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { TicketState } from './model.ts';
import type { ProblemCode, ProblemField, Validation } from './validate.ts';

/** Said only once the button was pressed: an empty ticket is no mistake. */
const SAID_WHEN_TRIED: ReadonlySet<ProblemCode> = new Set([
  'price_required',
  'lots_required',
  'price_stale',
]);
/** Said by the button and a note over the ticket. */
const SAID_ELSEWHERE: ReadonlySet<ProblemCode> = new Set(['market_closed', 'market_halted']);

/** Figures look the same in every language; words stay as they are. */
export const shownValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^\d/.test(value) ? formatNumber(value) : value,
    ]),
  );

/** The sentence for a field, if the ticket's problem is there. */
export function useProblemText(
  state: TicketState,
  { problem }: Validation,
): (field: ProblemField) => string | undefined {
  const t = useTranslations('futures.problem');
  return (field) => {
    if (problem?.field !== field || SAID_ELSEWHERE.has(problem.code)) return undefined;
    if (!state.isTried && SAID_WHEN_TRIED.has(problem.code)) return undefined;
    // Each code's sentence takes the values that `validate` gives with it; a test holds them together.
    return t(problem.code, shownValues(problem.values) as never);
  };
}
