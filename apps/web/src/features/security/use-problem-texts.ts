import { useTranslations } from 'use-intl';
import type { Problem, Problems } from './model.ts';

/** Problems by field as sentences. */
export function useProblemTexts() {
  const t = useTranslations('security.invalid');
  return <FieldName extends string>(
    problems: Problems<FieldName>,
  ): Partial<Record<FieldName, string>> =>
    Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, t(problem as Problem)]),
    ) as Partial<Record<FieldName, string>>;
}
