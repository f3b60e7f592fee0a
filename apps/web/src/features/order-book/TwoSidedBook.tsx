import { EmptyState, Skeleton } from '@fairlead/ui';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { BookRows } from './BookRows.tsx';
import { bookRows, type Level } from './levels.ts';

export interface TwoSidedBookProps {
  base: string;
  quote: string;
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | undefined;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
}

const ROWS = 12;
const NOTHING: ReadonlySet<string> = new Set();

/** Bids left and asks right, the best prices in the middle. */
export function TwoSidedBook(props: TwoSidedBookProps) {
  const { base, quote, book, priceDecimals, lotDecimals, isStale } = props;
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const locale = useLocale();
  const rows = useMemo(
    () => book && bookRows(book.bids, book.asks, { bids: ROWS, asks: ROWS }),
    [book],
  );
  if (rows === undefined) return <BookSkeleton label={common('loading')} />;
  if (rows.bids.length + rows.asks.length === 0) return <EmptyState>{t('noBook')}</EmptyState>;
  const shared = { priceDecimals, lotDecimals, mine: NOTHING, locale };
  return (
    <div className={isStale ? 'fl-stale' : undefined}>
      <div className="gutter flex h-7 items-center justify-between text-12 text-muted">
        <span>{t('amountOf', { currency: base })}</span>
        <span>{t('priceOf', { currency: quote })}</span>
        <span>{t('amountOf', { currency: base })}</span>
      </div>
      <div className="gutter grid grid-cols-2 gap-3">
        <div>
          <BookRows side="bid" rows={rows.bids} amountFirst {...shared} />
        </div>
        <div>
          <BookRows side="ask" rows={rows.asks} from="left" {...shared} />
        </div>
      </div>
    </div>
  );
}

function BookSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="gutter grid grid-cols-2 gap-x-3 pt-7">
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <div key={row} className="col-span-2 grid h-6 grid-cols-subgrid items-center">
          <Skeleton height={12} />
          <Skeleton height={12} />
        </div>
      ))}
    </div>
  );
}
