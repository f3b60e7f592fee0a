import { useApi } from '@fairlead/calls';
import { formatDate, Note } from '@fairlead/ui';
import { askedBy, choiceFilter, FilterFields, isNarrowed } from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { chainName, columns } from './columns.tsx';
import { SweepPanel } from './SweepPanel.tsx';
import { sweepTexts as t } from './texts.ts';

const STATES = ['signed', 'sent', 'failed'] as const;
const FILTERS = { state: choiceFilter('state', t.state, t.states, STATES) };
const PAGE_LIMIT = 50;
const POLL_MS = 30_000;

/** What was swept, newest first, and whether the signers go on. */
export function Page() {
  const filters = useFilters({ state: '' });
  const { values, page, setPage } = filters;
  const record = useRecord();
  const query = useApi(
    'operatorSweeps',
    { page, limit: PAGE_LIMIT, ...askedBy(FILTERS, values) },
    { keepPrevious: true, pollMs: POLL_MS },
  );
  const sweepers = useApi('operatorSweepers', {}, { pollMs: POLL_MS }).data ?? [];
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      list={listed({
        label: t.label,
        columns,
        query,
        rowId: ({ id }) => id,
        empty: isNarrowed(FILTERS, values) ? t.noneFiltered : t.none,
        onPage: setPage,
        panel: (row) => row && <SweepPanel row={row} onClose={record.close} />,
      })}
    >
      <div className="mt-3 grid gap-2 empty:hidden">
        {sweepers.map(({ chain, standing, time }) => (
          <Note key={chain} kind={standing === 'ready' ? 'info' : 'bad'}>
            {t.standing(chainName(chain), t.standings[standing], formatDate(time, 'full', 'en'))}
          </Note>
        ))}
      </div>
      <FilterFields set={FILTERS} filters={filters} />
    </ListPage>
  );
}
