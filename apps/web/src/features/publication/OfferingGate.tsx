import { Failed, LoadingCard } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import type { OfferingDetails } from './model.ts';
import type { useOffering } from './use-offerings.ts';

export interface OfferingGateProps {
  query: ReturnType<typeof useOffering>;
  children: (offering: OfferingDetails) => ReactNode;
}

/** One offering, or why it is not there. */
export function OfferingGate({ query, children }: OfferingGateProps) {
  const t = useTranslations('publication');
  if (query.isMissing) {
    return (
      <div className="pt-16">
        <EmptyState
          action={
            <a {...buttonLook({ size: 36 })} href={href('pages/publication/index')}>
              {t('seeOfferings')}
            </a>
          }
        >
          {t('missing')}
        </EmptyState>
      </div>
    );
  }
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) {
    return (
      <div className="gutter grid gap-3 pt-2">
        <LoadingCard height={160} lines={4} />
        <LoadingCard height={200} lines={4} />
      </div>
    );
  }
  return <Failed query={query} failed={t('failed')} />;
}
