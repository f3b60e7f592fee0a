import type { RecurringPlan } from '@fairlead/contract';
import { languageTag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { clockOf, rhythmOf, weekdayName } from './model.ts';

/** When a plan buys, as one says it. */
export function useDays(): (plan: RecurringPlan) => string {
  const t = useTranslations('recurring');
  const tag = languageTag(useLocale());
  return (plan) => {
    const days = (plan.weekdays ?? []).map((day) => weekdayName(day, tag)).join(', ');
    const time = clockOf(plan.minute);
    return t(`when.${rhythmOf(plan)}`, { days, day: String(plan.month_day ?? 1), time });
  };
}
