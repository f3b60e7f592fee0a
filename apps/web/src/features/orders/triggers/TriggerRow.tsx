import type { TriggerOrder } from '@fairlead/contract';
import { Badge, formatAmount, formatPrice, formatShare, IconButton, Tag } from '@fairlead/ui';
import { formatRate } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useQuotation } from '../../../data/markets/quotations.ts';
import { LazyTriggerInPlace } from '../amend/LazyAmend.tsx';
import { distancePpm, kindNameOf, sizeOf, watchedPrice } from './trigger-figures.ts';

export interface TriggerRowProps {
  trigger: TriggerOrder;
  /** Opens the details. */
  onOpen: (trigger: TriggerOrder) => void;
  /** Undefined where it is not cancelled by itself. */
  onCancel?: ((trigger: TriggerOrder) => void) | undefined;
  isCancelling?: boolean;
  /** It stands with the others of its list, which names the pair. */
  isGrouped?: boolean;
}

/** One that waits, or did: what for and how far that is, and what it becomes. */
export function TriggerRow(props: TriggerRowProps) {
  const { trigger, onOpen, onCancel, isCancelling = false, isGrouped = false } = props;
  const t = useTranslations('orders');
  const trade = useTranslations('trade.kind');
  const { id, side, symbol, status } = trigger;
  const [isChanging, setChanging] = useState(false);
  const isOpen = status === 'waiting' || status === 'pending';
  return (
    <li className="relative border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          className="flex min-h-6 min-w-0 items-center gap-2 text-start before:absolute before:inset-0"
          onClick={() => onOpen(trigger)}
        >
          <span className="flex-none">
            <Tag kind={side === 'buy' ? 'rise' : 'fall'}>{t(side)}</Tag>
          </span>
          {!isGrouped && <span className="font-medium whitespace-nowrap">{symbol}</span>}
          <span className="truncate text-12 text-muted">{trade(kindNameOf(trigger))}</span>
          {trigger.list_id !== undefined && !isGrouped && <Tag>{t('inList')}</Tag>}
        </button>
        {isOpen && (
          <span className="relative -my-3 ms-auto">
            <IconButton
              icon="draw"
              iconSize={16}
              label={t('changeOf', { id: String(id) })}
              onClick={() => setChanging(!isChanging)}
            />
          </span>
        )}
        {status === 'waiting' && onCancel !== undefined ? (
          <button
            type="button"
            className="relative -my-3 h-11 ps-4 font-medium text-brand disabled:text-disabled"
            aria-label={t('cancelOf', { id: String(id) })}
            disabled={isCancelling}
            onClick={() => onCancel(trigger)}
          >
            {t('cancel')}
          </button>
        ) : (
          <TriggerBadge status={status} />
        )}
      </div>
      <Figures trigger={trigger} />
      {isOpen && isChanging && (
        <LazyTriggerInPlace trigger={trigger} onClose={() => setChanging(false)} />
      )}
    </li>
  );
}

function Figures({ trigger }: { trigger: TriggerOrder }) {
  const t = useTranslations('triggers');
  const orders = useTranslations('orders');
  const { trigger_by, trigger_price, status } = trigger;
  // One that waits for a fill alone waits for no price.
  const isFill = trigger.trigger === 'fill';
  const watched = isFill ? orders('price') : t(`source.${trigger_by}`);
  const away = useDistance(trigger);
  const becomes = useBecomes(trigger);
  return (
    <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-12">
      <span>
        <span className="text-muted">{watched}</span>{' '}
        {isFill && trigger.type === 'market' ? orders('marketPrice') : formatPrice(trigger_price)}
        {status === 'waiting' && away !== undefined && (
          <span className="ms-2 text-muted">{away}</span>
        )}
      </span>
      <span className="ms-auto text-end">
        <span className="text-muted">{t('becomes')}</span> {becomes}
      </span>
    </div>
  );
}

/** "1.20% away": from what it waits for, as that is now. */
export function useDistance(trigger: TriggerOrder): string | undefined {
  const t = useTranslations('triggers');
  const market = useQuotation(trigger.symbol);
  const ppm = distancePpm(trigger, watchedPrice(trigger, market));
  return ppm === undefined ? undefined : t('away', { share: formatShare(formatRate(ppm)) });
}

/** "0.1 BTC at 63,900.00": the order that comes of it. */
function useBecomes(trigger: TriggerOrder): string {
  const t = useTranslations('triggers');
  const { size, currency } = sizeOf(trigger);
  const amount = formatAmount(size, undefined, currency);
  return trigger.price === undefined
    ? t('becomesMarket', { amount })
    : t('becomesLimit', { amount, price: formatPrice(trigger.price) });
}

const BADGES = {
  pending: 'plain',
  waiting: 'brand',
  triggered: 'good',
  cancelled: 'plain',
} as const;
const BADGE_ICONS = {
  pending: 'clock',
  waiting: 'clock',
  triggered: 'check',
  cancelled: 'minus',
} as const;

/** How it stands: colour, icon and word. */
export function TriggerBadge({ status }: { status: TriggerOrder['status'] }) {
  const t = useTranslations('triggers.status');
  return (
    <Badge kind={BADGES[status]} icon={BADGE_ICONS[status]}>
      {t(status)}
    </Badge>
  );
}
