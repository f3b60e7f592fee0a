import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { UpcomingTerms } from '../../app/UpcomingTerms.tsx';
import { Introduction } from '../../features/publication/Introduction.tsx';
import { OfferingDock } from '../../features/publication/OfferingDock.tsx';
import { OfferingGate } from '../../features/publication/OfferingGate.tsx';
import { OfferingHead } from '../../features/publication/OfferingHead.tsx';
import { OfferingTerms } from '../../features/publication/OfferingTerms.tsx';
import { Timeline } from '../../features/publication/Timeline.tsx';
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
