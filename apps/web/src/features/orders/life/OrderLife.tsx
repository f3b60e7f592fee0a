import { LoadingRows, Pending, useApi, useApiPages } from '@fairlead/calls';
import type { Fill, Order } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatNumber,
  formatPrice,
  TextLink,
  Thread,
  type ThreadStep,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { ShareButton } from '../../../app/share/ShareButton.tsx';
import { LazyOwnList } from '../lists/LazyOwnList.tsx';
import { hasFills, reasonOf } from '../order-figures.ts';
import { isCut, type LifeStep, lifeOf } from './life-model.ts';
import { useSharedOrder } from './use-shared-order.ts';

const AMENDMENTS_MAX = 100;

/** An order's fills, each with what it cost, and its life as a line. */
export function OrderLife({ order }: { order: Order }) {
  const t = useTranslations('life');
  const sharedOf = useSharedOrder();
  const asked = { order_id: order.id };
  const whole = useApi('order', asked);
  const amendments = useApi('amendments', { ...asked, page: 1, limit: AMENDMENTS_MAX });
  const fills = useApiPages('orderFills', asked);
  const missing = [whole, amendments, fills].find(({ data }) => data === undefined);
  if (missing !== undefined)
    return (
      <Pending
        query={missing}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('failed')}
      />
    );
  const list = fills.data ?? [];
  const unread = Math.max(0, (fills.total ?? 0) - list.length);
  const parts = {
    order,
    trigger: whole.data?.trigger_order,
    amendments: amendments.data?.list ?? [],
    fills: list,
    unread,
  };
  return (
    <>
      {list.length > 0 && (
        <div className="grid gap-1">
          <Fills order={order} fills={list} />
          {fills.hasMore && (
            <button
              type="button"
              className="h-11 w-full font-medium text-brand disabled:text-disabled"
              disabled={fills.isLoadingMore}
              onClick={fills.more}
            >
              {t('moreFills', { count: unread })}
            </button>
          )}
        </div>
      )}
      {hasFills(order) && isCut(parts) && <p className="text-12 text-muted">{t('cut')}</p>}
      <div className="grid gap-2 border-t border-hairline-strong pt-3">
        <h3 className="font-strong">{t('title')}</h3>
        <Line order={order} steps={lifeOf(parts)} />
      </div>
      <LazyOwnList id={order.list_id} />
      {hasFills(order) && <ShareButton shared={sharedOf(order, parts.trigger)} />}
    </>
  );
}

/** One trade in two lines: price and amount over fee, role and time. */
function Fills({ order, fills }: { order: Order; fills: readonly Fill[] }) {
  const t = useTranslations('life');
  const locale = useLocale();
  const [base = ''] = order.symbol.split('/');
  return (
    <ul aria-label={t('fills')}>
      {fills.map((fill) => (
        <li key={fill.id} className="border-b border-hairline py-2 last:border-b-0">
          <div className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">{formatPrice(fill.price)}</span>
            <span>{formatAmount(fill.quantity, undefined, base)}</span>
          </div>
          <div className="flex flex-wrap justify-between gap-x-3 text-12 text-muted">
            <span>
              {formatDate(fill.time, 'full', locale)} · {t(`role.${fill.role}`)}
            </span>
            <span>{t('fee', { fee: formatAmount(fill.fee, undefined, fill.fee_currency) })}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

const STATES: Readonly<Partial<Record<LifeStep['kind'], ThreadStep['state']>>> = {
  waits: 'now',
  unread: 'later',
  cancelled: 'bad',
  expired: 'bad',
};

function Line({ order, steps }: { order: Order; steps: readonly LifeStep[] }) {
  const t = useTranslations('life');
  const look = useLook(order);
  return (
    <Thread
      label={t('title')}
      steps={steps.map((step, index) => ({
        id: `${index} ${step.kind}`,
        state: STATES[step.kind] ?? 'done',
        ...look(step),
      }))}
    />
  );
}

/** A step in words. */
function useLook(order: Order): (step: LifeStep) => Omit<ThreadStep, 'id' | 'state'> {
  const t = useTranslations('life');
  const orders = useTranslations('orders');
  const locale = useLocale();
  const at = (ms: number) => formatDate(ms, 'full', locale);
  const [base = ''] = order.symbol.split('/');
  const amount = (text: string) => formatAmount(text, undefined, base);
  return (step) => {
    switch (step.kind) {
      case 'reached':
        return {
          title: t('reached', { price: formatPrice(step.price) }),
          at: at(step.at),
          detail: step.receiptId !== undefined && (
            <TextLink href={href('pages/settlement/receipt', { id: step.receiptId })} chevron>
              {t('receipt')}
            </TextLink>
          ),
        };
      case 'amended': {
        const { price_before, quantity_before, price, quantity, kept_place } = step.amendment;
        return {
          title: t('amended', {
            before: `${formatNumber(quantity_before)} @ ${formatPrice(price_before)}`,
            now: `${formatNumber(quantity)} @ ${formatPrice(price)}`,
          }),
          at: at(step.at),
          detail: t(kept_place ? 'keptPlace' : 'lostPlace'),
        };
      }
      case 'filled':
        return {
          title: t('filled', { count: step.count }),
          at: at(step.at),
          detail: t('sum', { amount: amount(step.sum) }),
        };
      case 'unread':
        return { title: t('unread', { count: step.count }) };
      case 'waits':
        return {
          title: t('waits'),
          ...(step.until !== undefined && { detail: t('until', { time: at(step.until) }) }),
        };
      case 'cancelled':
      case 'expired':
        return {
          title: t(step.kind),
          at: at(step.at),
          detail: orders(`reason.${reasonOf(order)}`),
        };
      default:
        return { title: t(step.kind), at: at(step.at) };
    }
  };
}
