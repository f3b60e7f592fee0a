import { Failed, LoadingCard, LoadingRows } from '@fairlead/calls';
import {
  buttonLook,
  CoinMark,
  EmptyState,
  formatAmount,
  formatDate,
  List,
  ListRow,
  SectionHead,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { tidy } from '../../data/tidy.ts';
import { detailsHref } from './links.ts';
import { groupsOf, nextTurn, type OfferingProps } from './model.ts';
import { OfferingCard } from './OfferingCard.tsx';
import { ReturnFigure, StatusBadge } from './parts.tsx';
import { useOfferings } from './use-offerings.ts';

const CARD_HEIGHT = 216;

/** All offerings: cards for what is on sale, rows for what is to come or over. */
export function OfferingList() {
  const t = useTranslations('publication');
  const query = useOfferings();
  if (query.data === undefined) {
    return query.error ? (
      <Failed query={query} failed={t('failed')} />
    ) : (
      <div className="grid gap-3 pt-3">
        <div className="gutter">
          <LoadingCard height={CARD_HEIGHT} lines={4} />
        </div>
        <LoadingRows count={2} />
      </div>
    );
  }
  const groups = groupsOf(query.data);
  if (groups.length === 0) {
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={href('pages/trade/index')}>
            {t('seeMarkets')}
          </a>
        }
      >
        {t('none')}
      </EmptyState>
    );
  }
  return groups.map(({ id, offerings }) =>
    id === 'now' ? (
      <ul key={id} className="gutter grid gap-3 pt-3 pb-2" aria-label={t('groups.now')}>
        {offerings.map((offering) => (
          <li key={offering.id}>
            <OfferingCard offering={offering} />
          </li>
        ))}
      </ul>
    ) : (
      <section key={id} className="mt-2">
        <SectionHead title={t(`groups.${id}`)} />
        <List label={t(`groups.${id}`)}>
          {offerings.map((offering) => (
            <OfferingRow key={offering.id} offering={offering} />
          ))}
        </List>
      </section>
    ),
  );
}

/** An offering that is not on sale now: when it opens or opened, its price, and what became of it. */
function OfferingRow({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const { id, currency, issue_price, payment_currency, launches_at, expected_return } = offering;
  const turn = nextTurn(offering);
  const time = formatDate(turn?.atMs ?? launches_at, 'dayMinute', locale);
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {currency} <StatusBadge offering={offering} />
        </span>
      }
      caption={t(turn === undefined ? 'launchedAt' : `${turn.kind}At`, { time })}
      value={formatAmount(tidy(issue_price), undefined, payment_currency)}
      valueCaption={
        expected_return === undefined ? t('price') : <ReturnFigure value={expected_return} />
      }
      href={detailsHref(id)}
    />
  );
}
