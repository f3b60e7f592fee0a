import type { Receipt } from '@fairlead/contract';
import { formatDate, formatPrice, formatSigned, Masked, Note, Tag, Triangle } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useSetting } from '../../../data/account/settings.ts';
import { priceDecimals, tidy } from '../check/exact.ts';
import { isUp } from '../check/fields.ts';
import { type Sum, type SumLine, summarize } from '../check/summary.ts';
import { plainShare } from '../check/text.ts';
import { SumValue } from './SumValue.tsx';

/** What was agreed and what came of it. */
export function SumBlock({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('receipt');
  const locale = useLocale();
  const sum = summarize(receipt);
  const decimals = priceDecimals(receipt.strike ?? receipt.samples[0]?.index_price);
  return (
    <section className="gutter pt-4" aria-label={t(`kind.${receipt.kind}`)}>
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-muted">
        <span>
          {receipt.symbol} · {t(`kind.${receipt.kind}`)}
        </span>
        <time>{formatDate(receipt.time, 'full', locale)}</time>
      </p>
      <Headline sum={sum} decimals={decimals} />
      <div className="mt-2 grid grid-cols-[5fr_4fr] gap-4">
        <Column lines={sum.left} decimals={decimals} />
        <Column lines={sum.right} decimals={decimals} />
      </div>
      {!sum.isOwn && <Note className="mt-3">{t('private')}</Note>}
    </section>
  );
}

interface HeadlineProps {
  sum: Sum;
  decimals: number;
}

function Headline({ sum, decimals }: HeadlineProps) {
  const t = useTranslations('receipt');
  const { side, multiple, said, figure } = sum;
  const tone = isUp(side) ? 'rise' : 'fall';
  const name = side && t(`side.${side}`);
  return (
    <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 className="flex items-center gap-2 text-16 font-strong">
        {side !== undefined && (
          <Tag kind={tone}>
            <span className="inline-flex items-center gap-1">
              <Triangle tone={tone} />
              {multiple === undefined
                ? name
                : t('sideMultiple', { side: name ?? '', multiple: String(multiple) })}
            </span>
          </Tag>
        )}
        {t(`said.${said}`)}
      </h2>
      <p className="ms-auto max-w-full min-w-0 text-20 font-strong wrap-anywhere">
        <Figure figure={figure} decimals={decimals} />
      </p>
    </div>
  );
}

function Figure({ figure, decimals }: { figure: Sum['figure']; decimals: number }) {
  const t = useTranslations('receipt');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { value, show, caption, unit } = figure;
  const text =
    show === 'price'
      ? formatPrice(value, decimals)
      : show === 'signed'
        ? formatSigned(value && tidy(value))
        : formatPrice(value && tidy(value));
  return (
    <>
      <Masked masked={isHidden && show !== 'price'} label={common('hidden')}>
        {text}
      </Masked>{' '}
      <span className="text-14 font-medium text-muted">
        {caption === undefined ? unit : t(`figure.${caption}`, { currency: unit })}
      </span>
    </>
  );
}

function Column({ lines, decimals }: { lines: readonly SumLine[]; decimals: number }) {
  const t = useTranslations('receipt.line');
  const locale = useLocale();
  return (
    <dl className="grid min-w-0 content-start gap-1 text-12">
      {lines.map((line) => (
        <div key={line.label} className="flex flex-wrap items-baseline justify-between gap-x-2">
          <dt className="min-w-0 text-muted">
            {t(line.label, {
              time: formatDate(line.timeMs, 'time', locale),
              rate: plainShare(line.rate),
            })}
          </dt>
          <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">
            <SumValue line={line} decimals={decimals} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
