import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { useApiPages } from '../../data/use-api.ts';
import { RecordFilters } from '../../features/assets/RecordFilters.tsx';
import { RecordList } from '../../features/assets/RecordList.tsx';
import {
  filterRequest,
  filterSearch,
  isFiltered,
  type RecordFilter,
  readFilter,
} from '../../features/assets/record-filter.ts';
import { useCurrencies } from '../../features/assets/use-wallet.ts';

/** Every posting of the user; filters stand in the address. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  const { list = [] } = useCurrencies();
  const pages = useApiPages('records', filterRequest(filter));
  const apply = (next: RecordFilter) => navigate({ search: filterSearch(next) }, { replace: true });
  return (
    <Screen title={t('records')} onRefresh={pages.refetch}>
      <RecordFilters filter={filter} currencies={list} onFilter={(next) => void apply(next)} />
      <RecordList
        pages={pages}
        isFiltered={isFiltered(filter)}
        onFilter={(next) => void apply(next)}
      />
    </Screen>
  );
}
