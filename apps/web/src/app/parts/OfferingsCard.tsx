import { useApi } from '@fairlead/calls';
import type { Offering } from '@fairlead/contract';
import {
  CoinMark,
  formatAmount,
  formatDate,
  formatShare,
  List,
  ListRow,
  Meter,
  SectionHead,
  TextLink,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { soldShare } from '../../data/sold-share.ts';
import { tidy } from '../../data/tidy.ts';
import { href } from '../navigation.ts';

const SHOWN = 2;

/** New coins that are on sale or about to be, for pages about something else; nothing where there are none. */
export function OfferingsCard() {
  const t = useTranslations('home');
  const { data = [] } = useApi('recommendedOfferings', {});
  if (data.length === 0) return null;
  return (
    <section className="mt-2">
      <SectionHead
        title={t('newCoins')}
        end={
          <TextLink href={href('pages/publication/index')} chevron>
            {t('allCoins')}
          </TextLink>
        }
      />
      <List label={t('newCoins')}>
        {data.slice(0, SHOWN).map((offering) => (
          <OfferingLine key={offering.id} offering={offering} />
        ))}
      </List>
    </section>
  );
}

function OfferingLine({ offering }: { offering: Offering }) {
  const t = useTranslations('home');
  const locale = useLocale();
  const { id, currency, name, issue_price, payment_currency, status } = offering;
  const isOpen = status === 'subscribing';
  const share = soldShare(offering);
  const time = formatDate(isOpen ? offering.closes_at : offering.starts_at, 'dayMinute', locale);
  const sold = t('coinSold', { percent: formatShare(share), time });
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate">
            {currency} <span className="text-14 font-body text-muted">{name}</span>
          </span>
          <span className="font-medium whitespace-nowrap">
            {formatAmount(tidy(issue_price), undefined, payment_currency)}
          </span>
        </span>
      }
      caption={
        isOpen ? (
          <>
            <span className="block py-1.5">
              <Meter share={Number(share)} label={sold} />
            </span>
            {sold}
          </>
        ) : (
          t('coinOpens', { time })
        )
      }
      href={href('pages/publication/details', { id })}
    />
  );
}
