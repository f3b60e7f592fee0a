import { useNavigate, useSearchParams } from 'react-router';
import { useApiPages } from '../../data/use-api.ts';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordList } from './RecordList.tsx';
import {
  filterRequest,
  filterSearch,
  isFiltered,
  type RecordFilter,
  readFilter,
} from './record-filter.ts';
import { useCurrencies } from './use-wallet.ts';

/** Every posting of the user; filters stand in the address. */
export function Postings() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  const { list = [] } = useCurrencies();
  const pages = useApiPages('records', filterRequest(filter));
  const apply = (next: RecordFilter) =>
    void navigate({ search: filterSearch(next) }, { replace: true });
  return (
    <>
      <div className="pt-1">
        <RecordFilters filter={filter} currencies={list} onFilter={apply} />
      </div>
      <RecordList pages={pages} isFiltered={isFiltered(filter)} onFilter={apply} />
    </>
  );
}
