import { Article } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { OfferingDetails } from './details.ts';

/** What the coin is, in the words of who offers it. */
export function Introduction({ offering }: { offering: OfferingDetails }) {
  const t = useTranslations('publication');
  if (offering.introduction.trim() === '') return null;
  return (
    <section className="gutter mt-6">
      <h2 className="text-16 font-strong">{t('about', { currency: offering.currency })}</h2>
      <Article body={offering.introduction} />
    </section>
  );
}
