import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { RecurringPlan } from '@fairlead/contract';
import { CoinMark, formatDate, ListRow, Note, Tag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { ListWithNew } from '../../../app/parts/ListWithNew.tsx';
import { STATE_TAGS } from './model.ts';
import { PlanForm } from './PlanForm.tsx';
import { PlanView } from './PlanView.tsx';
import { useDays } from './use-days.ts';

const POLL_MS = 15_000;

/** Own plans; with `id` one of them and what it bought. */
export function Recurring({ id }: { id: number | undefined }) {
  const query = useApi('recurringPlans', {}, { pollMs: POLL_MS });
  const { data } = query;
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={3} />} />;
  const one = data.find((plan) => plan.id === id);
  return one === undefined ? <Plans list={data} /> : <PlanView plan={one} />;
}

function Plans({ list }: { list: readonly RecurringPlan[] }) {
  const t = useTranslations('recurring');
  return (
    <ListWithNew
      words={{ lead: t('lead'), list: t('list'), none: t('none'), create: t('create') }}
      items={list}
      row={(plan) => <PlanRow key={plan.id} plan={plan} />}
      note={<Note>{t('how')}</Note>}
      form={(sheet) => <PlanForm {...sheet} />}
    />
  );
}

function PlanRow({ plan }: { plan: RecurringPlan }) {
  const t = useTranslations('recurring');
  const locale = useLocale();
  const days = useDays();
  const { id, symbol, state, next_at: next } = plan;
  const [base = symbol] = symbol.split('/');
  return (
    <ListRow
      leading={<CoinMark code={base} size={36} />}
      title={symbol}
      caption={days(plan)}
      value={<Tag kind={STATE_TAGS[state]}>{t(`states.${state}`)}</Tag>}
      valueCaption={next === undefined ? undefined : formatDate(next, 'dayMinute', locale, 'UTC')}
      chevron
      href={href('pages/assets/recurring', { id })}
    />
  );
}
