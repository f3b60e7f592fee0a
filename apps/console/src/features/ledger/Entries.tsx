import { useApi } from '@fairlead/calls';
import { formatDate } from '@fairlead/ui';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import {
  askedBy,
  currencyFilter,
  type Filter,
  FilterFields,
  fromFilter,
  idFilter,
  isNarrowed,
  textFilter,
  toFilter,
} from '../../lists/filters.tsx';
import type { Filters } from '../../lists/use-filters.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { EntryList } from './EntryList.tsx';
import { ledgerTexts as t } from './texts.ts';

const PAGE_LIMIT = 20;
const ACCOUNT = /^(house:[a-z_]{3,30}|user:[1-9]\d{0,9}:(coin|option|contract|trust))$/;
const accountFilter: Filter<'account', string> = {
  param: 'account',
  read: (text) => (ACCOUNT.test(text) ? text : undefined),
  field: (props) => <AccountFilter {...props} />,
};
const reasonFilter: Filter<'reason', string> = {
  param: 'reason',
  read: (text) => text || undefined,
  field: (props) => (
    <SelectFilter label={t.filters.reason} options={Object.entries(t.reasons)} {...props} />
  ),
};
const FILTERS = {
  account: accountFilter,
  currency: currencyFilter,
  reason: reasonFilter,
  reference: textFilter('reference', { label: t.filters.reference, maxLength: 140 }),
  entry: idFilter('entry_id', t.filters.entry),
  from: fromFilter,
  to: toFilter,
};

/** The journal, newest first, through its filters. */
export function Entries({ filters }: { filters: Filters<keyof typeof FILTERS> }) {
  const request = { page: filters.page, limit: PAGE_LIMIT, ...askedBy(FILTERS, filters.values) };
  const query = useApi('ledgerEntries', request, { keepPrevious: true });
  return (
    <>
      <FilterFields set={FILTERS} filters={filters} />
      {query.data?.archives?.map((archive) => (
        <p key={archive.before} className="my-2 text-12 text-muted">
          {t.archived({ ...archive, before: formatDate(archive.before, 'date', 'en', 'UTC') })}
        </p>
      ))}
      <EntryList
        query={query}
        account={filters.values.account}
        empty={isNarrowed(FILTERS, filters.values) ? t.empty : t.emptyAll}
        onPage={filters.setPage}
      />
    </>
  );
}
