import { useTranslations } from 'use-intl';
import type { Problem } from './model.ts';

/** Problems by field as sentences. */
export function useProblemTexts() {
  const t = useTranslations('verification.invalid');
  return <FieldName extends string>(
    problems: Partial<Record<FieldName, Problem>>,
  ): Partial<Record<FieldName, string>> =>
    Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, t(problem as Problem)]),
    ) as Partial<Record<FieldName, string>>;
}
