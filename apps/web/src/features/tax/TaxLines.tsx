import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { TaxExplained, TaxLineView } from '@fairlead/contract';
import { Button, EmptyState, formatDate, type KeyValue, KeyValues, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { dateMs } from '../../data/days.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { tidy } from '../../data/tidy.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { CostSheet } from './CostSheet.tsx';
import { depositsOf, MEASURE, type TaxChoice, taxTerms } from './model.ts';
import { useCost } from './use-cost.ts';

export interface TaxLinesProps {
  choice: TaxChoice;
  figure: TaxExplained;
  onChoice: (choice: TaxChoice) => void;
}

/** What a figure is the sum of: each line with its lots and with its entry as the journal has it. */
export function TaxLines({ choice, figure, onChoice }: TaxLinesProps) {
  const t = useTranslations('tax');
  const query = useApiPages('taxLines', {
    ...taxTerms(choice, ownTimeZone()),
    figure,
    ...(choice.currency !== undefined && { of_currency: choice.currency }),
  });
  const saving = useCost();
  const [edited, setEdited] = useState<TaxLineView>();
  const now = new Date(serverNow());
  return (
    <>
      {figure === 'deposits' && (
        <div className="gutter pb-4">
          <Note>{t('costs.lead')}</Note>
        </div>
      )}
      <Listing
        query={query}
        loading={<LoadingRows count={4} />}
        empty={<EmptyState>{t('noLines')}</EmptyState>}
      >
        {(lines) => (
          <ul className="grid gap-5" aria-label={t(`figure.${figure}`)}>
            {lines.map((line) => (
              // One entry may have several lines of a figure.
              <Line
                key={keyOf(line)}
                line={line}
                canState={
                  figure === 'deposits' && line.kind === 'deposit' && line.currency !== MEASURE
                }
                onState={() => setEdited(line)}
                deposits={depositsOf(line, choice, now)}
                onChoice={onChoice}
              />
            ))}
          </ul>
        )}
      </Listing>
      <CostSheet line={edited} saving={saving} onClose={() => setEdited(undefined)} />
    </>
  );
}

const keyOf = ({ entry_id, currency, quantity, cost, missing }: TaxLineView): string =>
  [entry_id, currency, quantity, cost, missing].join(' ');

/** Long lists of lots are cut: the file has them all. */
const LOTS_SHOWN = 5;

interface LineProps {
  line: TaxLineView;
  /** Of a deposit whose cost its owner may say. */
  canState: boolean;
  onState: () => void;
  /** Where the cost that is missing can be said. */
  deposits: TaxChoice | undefined;
  onChoice: (choice: TaxChoice) => void;
}

function Line({ line, canState, onState, deposits, onChoice }: LineProps) {
  const t = useTranslations('tax');
  const kinds = useTranslations('assets.record.kinds');
  const locale = useLocale();
  const { gain, value, cost, lots, lots_total, missing, postings, stated } = line;
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
          ...(stated === undefined
            ? []
            : [
                saidRow(
                  stated,
                  t('costs.stated', { date: formatDate(dateMs(stated.acquired), 'date', locale) }),
                ),
              ]),
          ...lots.slice(0, LOTS_SHOWN).map((lot, at) => ({
            id: `lot ${at}`,
            label: t(lot.is_stated ? 'statedLot' : 'lot', {
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
      {deposits !== undefined && (
        <Button size={36} className="mt-2" onClick={() => onChoice(deposits)}>
          {t('costs.find', { year: String(deposits.year) })}
        </Button>
      )}
      {canState && (
        <Button size={36} className="mt-2" onClick={onState}>
          {t(stated === undefined ? 'costs.state' : 'costs.change')}
        </Button>
      )}
    </li>
  );
}

const saidRow = (
  { cost, currency }: NonNullable<TaxLineView['stated']>,
  label: string,
): KeyValue => ({
  id: 'stated',
  label,
  value: <Amount value={tidy(cost)} unit={currency} />,
});
