import { useAction, useApi } from '@fairlead/calls';
import type { AuditEntry, ResponseOf } from '@fairlead/contract';
import { Button, formatDate, Icon } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import {
  askedBy,
  type Filter,
  type FilterFieldProps,
  FilterFields,
  fromFilter,
  isNarrowed,
  textFilter,
  toFilter,
} from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { readId, useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Facts, Json } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { CsvButton } from '../../queue/CsvButton.tsx';
import { columns, isRefused } from './columns.tsx';
import { auditTexts as t } from './texts.ts';

function OperatorFilter(props: FilterFieldProps) {
  const operators = useApi('operators', {});
  const options = (operators.data ?? []).map(({ id, name }) => [String(id), name] as const);
  return <SelectFilter label={t.filters.operator} options={options} {...props} />;
}

const operatorFilter: Filter<'operator_id', number> = {
  param: 'operator_id',
  read: readId,
  field: (props) => <OperatorFilter {...props} />,
};
const FILTERS = {
  operator: operatorFilter,
  action: textFilter('action', { label: t.filters.action, maxLength: 60 }),
  subject: textFilter('subject', { label: t.filters.subject, maxLength: 120 }),
  from: fromFilter,
  to: toFilter,
};
const DEFAULTS = { operator: '', action: '', subject: '', from: '', to: '' } as const;
const PAGE_LIMIT = 50;

/** The audit log, what a row holds, and whether the chain of all rows is whole. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const record = useRecord();
  const asked = askedBy(FILTERS, filters.values);
  const request = { ...asked, page: filters.page, limit: PAGE_LIMIT };
  const mayExport = useMay('exportRows');
  const [result, setResult] = useState<Parameters<typeof ChainVerdict>[0]['result']>();
  const verify = useAction('verifyAudit', { invalidates: ['auditLog'], onSuccess: setResult });
  const { from, to } = asked;
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      actions={
        <>
          <Button size={44} icon="shield" busy={verify.isRunning} onClick={() => verify.run({})}>
            {t.verify}
          </Button>
          {mayExport && <CsvButton request={{ what: 'audit', ...period }} />}
        </>
      }
      record={record}
      list={listed({
        label: t.title,
        columns,
        query: useApi('auditLog', request, { keepPrevious: true }),
        rowId: ({ id }) => id,
        empty: isNarrowed(FILTERS, filters.values) ? t.empty : t.emptyAll,
        onPage: filters.setPage,
        toneOf: (entry) => (isRefused(entry) ? 'warn' : undefined),
        panel: (row) => row && <RowPanel row={row} onClose={record.close} />,
      })}
    >
      {result && <ChainVerdict result={result} />}
      <FilterFields set={FILTERS} filters={filters} />
    </ListPage>
  );
}

/** What recomputing the chain found. */
function ChainVerdict({ result }: { result: ResponseOf<'verifyAudit'> }) {
  const { is_intact, rows, broken_at, head } = result;
  return (
    <div
      className="con-verdict"
      data-verdict={is_intact ? 'sound' : 'drift'}
      role={is_intact ? 'status' : 'alert'}
    >
      <span className="con-verdict-mark">
        <Icon name={is_intact ? 'check' : 'warn'} size={24} />
      </span>
      <div className="min-w-0">
        <b>{is_intact ? t.intact(rows.toLocaleString('en')) : t.broken(broken_at ?? 0)}</b>
        <p>{is_intact ? t.headHint : t.brokenHint}</p>
        {head !== undefined && (
          <p className="con-head-hash">
            {t.head} <code className="con-mono">{head}</code> <CopyButton text={head} />
          </p>
        )}
      </div>
    </div>
  );
}

/** One row with everything that was written down. */
function RowPanel({ row, onClose }: { row: AuditEntry; onClose: () => void }) {
  return (
    <Panel title={t.panel(row.id)} onClose={onClose}>
      <Facts
        facts={[
          [
            t.facts.action,
            <span key="action" className="con-mono">
              {row.action}
            </span>,
          ],
          [t.facts.subject, row.subject],
          [t.facts.operator, row.operator ?? t.server],
          [t.facts.time, formatDate(row.time, 'full', 'en')],
          [t.facts.ip, row.ip],
        ]}
      />
      <hr />
      <h3>{t.detail}</h3>
      {row.detail === '{}' ? (
        <p className="text-muted">{t.noDetail}</p>
      ) : (
        <Json text={row.detail} />
      )}
      <h3 className="mt-4">{t.hash}</h3>
      <p className="con-hash">{row.hash}</p>
    </Panel>
  );
}
