import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { TaxExplained, TaxLineView } from '@fairlead/contract';
import { Button, EmptyState, formatDate, type KeyValue, KeyValues, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { isReading } from '../../data/account/acting.ts';
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
      {figure === 'deposits' && !isReading && (
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
                  !isReading &&
                  figure === 'deposits' &&
                  line.kind === 'deposit' &&
                  line.currency !== MEASURE
                }
                onState={() => setEdited(line)}
                deposits={isReading ? undefined : depositsOf(line, choice, now)}
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
  const { lots_total: lotsTotal, missing, stated, is_stated: isStated } = line;
  const notes = [
    lotsTotal > LOTS_SHOWN && t('moreLots', { count: lotsTotal - LOTS_SHOWN }),
    isStated === true && stated === undefined && t('costs.within'),
    missing !== undefined && t(`missingWhy.${missing}`),
  ];
  return (
    <li className="gutter">
      <div className="flex flex-wrap justify-between gap-x-4 pb-1">
        <span className="font-strong">{kinds(line.kind)}</span>
        <span className="text-12 text-muted">{formatDate(line.time, 'full', locale)}</span>
      </div>
      <Figures line={line} />
      {notes.map(
        (note) =>
          note !== false && (
            <p key={note} className="pt-1 text-12 text-secondary">
              {note}
            </p>
          ),
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

/** What a line is worth, what its owner said of it, the lots that it took, and its entry as the journal has it. */
function Figures({ line }: { line: TaxLineView }) {
  const t = useTranslations('tax');
  const locale = useLocale();
  const { gain, value, cost, currency, postings, stated } = line;
  const date = (timeMs: number): string => formatDate(timeMs, 'date', locale);
  const money = (id: 'value' | 'cost', text: string | undefined): KeyValue[] =>
    text === undefined
      ? []
      : [{ id, label: t(id), value: <Amount value={tidy(text)} unit={MEASURE} /> }];
  const rows: KeyValue[] = [
    {
      id: 'quantity',
      label: t('quantity'),
      value: <Amount value={tidy(line.quantity)} unit={currency} />,
    },
    ...money('value', value),
    ...money('cost', cost),
  ];
  if (gain !== undefined)
    rows.push({
      id: 'gain',
      label: t('gain'),
      value: (
        <>
          <Amount value={tidy(gain)} isSigned /> {MEASURE}
        </>
      ),
    });
  if (stated !== undefined)
    rows.push({
      id: 'stated',
      label: t('costs.stated', { date: date(dateMs(stated.acquired)) }),
      value: <Amount value={tidy(stated.cost)} unit={stated.currency} />,
    });
  // A deposit is its own lot.
  const lots = line.lots.filter((lot) => lot.entry_id !== line.entry_id);
  for (const [at, lot] of lots.slice(0, LOTS_SHOWN).entries())
    rows.push({
      id: `lot ${at}`,
      label: t(lot.is_stated ? 'statedLot' : 'lot', {
        entry: String(lot.entry_id),
        date: date(lot.acquired_at),
      }),
      value: <Amount value={tidy(lot.quantity)} unit={currency} />,
    });
  for (const [at, posting] of postings.entries())
    rows.push({
      id: `posting ${at}`,
      label: t('posting', { entry: String(line.entry_id) }),
      value: <Amount value={tidy(posting.amount)} unit={posting.currency} />,
    });
  return <KeyValues rows={rows} />;
}
