import { useApi } from '../../data/use-api.ts';
import {
  CurrencyFilter,
  DayFilter,
  FilterBar,
  SelectFilter,
  TextFilter,
} from '../../table/FilterBar.tsx';
import { readDay, readId } from '../../table/use-filters.ts';
import { ledgerTexts as t } from '../../texts/ledger.ts';
import { tableTexts } from '../../texts/table.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { EntryList } from './EntryList.tsx';

const PAGE_LIMIT = 20;
const NOTHING = {
  account: '',
  currency: '',
  reason: '',
  reference: '',
  entry: '',
  from: '',
  to: '',
} as const;
export type EntryFilters = Readonly<Record<keyof typeof NOTHING, string>>;

export interface EntriesProps {
  values: EntryFilters;
  page: number;
  onFilter: (values: Partial<EntryFilters>) => void;
  onPage: (page: number) => void;
}

/** The journal, newest first, through its filters. */
export function Entries({ values, page, onFilter, onPage }: EntriesProps) {
  const isFiltered = Object.keys(NOTHING).some((name) => values[name as keyof EntryFilters]);
  const query = useApi('ledgerEntries', requestOf(values, page), { keepPrevious: true });
  const change = (name: keyof EntryFilters) => (value: string) => onFilter({ [name]: value });
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={() => onFilter(NOTHING)}>
        <AccountFilter value={values.account} onChange={change('account')} />
        <CurrencyFilter value={values.currency} onChange={change('currency')} />
        <SelectFilter
          label={t.filters.reason}
          value={values.reason}
          options={Object.entries(t.reasons)}
          onChange={change('reason')}
        />
        <TextFilter
          label={t.filters.reference}
          maxLength={140}
          value={values.reference}
          onChange={change('reference')}
        />
        <TextFilter
          label={t.filters.entry}
          inputMode="numeric"
          maxLength={15}
          value={values.entry}
          onChange={change('entry')}
        />
        <DayFilter label={tableTexts.from} value={values.from} onChange={change('from')} />
        <DayFilter label={tableTexts.to} value={values.to} onChange={change('to')} />
      </FilterBar>
      <EntryList
        query={query}
        account={values.account}
        empty={isFiltered ? t.empty : t.emptyAll}
        onPage={onPage}
      />
    </>
  );
}

const ACCOUNT = /^(house:[a-z_]{3,30}|user:[1-9]\d{0,9}:(coin|option|contract|trust))$/;

/** What a half-typed filter would make refused is left out. */
function requestOf(values: EntryFilters, page: number) {
  const currencyId = readId(values.currency);
  const entryId = readId(values.entry);
  const from = readDay(values.from, 'first');
  const to = readDay(values.to, 'last');
  return {
    page,
    limit: PAGE_LIMIT,
    ...(ACCOUNT.test(values.account) && { account: values.account }),
    ...(currencyId !== undefined && { currency_id: currencyId }),
    ...(values.reason !== '' && { reason: values.reason }),
    ...(values.reference !== '' && { reference: values.reference }),
    ...(entryId !== undefined && { entry_id: entryId }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
