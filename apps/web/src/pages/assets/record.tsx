import { useApiPages } from '@fairlead/calls';
import { TabPanel, Tabs } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ExportLink } from '../../app/parts/ExportLink.tsx';
import { Screen } from '../../app/Screen.tsx';
import { acting, isReading } from '../../data/account/acting.ts';
import { queryClient } from '../../data/calls/query.ts';
import { Movements } from '../../features/assets/movements/Movements.tsx';
import { MONEY_TABS, readTab } from '../../features/assets/movements/movement-model.ts';
import { RecordFilters } from '../../features/assets/records/RecordFilters.tsx';
import { RecordList } from '../../features/assets/records/RecordList.tsx';
import {
  filterRequest,
  filterSearch,
  isFiltered,
  type RecordFilter,
  readFilter,
} from '../../features/assets/records/record-filter.ts';
import { useCurrencies } from '../../features/assets/use-wallet.ts';

const EXPORTS = { all: 'postings', deposits: 'deposits', withdrawals: 'withdrawals' } as const;
const LISTS = { all: 'records', deposits: 'deposits', withdrawals: 'withdrawals' } as const;

/** Every posting of the user, or deposits and withdrawals with where they stand; tab and filters stand in the address. */
export function Page() {
  const t = useTranslations('common.title');
  const custody = useTranslations('custody');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // Money goes in and out of the exchange by the main account alone.
  const tab = acting === undefined ? readTab(query.get('tab')) : 'all';
  const refresh = () => queryClient.refetchQueries({ queryKey: [LISTS[tab]], type: 'active' });
  return (
    <Screen
      title={t('records')}
      onRefresh={refresh}
      right={!isReading && <ExportLink what={EXPORTS[tab]} />}
    >
      {acting === undefined ? (
        <>
          <Tabs
            id="records"
            label={t('records')}
            value={tab}
            items={MONEY_TABS.map((value) => ({ value, label: custody(`tabs.${value}`) }))}
            onValueChange={(next) =>
              void navigate({ search: next === 'all' ? '' : `?tab=${next}` }, { replace: true })
            }
          />
          <TabPanel id="records" value={tab}>
            {tab === 'all' ? <Postings /> : <Movements key={tab} kind={tab} />}
          </TabPanel>
        </>
      ) : (
        <Postings />
      )}
    </Screen>
  );
}

/** Every posting of the user; filters stand in the address. */
function Postings() {
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
