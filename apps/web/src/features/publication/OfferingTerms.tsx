import { formatAmount, KeyValues, Term } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';
import type { OfferingDetails } from './model.ts';
import { ReturnFigure } from './parts.tsx';

/** What is sold under which limits; a return only where a market has a price. */
export function OfferingTerms({ offering }: { offering: OfferingDetails }) {
  const t = useTranslations('publication');
  const common = useTranslations('common');
  const { currency, expected_return, subscribed } = offering;
  const amount = (text: string) => formatAmount(tidy(text), undefined, currency);
  return (
    <KeyValues
      className="gutter mt-4"
      rows={[
        { label: t('total'), value: amount(offering.total) },
        { label: t('remaining'), value: amount(offering.remaining) },
        { label: t('smallest'), value: amount(offering.min_amount) },
        { label: t('perPerson'), value: amount(offering.max_amount) },
        {
          id: 'lockup',
          label: (
            <Term title={t('lockup')} sentence={t('lockupHelp')} closeLabel={common('close')}>
              {t('lockup')}
            </Term>
          ),
          value: t('lockupDays', { days: offering.lockup_days }),
        },
        ...(expected_return === undefined
          ? []
          : [
              {
                id: 'expected',
                label: (
                  <Term
                    title={t('expected')}
                    sentence={t('expectedHelp')}
                    closeLabel={common('close')}
                  >
                    {t('expected')}
                  </Term>
                ),
                value: <ReturnFigure value={expected_return} />,
              },
            ]),
        ...(subscribed === undefined || !/[1-9]/.test(subscribed)
          ? []
          : [
              {
                label: t('yours'),
                value: <Amount value={tidy(subscribed)} unit={currency} />,
                total: true,
              },
            ]),
      ]}
    />
  );
}
