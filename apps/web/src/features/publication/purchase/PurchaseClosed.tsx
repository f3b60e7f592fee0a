import { buttonLook, EmptyState, formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { detailsHref } from '../links.ts';
import { type OfferingDetails, type ShownStatus, shownStatus } from '../model.ts';
import type { Closed } from './purchase-model.ts';

export interface PurchaseClosedProps {
  offering: OfferingDetails;
  /** Why nobody, or not this person, can subscribe although it is open. */
  closed: Closed | undefined;
}

/** Nothing can be subscribed for here now, and why. */
export function PurchaseClosed({ offering, closed }: PurchaseClosedProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const reasonOf: Readonly<Record<Exclude<ShownStatus, 'subscribing'>, string>> = {
    upcoming: t('opensAt', { time: formatDate(offering.starts_at, 'dayMinute', locale) }),
    sold_out: t('closed.soldOut'),
    closed: t('closed.over'),
    redeeming: t('closed.over'),
  };
  const status = shownStatus(offering);
  const isOpen = status === 'subscribing';
  return (
    <div className="pt-16">
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={detailsHref(offering.id)}>
            {t('seeOffering', { currency: offering.currency })}
          </a>
        }
      >
        {isOpen ? t(`closed.${closed ?? 'soldOut'}`) : reasonOf[status]}
      </EmptyState>
    </div>
  );
}
