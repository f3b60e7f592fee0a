import type { useApiPages } from '@fairlead/calls';
import { Listing, LoadingRows } from '@fairlead/calls';
import type { PostingRecord } from '@fairlead/contract';
import { Button, EmptyState, formatDate, List } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useCurrencies } from '../use-wallet.ts';
import { RecordRow } from './RecordRow.tsx';
import { RecordSheet } from './RecordSheet.tsx';
import { byDay, NO_FILTER, type RecordFilter } from './record-filter.ts';

export interface RecordListProps {
  pages: ReturnType<typeof useApiPages<'records'>>;
  /** Filters are set: an empty list is not an empty history. */
  isFiltered: boolean;
  onFilter: (filter: RecordFilter) => void;
}

/** Postings under their days, newest first, as far as one scrolls. */
export function RecordList({ pages, isFiltered, onFilter }: RecordListProps) {
  const t = useTranslations('assets.record');
  const locale = useLocale();
  const [open, setOpen] = useState<PostingRecord>();
  const { byId } = useCurrencies();
  const name = (currencyId: number) => byId.get(currencyId)?.name ?? `#${currencyId}`;
  return (
    <>
      <Listing
        query={pages}
        loading={<LoadingRows count={8} />}
        empty={<NoRecords isFiltered={isFiltered} onClear={() => onFilter(NO_FILTER)} />}
      >
        {(items) => (
          <>
            <p className="gutter py-2 text-12 text-muted tnum">
              {t('count', { count: pages.total ?? items.length })}
            </p>
            {byDay(items).map(({ atMs, records }) => (
              <section key={atMs} aria-label={formatDate(atMs, 'date', locale)}>
                <h2 className="gutter bg-raised py-1.5 text-12 font-medium text-muted">
                  {formatDate(atMs, 'date', locale)}
                </h2>
                <List>
                  {records.map((record) => (
                    <RecordRow
                      key={record.id}
                      record={record}
                      currency={name(record.currency_id)}
                      time="minute"
                      onOpen={setOpen}
                    />
                  ))}
                </List>
              </section>
            ))}
          </>
        )}
      </Listing>
      <RecordSheet record={open} currency={name} onClose={() => setOpen(undefined)} />
    </>
  );
}

function NoRecords({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTranslations('assets.record');
  return (
    <div className="pt-8">
      <EmptyState
        action={
          isFiltered && (
            <Button size={36} onClick={onClear}>
              {t('clear')}
            </Button>
          )
        }
      >
        {t(isFiltered ? 'noMatch' : 'empty')}
      </EmptyState>
    </div>
  );
}
