import { useApi } from '@fairlead/calls';
import { FINDING_STATES, SURVEILLANCE_RULES } from '@fairlead/contract';
import { askedBy, choiceFilter, FilterFields, isNarrowed } from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columns } from './columns.tsx';
import { FindingPanel } from './FindingPanel.tsx';
import { surveillanceTexts as t } from './texts.ts';

const FILTERS = {
  state: choiceFilter('state', t.filters.state, t.states, FINDING_STATES),
  rule: choiceFilter('rule', t.filters.rule, t.rules, SURVEILLANCE_RULES),
};
const PAGE_LIMIT = 50;
const POLL_MS = 30_000;

/** Findings, newest first; one of them beside the list. */
export function Page() {
  const filters = useFilters({ state: '', rule: '' });
  const { values, page, setPage } = filters;
  const record = useRecord();
  const query = useApi(
    'operatorFindings',
    { page, limit: PAGE_LIMIT, ...askedBy(FILTERS, values) },
    { keepPrevious: true, pollMs: POLL_MS },
  );
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      list={listed({
        label: t.listLabel,
        columns,
        query,
        rowId: ({ id }) => id,
        empty: isNarrowed(FILTERS, values) ? t.noneFiltered : t.none,
        onPage: setPage,
        panel: (row) => row && <FindingPanel row={row} onClose={record.close} />,
      })}
    >
      <FilterFields set={FILTERS} filters={filters} />
    </ListPage>
  );
}
