import type { ReceiptSample } from '@fairlead/contract';
import { formatDate, formatNumber, formatPrice } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { ageText, isDeclared, type SampleTable, sampleTable, venueName } from '../check/medians.ts';
import { Step } from './Step.tsx';

export interface MedianStepProps {
  number: number;
  sample: ReceiptSample;
  /** It is one of several. */
  isChosen: boolean;
}

/** The quotes of one sample, the middle of them marked, and what was left out. */
export function MedianStep({ number, sample, isChosen }: MedianStepProps) {
  const t = useTranslations('receipt.median');
  const locale = useLocale();
  const table = sampleTable(sample);
  const isDeclaredFeed = table.shape === 'declared';
  const time = formatDate(sample.time, 'time', locale);
  const title = isChosen
    ? t(isDeclaredFeed ? 'declaredMany' : 'many', { time })
    : t(isDeclaredFeed ? 'declaredOne' : 'one');
  return (
    <Step number={number} title={title}>
      {table.rows.length > 0 && <Quotes table={table} />}
      <Shape table={table} />
      {table.dropped.length > 0 && <Dropped table={table} />}
    </Step>
  );
}

const CELL = 'py-1 text-end font-body whitespace-nowrap';

function Quotes({ table }: { table: SampleTable }) {
  const t = useTranslations('receipt.median');
  return (
    <table className="w-full text-12">
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 text-start font-body">
            {t('source')}
          </th>
          <th scope="col" className={CELL}>
            {t('age')}
          </th>
          <th scope="col" className={CELL}>
            {t('quote')}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ venue, host, price, ageMs, isMiddle }) => (
          <tr
            key={venue}
            className={`border-t border-hairline ${isMiddle ? 'text-brand *:font-strong' : ''}`}
          >
            <td className="py-1">
              <VenueName venue={venue} shape={isMiddle ? table.shape : 'none'} />
              {host !== undefined && (
                <span className="block text-12 font-body break-all text-muted">{host}</span>
              )}
            </td>
            <td className={CELL}>{t('seconds', { value: formatNumber(ageText(ageMs)) })}</td>
            <td className={CELL}>{formatPrice(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MIDDLE = { odd: 'middle', even: 'half', two: 'mean' } as const;

function VenueName({ venue, shape }: { venue: string; shape: SampleTable['shape'] }) {
  const t = useTranslations('receipt.median');
  const source = isDeclared(venue) ? t(`venue.${venue}`) : venueName(venue);
  return shape === 'none' || shape === 'declared' ? source : t(MIDDLE[shape], { source });
}

/** What the table cannot say: where the price is no quote of its own. */
function Shape({ table }: { table: SampleTable }) {
  const t = useTranslations('receipt.median');
  const { shape, price, rows } = table;
  const [first] = rows;
  if (shape === 'odd') return null;
  if (shape === 'none') return <p className="mt-1 text-12 text-muted">{t('none')}</p>;
  if (shape === 'declared')
    return first !== undefined && isDeclared(first.venue) ? (
      <p className="mt-1 text-12 text-muted">{t(`declared.${first.venue}`)}</p>
    ) : null;
  return (
    <p className="mt-1 text-end text-12 text-muted">{t(shape, { price: formatPrice(price) })}</p>
  );
}

function Dropped({ table }: { table: SampleTable }) {
  const t = useTranslations('receipt.median');
  return (
    <>
      <h3 className="mt-2 text-12 text-muted">{t('dropped')}</h3>
      <ul>
        {table.dropped.map(({ venue, price, reason }) => (
          <li
            key={`${venue} ${reason} ${price}`}
            className="flex justify-between gap-3 border-t border-hairline py-1 text-12 text-muted"
          >
            <span>
              {venueName(venue)},{' '}
              {t.has(`reason.${reason as 'stale'}`) ? t(`reason.${reason as 'stale'}`) : reason}
            </span>
            <del className="whitespace-nowrap">{formatPrice(price)}</del>
          </li>
        ))}
      </ul>
    </>
  );
}
