import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { TaxExplained, TaxLineView } from '@fairlead/contract';
import { EmptyState, formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { type TaxChoice, taxTerms } from './model.ts';

export interface TaxLinesProps {
  choice: TaxChoice;
  figure: TaxExplained;
}

/** What a figure is the sum of: each line with its lots and with its entry as the journal has it. */
export function TaxLines({ choice, figure }: TaxLinesProps) {
  const t = useTranslations('tax');
  const query = useApiPages('taxLines', {
    ...taxTerms(choice, ownTimeZone()),
    figure,
    ...(choice.currency !== undefined && { of_currency: choice.currency }),
  });
  return (
    <Listing
      query={query}
      loading={<LoadingRows count={4} />}
      empty={<EmptyState>{t('noLines')}</EmptyState>}
    >
      {(lines) => (
        <ul className="grid gap-5" aria-label={t(`figure.${figure}`)}>
          {lines.map((line) => (
            // One entry may have several lines of a figure.
            <Line key={keyOf(line)} line={line} />
          ))}
        </ul>
      )}
    </Listing>
  );
}

const keyOf = ({ entry_id, currency, quantity, cost, missing }: TaxLineView): string =>
  [entry_id, currency, quantity, cost, missing].join(' ');

/** Long lists of lots are cut: the file has them all. */
const LOTS_SHOWN = 5;

function Line({ line }: { line: TaxLineView }) {
  const t = useTranslations('tax');
  const kinds = useTranslations('assets.record.kinds');
  const locale = useLocale();
  const { gain, value, cost, lots, lots_total, missing, postings } = line;
  const money = (id: 'value' | 'cost' | 'gain', text: string | undefined) =>
    text === undefined
      ? []
      : [{ id, label: t(id), value: <Amount value={tidy(text)} isSigned={id === 'gain'} /> }];
  return (
    <li className="gutter">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-strong">{kinds(line.kind)}</span>
        <span className="text-12 text-muted">{formatDate(line.time, 'full', locale)}</span>
      </div>
      <KeyValues
        rows={[
          {
            id: 'quantity',
            label: t('quantity'),
            value: <Amount value={tidy(line.quantity)} unit={line.currency} />,
          },
          ...money('value', value),
          ...money('cost', cost),
          ...money('gain', gain),
          ...lots.slice(0, LOTS_SHOWN).map((lot, at) => ({
            id: `lot ${at}`,
            label: t('lot', {
              entry: String(lot.entry_id),
              date: formatDate(lot.acquired_at, 'date', locale),
            }),
            value: <Amount value={tidy(lot.quantity)} unit={line.currency} />,
          })),
          ...postings.map((posting, at) => ({
            id: `posting ${at}`,
            label: t('posting', { entry: String(line.entry_id) }),
            value: <Amount value={tidy(posting.amount)} unit={posting.currency} />,
          })),
        ]}
      />
      {lots_total > LOTS_SHOWN && (
        <p className="text-12 text-muted">{t('moreLots', { count: lots_total - LOTS_SHOWN })}</p>
      )}
      {missing !== undefined && (
        <p className="text-12 text-secondary">{t(`missingWhy.${missing}`)}</p>
      )}
    </li>
  );
}
