import {
  buttonLook,
  EmptyState,
  ErrorState,
  List,
  SectionHead,
  SkeletonCard,
  SkeletonRows,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { groupsOf } from './model.ts';
import { OfferingCard } from './OfferingCard.tsx';
import { OfferingRow } from './OfferingRow.tsx';
import { useOfferings } from './use-offerings.ts';

const CARD_HEIGHT = 216;

/** All offerings: cards for what is on sale, rows for what is to come or over. */
export function OfferingList() {
  const t = useTranslations('publication');
  const common = useTranslations('common');
  const query = useOfferings();
  if (query.data === undefined) {
    return query.error ? (
      <ErrorState
        onRetry={() => void query.refetch()}
        retryLabel={common('retry')}
        retrying={query.isFetching}
        detail={errorText(query.error)}
      >
        {t('failed')}
      </ErrorState>
    ) : (
      <div className="grid gap-3 pt-3">
        <div className="gutter">
          <SkeletonCard label={common('loading')} height={CARD_HEIGHT} lines={4} />
        </div>
        <SkeletonRows label={common('loading')} count={2} />
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
