import { Article, Card, formatDate, Thread } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { UpcomingTerms } from '../../app/parts/UpcomingTerms.tsx';
import { Screen } from '../../app/Screen.tsx';
import { serverNow } from '../../data/live/server-clock.ts';
import {
  type OfferingDetails,
  type OfferingProps,
  timeline,
} from '../../features/publication/model.ts';
import { OfferingDock } from '../../features/publication/OfferingDock.tsx';
import { OfferingGate } from '../../features/publication/OfferingGate.tsx';
import { OfferingHead } from '../../features/publication/OfferingHead.tsx';
import { OfferingTerms } from '../../features/publication/OfferingTerms.tsx';
import { useOffering } from '../../features/publication/use-offerings.ts';

/** One offering: `?id=1`. */
export function Page() {
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const query = useOffering(Number(search.get('id')));
  return (
    <Screen title={query.data?.currency ?? title('offering')} className="pb-24">
      <OfferingGate query={query}>
        {(offering) => (
          <>
            <OfferingHead offering={offering} />
            <UpcomingTerms product="offering" productId={offering.id} className="gutter mb-2" />
            <OfferingTerms offering={offering} />
            <Timeline offering={offering} />
            <Introduction offering={offering} />
            <OfferingDock offering={offering} />
          </>
        )}
      </OfferingGate>
    </Screen>
  );
}

/** What the coin is, in the words of who offers it. */
function Introduction({ offering }: { offering: OfferingDetails }) {
  const t = useTranslations('publication');
  if (offering.introduction.trim() === '') return null;
  return (
    <section className="gutter mt-6">
      <h2 className="text-16 font-strong">{t('about', { currency: offering.currency })}</h2>
      <Article body={offering.introduction} />
    </section>
  );
}

/** When it opens, closes, launches, and when the coins unlock. */
function Timeline({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  return (
    <div className="gutter mt-4">
      <Card>
        <Thread
          label={t('dates')}
          steps={timeline(offering, serverNow()).map(({ id, atMs, state }) => ({
            id,
            title: t(`steps.${id}`),
            at: <span className="text-14">{formatDate(atMs, 'dayMinute', locale)}</span>,
            state,
          }))}
        />
      </Card>
    </div>
  );
}
