import { useApi } from '@fairlead/calls';
import { formatDate } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../../lists/FilterBar.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { Facts, Json } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ChangeList } from '../../terms/ChangeList.tsx';
import { subjectWords, type Version, versionChanges } from './model.ts';
import { historyTexts as t } from './texts.ts';

function Changed({ row }: { row: Version }) {
  const changes = versionChanges(row, useCurrencies()) ?? [];
  if (row.before === undefined) return <span className="text-muted">{t.first}</span>;
  const [first, ...more] = changes;
  if (first === undefined) return <span className="text-muted">{t.same}</span>;
  return t.fields(first.label, more.length);
}

const columns: readonly Column<Version>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'subject',
    header: t.columns.subject,
    card: 'title',
    cell: ({ subject }) => <span className="font-medium">{subjectWords(subject)}</span>,
  },
  { id: 'what', header: t.columns.what, cell: (row) => <Changed row={row} /> },
  {
    id: 'by',
    header: t.columns.by,
    cell: ({ operator }) => operator ?? <span className="text-muted">{t.server}</span>,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    card: 'end',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];

const DEFAULTS = { subject: '' } as const;
const PAGE_LIMIT = 50;
const KINDS = Object.entries(t.subjects);

/** Versions of all terms: who, when, before and after. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const { subject } = values;
  const request = { page, limit: PAGE_LIMIT, ...(subject !== '' && { subject }) };
  const query = useApi('termsHistory', request, { keepPrevious: true });
  const record = useRecord();
  const kind = KINDS.find(([name]) => name === subject)?.[0] ?? '';
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      list={listed({
        label: t.title,
        columns,
        query,
        rowId: ({ id }) => id,
        empty: subject === '' ? t.emptyAll : t.empty,
        onPage: setPage,
        panel: (row) => row && <VersionPanel row={row} onClose={record.close} />,
      })}
    >
      <FilterBar isFiltered={subject !== ''} onClear={() => set({ subject: '' })}>
        <SelectFilter
          label={t.subject}
          value={kind}
          options={KINDS}
          onChange={(value) => set({ subject: value })}
        />
        <TextFilter
          label={t.startsWith}
          maxLength={60}
          className="con-long"
          value={subject}
          onChange={(value) => set({ subject: value })}
        />
      </FilterBar>
    </ListPage>
  );
}

/** One version: who, when, and every field that changed. */
function VersionPanel({ row, onClose }: { row: Version; onClose: () => void }) {
  const currencies = useCurrencies();
  const changes = versionChanges(row, currencies);
  return (
    <Panel title={t.panel(row.id)} onClose={onClose}>
      <Facts
        facts={[
          [t.facts.subject, subjectWords(row.subject)],
          [t.facts.by, row.operator ?? t.server],
          [t.facts.time, formatDate(row.time, 'full', 'en')],
        ]}
      />
      <hr />
      <h3>{changes === undefined ? t.raw : t.changes}</h3>
      {changes === undefined ? <Json text={row.after} /> : <ChangeList changes={changes} isPlain />}
    </Panel>
  );
}
