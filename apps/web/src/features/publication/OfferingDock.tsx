import { buttonLook, Dock, formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { purchaseHref, recordsHref } from './links.ts';
import type { OfferingProps } from './model.ts';

/** The one thing to do next: subscribe, log in first, wait, trade, or look at one's own. */
export function OfferingDock({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const isLoggedIn = useIsLoggedIn();
  const { data: list = [] } = useQuotations();
  const { id, status, currency } = offering;
  const market = list.find(({ base, spot }) => spot && base === currency);
  if (status === 'subscribing') {
    const target = purchaseHref(id);
    return (
      <Dock>
        <a
          {...buttonLook({ variant: 'main' })}
          href={isLoggedIn ? target : `#${loginTarget(target.slice(1))}`}
        >
          {t(isLoggedIn ? 'subscribe' : 'logIn')}
        </a>
      </Dock>
    );
  }
  if (status === 'redeeming' && market !== undefined) {
    return (
      <Dock>
        <a
          {...buttonLook({ variant: 'main' })}
          href={href('pages/trade/spot', { symbol: market.symbol })}
        >
          {t('trade', { currency })}
        </a>
      </Dock>
    );
  }
  if (status === 'upcoming') {
    return (
      <Dock>
        <p className="flex h-12 flex-1 items-center justify-center text-secondary">
          {t('opensAt', { time: formatDate(offering.starts_at, 'dayMinute', locale) })}
        </p>
      </Dock>
    );
  }
  return (
    <Dock>
      <a {...buttonLook({})} href={recordsHref}>
        {t('records')}
      </a>
    </Dock>
  );
}
