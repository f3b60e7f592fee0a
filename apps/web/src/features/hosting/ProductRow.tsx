import type { HostingProduct } from '@fairlead/contract';
import { buttonLook, CoinMark, formatAmount, formatExactShare, formatSigned } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { tidy } from '../../data/tidy.ts';
import { isScarce, isSoldOut } from './buy/buy-model.ts';
import { EarlyExitTerm } from './buy/EarlyExitTerm.tsx';
import { plainAmount, productTerms } from './terms.ts';

/** One product: what it brings in all and by the day, from how much on, what leaving early costs. */
export function ProductRow({ product }: { product: HostingProduct }) {
  const t = useTranslations('hosting');
  const { id, name, currency, min_amount, damages_rate } = product;
  const minimum = formatAmount(plainAmount(min_amount), undefined, currency);
  const terms = productTerms(product);
  const isGone = terms !== undefined && isSoldOut(terms);
  const strong = (chunks: ReactNode) => (
    <span className="font-medium whitespace-nowrap text-secondary">{chunks}</span>
  );
  return (
    <div className="gutter flex gap-3 pt-3 pb-4">
      <CoinMark code={currency} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-9 items-center justify-between gap-3">
          <h2 className="text-16 font-strong">{name}</h2>
          {isGone ? (
            <span className="text-muted">{t('soldOut')}</span>
          ) : (
            <a
              {...buttonLook({ size: 36 })}
              href={href('pages/finance/buyPage', { id })}
              aria-label={t('lockProduct', { name })}
            >
              {t('lock')}
            </a>
          )}
        </div>
        <Yield product={product} />
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
          <span>{t.rich('minimum', { amount: minimum, b: strong })}</span>
          <span>
            {t.rich('earlyExitRate', {
              rate: formatExactShare(damages_rate),
              b: strong,
              term: (chunks: ReactNode) => (
                <EarlyExitTerm product={product}>{chunks}</EarlyExitTerm>
              ),
            })}
          </span>
        </p>
        <p className="mt-1 text-12 text-muted">
          {t('expected', {
            amount: formatSigned(tidy(product.expected_return_30d)),
            minimum,
            cycle: product.cycle,
          })}
        </p>
        {terms !== undefined && !isGone && isScarce(terms) && (
          <p className="mt-1 text-12 text-warn">
            {t('remaining', {
              amount: formatAmount(tidy(product.remaining_capacity), undefined, currency),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function Yield({ product: { total_yield, daily_yield } }: { product: HostingProduct }) {
  const t = useTranslations('hosting');
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
      {t.rich('yield', {
        total: formatExactShare(total_yield),
        daily: formatExactShare(daily_yield),
        b: (chunks: ReactNode) => <b className="text-20 font-strong text-text">{chunks}</b>,
        s: (chunks: ReactNode) => <span>{chunks}</span>,
      })}
    </p>
  );
}
