import { Listing, LoadingRows, useAction, useApiPages } from '@fairlead/calls';
import type { RecurringPlan, RecurringPurchase, RecurringState } from '@fairlead/contract';
import {
  Button,
  Card,
  Confirm,
  EmptyState,
  formatDate,
  formatPrice,
  KeyValues,
  List,
  ListRow,
  Note,
  Tag,
} from '@fairlead/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { causeOf, STATE_TAGS } from './model.ts';
import { useDays } from './use-days.ts';

/** One plan: what it does, what may be done with it, and what became of each of its days. */
export function PlanView({ plan }: { plan: RecurringPlan }) {
  const t = useTranslations('recurring');
  const common = useTranslations('common');
  const [isEnding, setEnding] = useState(false);
  const set = useAction('setRecurringPlan', { invalidates: ['recurringPlans'] });
  const go = (state: RecurringState) => void set.run({ plan_id: plan.id, state });
  const { state, stopped_by: stop } = plan;
  return (
    <>
      <section className="grid gap-3 gutter">
        <h2 className="flex items-center justify-between gap-3 text-18 font-strong">
          {plan.symbol}
          <Tag kind={STATE_TAGS[state]}>{t(`states.${state}`)}</Tag>
        </h2>
        {stop !== undefined && stop !== 'user' && <Note kind="warn">{t(`stops.${stop}`)}</Note>}
        <Terms plan={plan} />
        {state !== 'ended' && (
          <div className="grid grid-cols-2 gap-2">
            <Button
              disabled={set.isRunning}
              onClick={() => go(state === 'active' ? 'paused' : 'active')}
            >
              {t(state === 'active' ? 'pause' : 'resume')}
            </Button>
            <Button variant="danger" disabled={set.isRunning} onClick={() => setEnding(true)}>
              {t('end')}
            </Button>
          </div>
        )}
      </section>
      <Purchases plan={plan} />
      <Confirm
        open={isEnding}
        onOpenChange={setEnding}
        title={t('endTitle')}
        cancelLabel={common('cancel')}
        confirmLabel={t('end')}
        onConfirm={() => {
          setEnding(false);
          go('ended');
        }}
      >
        {t('endDetail')}
      </Confirm>
    </>
  );
}

function Terms({ plan }: { plan: RecurringPlan }) {
  const t = useTranslations('recurring');
  const locale = useLocale();
  const days = useDays();
  const [base = '', quote = ''] = plan.symbol.split('/');
  const { next_at: next, total, max_price: maxPrice, until } = plan;
  const rows = [
    { label: t('each'), value: <Amount value={tidy(plan.amount)} unit={quote} /> },
    { label: t('days'), value: days(plan) },
    next !== undefined && { label: t('next'), value: formatDate(next, 'dayMinute', locale, 'UTC') },
    total !== undefined && {
      label: t('total'),
      value: <Amount value={tidy(total)} unit={quote} />,
    },
    maxPrice !== undefined && { label: t('maxPrice'), value: formatPrice(tidy(maxPrice)) },
    until !== undefined && { label: t('until'), value: formatDate(until, 'date', locale, 'UTC') },
    { label: t('spent'), value: <Amount value={tidy(plan.spent)} unit={quote} /> },
    { label: t('bought'), value: <Amount value={tidy(plan.bought)} unit={base} />, total: true },
  ].filter((row) => row !== false);
  return (
    <Card>
      <KeyValues rows={rows} />
    </Card>
  );
}

function Purchases({ plan }: { plan: RecurringPlan }) {
  const t = useTranslations('recurring');
  const query = useApiPages('recurringPurchases', { plan_id: plan.id });
  // What is due next moves with each that was carried out.
  const { refetch } = query;
  const seen = useRef(plan.next_at);
  useEffect(() => {
    if (seen.current === plan.next_at) return;
    seen.current = plan.next_at;
    void refetch();
  }, [plan.next_at, refetch]);
  return (
    <section className="pt-6">
      <h2 className="gutter pb-1 text-16 font-strong">{t('history')}</h2>
      <Listing
        query={query}
        loading={<LoadingRows count={3} />}
        empty={<EmptyState>{t('noHistory')}</EmptyState>}
      >
        {(list) => (
          <List label={t('history')}>
            {list.map((purchase) => (
              <PurchaseRow key={purchase.due_at} {...{ plan, purchase }} />
            ))}
          </List>
        )}
      </Listing>
    </section>
  );
}

interface PurchaseRowProps {
  plan: RecurringPlan;
  purchase: RecurringPurchase;
}

function PurchaseRow({ plan, purchase }: PurchaseRowProps) {
  const t = useTranslations('recurring');
  const locale = useLocale();
  const [base = '', quote = ''] = plan.symbol.split('/');
  const {
    due_at: due,
    outcome,
    order_id: order,
    receipt_id: receipt,
    cause = '',
    count,
  } = purchase;
  const why = count > 1 ? t('missed', { count }) : t(`causes.${causeOf(cause)}`);
  return (
    <ListRow
      title={formatDate(due, 'dayMinute', locale, 'UTC')}
      caption={outcome === 'bought' ? t('outcome.bought') : why}
      value={
        outcome === 'bought' ? (
          <Amount value={tidy(purchase.bought)} unit={base} />
        ) : (
          <span className="text-muted">{t('outcome.not')}</span>
        )
      }
      valueCaption={
        outcome === 'bought' ? <Amount value={tidy(purchase.spent)} unit={quote} /> : undefined
      }
      {...(receipt !== undefined
        ? { chevron: true, href: href('pages/settlement/receipt', { id: receipt }) }
        : order !== undefined && { chevron: true, href: href('pages/trade/orders', { order }) })}
    />
  );
}
